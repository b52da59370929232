//! Which SMT-LIB programs are installed. A program is taken if it answers when asked for its version; a broken one is
//! passed over.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// An SMT-LIB program on the PATH.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub name: String,
    pub path: PathBuf,
    pub version: String,
}

/// The programs that are looked for, the preferred first.
const PROGRAMS: [&str; 5] = ["z3", "cvc5", "bitwuzla", "mathsat", "yices-smt2"];

/// A program that takes longer to say its version is not one to ask anything.
const PATIENCE: Duration = Duration::from_secs(5);

/// The programs found on the PATH, each once, in order of preference.
pub fn discover() -> Vec<Found> {
    discover_in(
        &env::var_os("PATH")
            .map(|path| env::split_paths(&path).collect::<Vec<_>>())
            .unwrap_or_default(),
    )
}

fn discover_in(directories: &[PathBuf]) -> Vec<Found> {
    let mut found = Vec::new();
    for name in PROGRAMS {
        let paths = directories
            .iter()
            .map(|dir| dir.join(name))
            .filter(|path| is_program(path));
        let first = paths
            .filter_map(|path| version(&path).map(|version| (path, version)))
            .next();
        if let Some((path, version)) = first {
            found.push(Found {
                name: name.to_string(),
                path,
                version,
            });
        }
    }
    found
}

fn is_program(path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        path.metadata()
            .is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
    }
    #[cfg(not(unix))]
    {
        path.is_file()
    }
}

/// The first line that mentions a number, of what the program prints for `--version`.
fn version(path: &Path) -> Option<String> {
    let mut child = Command::new(path)
        .arg("--version")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let start = Instant::now();
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break Some(status),
            Ok(None) if start.elapsed() < PATIENCE => thread::sleep(Duration::from_millis(2)),
            _ => break None,
        }
    };
    if !status.is_some_and(|status| status.success()) {
        let _ = child.kill();
        let _ = child.wait();
        return None;
    }
    let output = child.wait_with_output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines()
        .map(str::trim)
        .find(|line| line.bytes().any(|b| b.is_ascii_digit()))
        .map(str::to_string)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn only_programs_that_answer_are_found() {
        use std::os::unix::fs::PermissionsExt;
        let dir = env::temp_dir().join(format!("cortado-discover-{}", std::process::id()));
        std::fs::create_dir_all(&dir).unwrap();
        for (name, text, mode) in [
            ("z3", "#!/bin/sh\necho 'Z3 version 9.9'\n", 0o755),
            ("cvc5", "#!/bin/sh\nexit 3\n", 0o755),
            ("bitwuzla", "#!/bin/sh\necho 1\n", 0o644),
        ] {
            let path = dir.join(name);
            std::fs::write(&path, text).unwrap();
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
        }
        let found = discover_in(&[dir.join("missing"), dir.clone()]);
        let names: Vec<_> = found
            .iter()
            .map(|f| (f.name.as_str(), f.version.as_str()))
            .collect();
        assert_eq!(names, [("z3", "Z3 version 9.9")]);
        std::fs::remove_dir_all(&dir).unwrap();
    }
}
