//! Reads every `.mop` and `.prop` file below the given directories and tells how many can be used, and why the others
//! cannot.

use classpath::ClassPathBuilder;
use property::{Severity, parse_mop, parse_prop};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

fn files(path: &Path, found: &mut Vec<PathBuf>) {
    if let Ok(directory) = std::fs::read_dir(path) {
        for entry in directory.flatten() {
            files(&entry.path(), found);
        }
    } else if path.extension().is_some_and(|e| e == "mop" || e == "prop") {
        found.push(path.to_path_buf());
    }
}

fn main() {
    let classpath = ClassPathBuilder::new().build().expect("a JDK");
    let mut found = Vec::new();
    for argument in std::env::args_os().skip(1) {
        files(Path::new(&argument), &mut found);
    }
    found.sort();
    let (mut usable, mut quiet) = (0, 0);
    let mut reasons: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in &found {
        let text = String::from_utf8_lossy(&std::fs::read(file).unwrap_or_default()).into_owned();
        let loaded = match file.extension().is_some_and(|e| e == "mop") {
            true => parse_mop(&text, &classpath),
            false => parse_prop(&text, &classpath),
        };
        let name = file.display().to_string();
        for diagnostic in &loaded.diagnostics {
            print!("{}", diagnostic.render(&name, &text));
        }
        usable += usize::from(!loaded.has_errors());
        quiet += usize::from(loaded.diagnostics.is_empty());
        let first = loaded
            .diagnostics
            .iter()
            .find(|d| d.severity == Severity::Error);
        if let Some(first) = first {
            reasons.entry(first.message.clone()).or_default().push(name);
        }
    }
    println!(
        "{} files, {usable} usable, {quiet} of them without a warning",
        found.len()
    );
    let mut reasons: Vec<_> = reasons.into_iter().collect();
    reasons.sort_by_key(|(_, files)| std::cmp::Reverse(files.len()));
    for (reason, files) in reasons {
        println!("{:4}  {reason}  (e.g. {})", files.len(), files[0]);
    }
}
