//! The real JVM: finding `java` and `javac`, compiling sources, and running many programs in one process through the
//! embedded `BatchRunner`, because starting a JVM costs more than most generated programs.

mod scratch;

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

pub use scratch::Scratch;

/// An exception that escaped from `main`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Escaped {
    pub class: String,
    pub message: Option<String>,
}

/// What a program did on the JVM.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JavaRun {
    pub stdout: String,
    pub exception: Option<Escaped>,
    pub time: Duration,
}

/// A JDK's two programs.
#[derive(Debug, Clone)]
pub struct Jdk {
    java: PathBuf,
    javac: PathBuf,
}

impl Jdk {
    /// The JDK of `JAVA_HOME` if that is set, else the one on the `PATH`.
    pub fn find() -> Result<Self, String> {
        let program = |name: &str| match env::var_os("JAVA_HOME") {
            Some(home) if !home.is_empty() => Path::new(&home).join("bin").join(name),
            _ => PathBuf::from(name),
        };
        let jdk = Jdk {
            java: program("java"),
            javac: program("javac"),
        };
        for tool in [&jdk.java, &jdk.javac] {
            Command::new(tool)
                .arg("-version")
                .output()
                .map_err(|error| {
                    format!(
                        "cannot run `{}`: {error}; install a JDK or set JAVA_HOME",
                        tool.display()
                    )
                })?;
        }
        Ok(jdk)
    }

    pub fn java(&self) -> &Path {
        &self.java
    }

    pub fn javac(&self) -> &Path {
        &self.javac
    }

    /// Compiles `sources` into `classes` in one `javac` process.
    pub fn compile(&self, sources: &[PathBuf], classes: &Path) -> Result<(), String> {
        // What is there already may be used: the harness.
        self.compile_against(sources, classes.as_os_str(), classes)
    }

    /// The same with a class path.
    pub fn compile_against(
        &self,
        sources: &[PathBuf],
        path: &OsStr,
        classes: &Path,
    ) -> Result<(), String> {
        let output = Command::new(&self.javac)
            // Half of its time went into compiling itself.
            .args(["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"])
            .args(["-g", "-nowarn", "-Xlint:none", "-encoding", "UTF-8"])
            .arg("-cp")
            .arg(path)
            .arg("-d")
            .arg(classes)
            .args(sources)
            .output()
            .map_err(|error| format!("cannot run javac: {error}"))?;
        if output.status.success() {
            return Ok(());
        }
        Err(format!(
            "javac failed:\n{}",
            String::from_utf8_lossy(&output.stderr)
        ))
    }

    /// Compiles the embedded batch runner into `directory`.
    pub fn compile_batch_runner(&self, directory: &Path) -> Result<(), String> {
        let source = directory.join("BatchRunner.java");
        fs::write(&source, include_str!("BatchRunner.java"))
            .map_err(|error| format!("cannot write {}: {error}", source.display()))?;
        self.compile(&[source], directory)
    }

    /// Compiles the harness with which programs name their inputs into `classes`.
    pub fn compile_harness(&self, directory: &Path, classes: &Path) -> Result<(), String> {
        let mut sources = Vec::new();
        for (name, text) in [
            ("Any.java", include_str!("../../../api/cortado/Any.java")),
            (
                "AssumptionViolated.java",
                include_str!("../../../api/cortado/AssumptionViolated.java"),
            ),
            (
                "Replay.java",
                include_str!("../../../api/cortado/Replay.java"),
            ),
        ] {
            let source = directory.join(name);
            fs::write(&source, text)
                .map_err(|error| format!("cannot write {}: {error}", source.display()))?;
            sources.push(source);
        }
        self.compile(&sources, classes)
    }

    /// Runs the classes one after the other. What did not finish within `limit` per class on average is missing from the
    /// result: the first missing one hung or ended the JVM.
    pub fn run_batch(
        &self,
        runner: &Path,
        classes: &Path,
        names: &[String],
        limit: Duration,
    ) -> Result<BTreeMap<String, JavaRun>, String> {
        let mut command = Command::new(&self.java);
        command
            // Hot implicit exceptions would otherwise lose their messages once compiled.
            .args(["-XX:-OmitStackTraceInFastThrow", "-XX:TieredStopAtLevel=1"])
            // What the machine says of its surroundings, whatever those of this JVM are.
            .args([
                "-Duser.language=en",
                "-Duser.country=US",
                "-Duser.timezone=UTC",
            ])
            .args(["-XX:+UseSerialGC", "-Xmx512m", "-ea", "-cp"])
            .arg(runner)
            .arg("BatchRunner")
            .arg(classes)
            .args(names);
        let limit = Duration::from_secs(10) + limit * names.len() as u32;
        let output = output_within(command, limit)?;
        if output.stdout.is_empty() {
            return Err(format!(
                "java failed:\n{}",
                String::from_utf8_lossy(&output.stderr)
            ));
        }
        Ok(parse_results(&output.stdout))
    }

    /// Wall-clock time of one run of `class` with `arguments`, and what it printed.
    pub fn time(
        &self,
        flags: &[&str],
        classes: &Path,
        class: &str,
        arguments: &[String],
    ) -> Result<(Duration, String), String> {
        let start = Instant::now();
        let output = Command::new(&self.java)
            .args(flags)
            .arg("-cp")
            .arg(classes)
            .arg(class)
            .args(arguments)
            .output()
            .map_err(|error| format!("cannot run java: {error}"))?;
        let time = start.elapsed();
        if !output.status.success() {
            return Err(format!(
                "java {class} failed:\n{}",
                String::from_utf8_lossy(&output.stderr)
            ));
        }
        Ok((time, String::from_utf8_lossy(&output.stdout).into_owned()))
    }
}

/// Runs a command, killing it when `limit` has passed; what it wrote until then is returned either way.
fn output_within(mut command: Command, limit: Duration) -> Result<Output, String> {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("cannot run java: {error}"))?;
    let stdout = reader(child.stdout.take());
    let stderr = reader(child.stderr.take());
    let status = wait_until(&mut child, Instant::now() + limit)?;
    Ok(Output {
        status,
        stdout: stdout.join().unwrap_or_default(),
        stderr: stderr.join().unwrap_or_default(),
    })
}

fn reader(stream: Option<impl Read + Send + 'static>) -> thread::JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut stream) = stream {
            // A broken pipe leaves what arrived before it, which is what the caller wants.
            let _ = stream.read_to_end(&mut bytes);
        }
        bytes
    })
}

fn wait_until(child: &mut Child, deadline: Instant) -> Result<std::process::ExitStatus, String> {
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ok(status),
            Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(5)),
            Ok(None) => {
                // It may have ended by itself in between; waiting tells.
                let _ = child.kill();
                return child
                    .wait()
                    .map_err(|error| format!("waiting for java: {error}"));
            }
            Err(error) => return Err(format!("waiting for java: {error}")),
        }
    }
}

/// Reads the batch runner's results, up to the first incomplete one.
fn parse_results(mut bytes: &[u8]) -> BTreeMap<String, JavaRun> {
    let mut results = BTreeMap::new();
    while let Some((name, run)) = parse_result(&mut bytes) {
        results.insert(name, run);
    }
    results
}

fn parse_result(bytes: &mut &[u8]) -> Option<(String, JavaRun)> {
    let end = bytes.iter().position(|byte| *byte == b'\n')?;
    let header = std::str::from_utf8(&bytes[..end]).ok()?;
    let mut words = header.split(' ');
    let name = words.next()?.to_string();
    let nanos = words.next()?.parse().ok()?;
    let lengths: Vec<i64> = words.map_while(|word| word.parse().ok()).collect();
    let [text, class, message] = lengths[..] else {
        return None;
    };
    let mut rest = &bytes[end + 1..];
    let mut take = |length: i64| {
        let length = usize::try_from(length).ok()?;
        let (taken, left) = rest.split_at_checked(length)?;
        rest = left;
        Some(String::from_utf8_lossy(taken).into_owned())
    };
    let stdout = take(text)?;
    let exception = match class {
        -1 => None,
        _ => {
            let class = take(class)?;
            let message = if message == -1 {
                None
            } else {
                Some(take(message)?)
            };
            Some(Escaped { class, message })
        }
    };
    *bytes = rest;
    let time = Duration::from_nanos(nanos);
    Some((
        name,
        JavaRun {
            stdout,
            exception,
            time,
        },
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_up_to_the_first_incomplete_one() {
        let text = b"P1 1000 3 -1 -1\nab\nP2 5 0 5 -1\nErrorP3 5 2 1 4\nhiEmessP4 7 10 -1 -1\ncut";
        let results = parse_results(text);
        assert_eq!(results.len(), 3);
        assert_eq!(results["P1"].stdout, "ab\n");
        assert_eq!(
            results["P2"].exception.as_ref().map(|e| e.message.clone()),
            Some(None)
        );
        let third = results["P3"].exception.clone();
        assert_eq!(third.and_then(|e| e.message).as_deref(), Some("mess"));
    }
}
