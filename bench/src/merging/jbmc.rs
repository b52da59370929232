//! The same programs under JBMC, where there is one: the smallest bound on loops, among powers of two, that suffices, and
//! the time of the run with it (Table 3 searches the bound in the same way).

use super::Prepared;
use super::prepare::java_files;
use crate::jvm::Jdk;
use crate::process::{kill_group, read_all, wait};
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const MOST: u32 = 256;

/// A `jbmc` that was found.
#[derive(Debug)]
pub struct Jbmc {
    program: PathBuf,
    /// JBMC's model of the library, if it is where its packages put it.
    models: Option<PathBuf>,
    limit: Duration,
}

enum Answer {
    Done,
    /// Loops went further than the bound.
    Further,
    No(String),
}

impl Jbmc {
    /// The one on the `PATH`.
    pub fn find(limit: Duration) -> Option<Jbmc> {
        let path = env::var_os("PATH")?;
        let program = env::split_paths(&path)
            .map(|directory| directory.join("jbmc"))
            .find(|program| program.is_file())?;
        let models = program
            .parent()
            .map(|bin| bin.join("../lib/core-models.jar"))
            .filter(|models| models.is_file());
        Some(Jbmc {
            program,
            models,
            limit,
        })
    }

    /// Seconds, or why there are none. `sources` is `bench/merging`.
    pub fn run(
        &self,
        jdk: &Jdk,
        sources: &Path,
        work: &Path,
        program: &Prepared,
        size: u64,
    ) -> Result<f64, String> {
        let path = self.compile(jdk, sources, work, program, size)?;
        let deadline = Instant::now() + self.limit;
        let mut bound = 2;
        while bound <= MOST {
            let started = Instant::now();
            match self.check(&path, bound, deadline)? {
                Answer::Done => return Ok(started.elapsed().as_secs_f64()),
                Answer::Further => bound *= 2,
                Answer::No(reason) => return Err(reason),
            }
        }
        Err("no bound".to_owned())
    }

    /// The class path with JBMC's inputs in the place of ours, and with a `main` that gives the size.
    fn compile(
        &self,
        jdk: &Jdk,
        sources: &Path,
        work: &Path,
        program: &Prepared,
        size: u64,
    ) -> Result<OsString, String> {
        let classes = work.join("jbmc").join(&program.name);
        fs::create_dir_all(&classes).map_err(|error| format!("{}: {error}", classes.display()))?;
        let sized = classes.join("Sized.java");
        let text = format!(
            "public class Sized {{\n    public static void main(String[] args) {{\n        Main.main(new String[] {{\"{size}\"}});\n    }}\n}}\n"
        );
        fs::write(&sized, text).map_err(|error| format!("{}: {error}", sized.display()))?;
        let mut files = java_files(&sources.join("jbmc"))?;
        files.push(sized);
        jdk.compile_against(&files, program.classes.as_os_str(), &classes)?;
        let path = [classes.as_path(), &program.classes].into_iter();
        env::join_paths(path.chain(self.models.as_deref()))
            .map_err(|error| format!("no class path: {error}"))
    }

    fn check(&self, path: &OsString, bound: u32, deadline: Instant) -> Result<Answer, String> {
        let mut command = Command::new(&self.program);
        command
            .arg("Sized")
            .arg("--classpath")
            .arg(path)
            .args(["--unwind", &bound.to_string(), "--unwinding-assertions"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        #[cfg(unix)]
        {
            use std::os::unix::process::CommandExt;
            command.process_group(0);
        }
        let mut child = command
            .spawn()
            .map_err(|error| format!("cannot run jbmc: {error}"))?;
        let output = child.stdout.take().map(|s| thread::spawn(|| read_all(s)));
        let ended = wait(&mut child, deadline);
        kill_group(&mut child);
        let output = output.and_then(|reader| reader.join().ok());
        Ok(match ended {
            None => Answer::No("TO".to_owned()),
            Some(_) => answer(&output.unwrap_or_default()),
        })
    }
}

fn answer(output: &str) -> Answer {
    let unwinding = |line: &str| {
        line.ends_with("FAILURE")
            && (line.contains("unwinding assertion") || line.contains("recursion"))
    };
    if output.lines().any(|line| unwinding(line.trim_end())) {
        Answer::Further
    } else if output.contains("VERIFICATION SUCCESSFUL") || output.contains("VERIFICATION FAILED") {
        Answer::Done
    } else {
        Answer::No("error".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_unwinding_assertion_asks_for_more() {
        let further =
            "[Main.f.unwind.0] line 9 unwinding assertion loop 0: FAILURE\nVERIFICATION FAILED\n";
        assert!(matches!(answer(further), Answer::Further));
        let failed = "[Main.f.unwind.0] line 9 unwinding assertion loop 0: SUCCESS\n\
                      [Main.f.1] assertion: FAILURE\nVERIFICATION FAILED\n";
        assert!(matches!(answer(failed), Answer::Done));
        assert!(matches!(answer("VERIFICATION SUCCESSFUL\n"), Answer::Done));
        assert!(matches!(answer("out of memory"), Answer::No(_)));
    }
}
