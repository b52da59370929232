//! Finds jars of Debian packages: where they are installed, or else downloaded and unpacked into a directory of ours.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where packages are unpacked.
#[derive(Debug)]
pub struct Packages {
    directory: PathBuf,
}

const JARS: &str = "usr/share/java";

impl Packages {
    pub fn new(directory: PathBuf) -> Packages {
        Packages { directory }
    }

    /// The jar of this name.
    pub fn jar(&self, package: &str, jar: &str) -> Result<PathBuf, String> {
        let installed = Path::new("/").join(JARS).join(jar);
        if installed.exists() {
            return Ok(installed);
        }
        let unpacked = self.directory.join(package);
        let file = unpacked.join(JARS).join(jar);
        if !file.exists() {
            self.unpack(package, &unpacked)?;
        }
        match file.exists() {
            true => Ok(file),
            false => Err(format!("there is no {jar} in the package {package}")),
        }
    }

    fn unpack(&self, package: &str, to: &Path) -> Result<(), String> {
        fs::create_dir_all(to).map_err(|error| format!("{}: {error}", to.display()))?;
        let hint = format!("`apt-get install {package}` would do too");
        run(
            Command::new("apt-get")
                .arg("download")
                .arg(package)
                .current_dir(to),
            &hint,
        )?;
        let entries = fs::read_dir(to).map_err(|error| format!("{}: {error}", to.display()))?;
        let archive = entries
            .flatten()
            .map(|entry| entry.path())
            .find(|path| path.extension().is_some_and(|e| e == "deb"))
            .ok_or_else(|| format!("apt-get has left no package in {}", to.display()))?;
        run(
            Command::new("dpkg-deb").arg("-x").arg(&archive).arg(to),
            &hint,
        )
    }
}

fn run(command: &mut Command, hint: &str) -> Result<(), String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command
        .output()
        .map_err(|error| format!("cannot run {program}: {error}; {hint}"))?;
    match output.status.success() {
        true => Ok(()),
        false => Err(format!(
            "{program} failed: {}; {hint}",
            String::from_utf8_lossy(&output.stderr).trim()
        )),
    }
}
