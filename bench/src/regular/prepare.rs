//! Makes the tasks: compiles the drivers, and has `Prepare.java` write the programs and their mutants.

use super::{Packages, Program, Task};
use crate::jvm::Jdk;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// How many mutants of each program and property.
const MUTANTS: usize = 3;

/// All tasks over a program. `sources` is `bench/regular`; classes go to `work`.
pub fn prepare(
    jdk: &Jdk,
    packages: &Packages,
    sources: &Path,
    work: &Path,
    program: &Program,
    seed: u64,
) -> Result<Vec<Task>, String> {
    let asm = packages.jar("libasm-java", "asm-all.jar")?;
    let jar = packages.jar(program.package, program.jar)?;
    let tool = compile(
        jdk,
        &[sources.join("tool/Prepare.java")],
        &[&asm],
        &work.join("tool"),
    )?;
    let api = compile_harness(jdk, work)?;
    let drivers = sources.join("drivers");
    let mut files = vec![drivers.join("Injected.java")];
    files.push(drivers.join(format!("{}.java", program.main)));
    for (_, ours) in program.redirections {
        files.push(drivers.join(format!("{ours}.java")));
    }
    for shared in ["Input", "Bytes"] {
        files.push(drivers.join(format!("{shared}.java")));
    }
    let classes = compile(
        jdk,
        &files,
        &[&jar, &api],
        &work.join("drivers").join(program.name),
    )?;
    let out = work.join("programs").join(program.name);
    empty(&out)?;

    let path = |path: &Path| path.to_string_lossy().into_owned();
    let mut words = vec![
        path(&jar),
        path(&classes),
        program.main.to_owned(),
        path(&out),
    ];
    words.extend([seed.to_string(), MUTANTS.to_string()]);
    words.extend(
        program
            .redirections
            .iter()
            .map(|(of, to)| format!("{of}={to}")),
    );
    words.extend(
        program
            .properties
            .iter()
            .map(|(name, event)| format!("{name}:{event}")),
    );
    let path = class_path(&[&asm, &tool, &api])?;
    let (_, said) = jdk.time(&[], Path::new(&path), "Prepare", &words)?;
    Ok(tasks(program, sources, &out, &said))
}

fn tasks(program: &Program, sources: &Path, out: &Path, said: &str) -> Vec<Task> {
    let task = |property: &str, variant: &str, value: String, classes: &str, injected| Task {
        name: format!("{}/{property}/{variant}", program.name),
        classes: out.join(classes),
        main: program.main.to_owned(),
        property: value,
        injected,
    };
    let mut tasks = Vec::new();
    for (property, _) in program.properties {
        tasks.push(task(
            property,
            "O",
            (*property).to_owned(),
            "original",
            None,
        ));
        for line in said.lines() {
            let Some((directory, place)) = line.split_once('\t') else {
                continue;
            };
            if let Some((_, number)) = directory.rsplit_once('-').filter(|(of, _)| of == property) {
                let (variant, place) = (format!("bug{number}"), Some(place.to_owned()));
                tasks.push(task(
                    property,
                    &variant,
                    (*property).to_owned(),
                    directory,
                    place,
                ));
            }
        }
    }
    let file = sources
        .join("properties")
        .join(format!("{}.prop", program.name));
    let value = file.to_string_lossy().into_owned();
    tasks.push(task("format", "O", value, "original", None));
    tasks
}

fn compile(jdk: &Jdk, files: &[PathBuf], path: &[&Path], to: &Path) -> Result<PathBuf, String> {
    empty(to)?;
    jdk.compile_against(files, &class_path(path)?, to)?;
    Ok(to.to_owned())
}

fn class_path(path: &[&Path]) -> Result<OsString, String> {
    env::join_paths(path).map_err(|error| format!("no class path: {error}"))
}

fn compile_harness(jdk: &Jdk, work: &Path) -> Result<PathBuf, String> {
    let (sources, classes) = (work.join("api-sources"), work.join("api"));
    empty(&sources)?;
    empty(&classes)?;
    jdk.compile_harness(&sources, &classes)?;
    Ok(classes)
}

fn empty(directory: &Path) -> Result<(), String> {
    let complain = |error| format!("{}: {error}", directory.display());
    if directory.exists() {
        fs::remove_dir_all(directory).map_err(complain)?;
    }
    fs::create_dir_all(directory).map_err(complain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::regular::PROGRAMS;

    #[test]
    fn each_property_has_the_original_and_its_mutants() {
        let said = "reader-1\tA.f:3, field x\nreader-stream-1\tB.g:4, variable 2\n";
        let made = tasks(&PROGRAMS[1], Path::new("src"), Path::new("out"), said);
        let names: Vec<&str> = made.iter().map(|task| task.name.as_str()).collect();
        let expected = [
            "nanoxml/reader/O",
            "nanoxml/reader/bug1",
            "nanoxml/reader-stream/O",
            "nanoxml/reader-stream/bug1",
            "nanoxml/enumeration/O",
            "nanoxml/format/O",
        ];
        assert_eq!(names, expected);
        assert_eq!(made[3].classes, Path::new("out/reader-stream-1"));
        assert_eq!(made[3].injected.as_deref(), Some("B.g:4, variable 2"));
        assert_eq!(made[5].property, "src/properties/nanoxml.prop");
    }
}
