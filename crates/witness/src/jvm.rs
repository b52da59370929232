//! The child process: one JVM with limits on time, memory and output, in a process group of its own that is killed as
//! a whole when its time is up.

use crate::inject::Prepared;
use std::ffi::{OsStr, OsString};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The JVM to replay on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jvm {
    /// The `java` program.
    pub java: PathBuf,
    /// The feature release: `17`.
    pub version: String,
    /// Whether the JDK has a compiler; a mere runtime has not.
    pub compiles: bool,
    /// An archive of the compiler's classes, which halves the time that a replay takes. A JVM that finds it unfit goes on
    /// without.
    pub archive: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// For compiling and running one test.
    pub time: Duration,
    /// Whether that is what `--timeout` leaves of the user's time.
    pub by_user: bool,
    /// The child's heap, in megabytes.
    pub heap_mb: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            time: Duration::from_secs(10),
            by_user: false,
            heap_mb: 512,
        }
    }
}

impl Limits {
    /// Why a test that did not end in time has no answer.
    pub(crate) fn time_up(&self) -> String {
        match self.by_user {
            true => "the time was up (--timeout)".to_owned(),
            false => {
                let seconds = (self.time.as_secs_f64() * 10.0).round() / 10.0;
                format!("the JVM did not finish within {seconds} s")
            }
        }
    }
}

/// How much of the child's output is kept, for error messages only.
const OUTPUT_KEPT: usize = 16 * 1024;

/// Variables that would change what the child does.
pub(crate) const VARIABLES: &[&str] = &[
    "JAVA_TOOL_OPTIONS",
    "JDK_JAVA_OPTIONS",
    "_JAVA_OPTIONS",
    "CLASSPATH",
];

pub(crate) enum Ended {
    /// By itself; with the beginning of what it wrote to standard error.
    Exited(String),
    TimedOut,
}

/// Runs a program, which is a class on the class path or a source file, with the given class path and arguments.
pub(crate) fn run(
    jvm: &Jvm,
    limits: Limits,
    class_path: &[PathBuf],
    program: &OsStr,
    arguments: &[OsString],
    directory: &Path,
    environment: &Prepared,
) -> io::Result<Ended> {
    let class_path = std::env::join_paths(class_path).map_err(io::Error::other)?;
    let archive = jvm.archive.iter().flat_map(|archive| {
        let option = java_option("-XX:SharedArchiveFile=", archive);
        // What the JVM has to say about an archive that does not fit would be taken for the program's output.
        [option, "-Xlog:disable".into()]
    });
    let mut command = Command::new(&jvm.java);
    command
        .arg(format!("-Xmx{}m", limits.heap_mb))
        // A short life does not repay the big compiler and a parallel collector. The first compiler also never drops
        // stack traces of frequent exceptions, which the verdict needs.
        .args(["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"])
        // Assertions for the program, not for the compiler that shares its JVM.
        .args(["-ea", "-da:com.sun.tools..."])
        // The environment for which the program was looked at.
        .args(["-Dfile.encoding=UTF-8", "-Duser.timezone=UTC"])
        .args(["-Duser.language=en", "-Duser.country=US"])
        // What the program leaves behind goes with the directory.
        .arg(java_option("-Djava.io.tmpdir=", directory))
        .args(archive)
        .args(&environment.options)
        .arg("-cp")
        .arg(class_path)
        .arg(program)
        .args(arguments)
        .current_dir(directory)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    if environment.no_variables {
        command.env_clear();
    }
    let unset = environment.unset.iter().map(String::as_str);
    for variable in VARIABLES.iter().copied().chain(unset) {
        if !variable.is_empty() && !variable.contains(['=', '\0']) {
            command.env_remove(variable);
        }
    }
    for (name, value) in &environment.set {
        let settable = !name.is_empty() && !name.contains(['=', '\0']);
        if settable && !VARIABLES.contains(&name.as_str()) {
            command.env(name, value);
        }
    }
    if !environment.set.iter().all(|(_, value)| value.is_ascii()) {
        command.env("LC_ALL", "C.UTF-8");
    }
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        command.process_group(0);
    }
    let mut child = command.spawn()?;
    let out = child
        .stdout
        .take()
        .map(|out| thread::spawn(|| keep_start(out)));
    let err = child
        .stderr
        .take()
        .map(|err| thread::spawn(|| keep_start(err)));
    let deadline = Instant::now() + limits.time;
    let ended = wait(&mut child, deadline);
    // Also after an orderly end: the program may have left processes behind that hold the pipes.
    kill_group(&mut child);
    let in_time = ended?;
    if let Some(out) = out {
        let _ = out.join();
    }
    let err = err.and_then(|err| err.join().ok()).unwrap_or_default();
    Ok(match in_time {
        true => Ended::Exited(String::from_utf8_lossy(&err).into_owned()),
        false => Ended::TimedOut,
    })
}

fn java_option(name: &str, value: &Path) -> OsString {
    let mut option = OsString::from(name);
    option.push(value);
    option
}

/// Whether the child ended in time.
fn wait(child: &mut Child, deadline: Instant) -> io::Result<bool> {
    let mut pause = Duration::from_millis(2);
    loop {
        if child.try_wait()?.is_some() {
            return Ok(true);
        }
        let now = Instant::now();
        if now >= deadline {
            return Ok(false);
        }
        thread::sleep(pause.min(deadline - now));
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

fn kill_group(child: &mut Child) {
    #[cfg(unix)]
    if let Ok(group) = i32::try_from(child.id()) {
        // SAFETY: `kill` only takes numbers. The group is the child's own, made when it was spawned; while any member
        // lives its number is not given away, and without members the call fails harmlessly.
        unsafe {
            libc::kill(-group, libc::SIGKILL);
        }
    }
    // Reaps the child; errors mean that it is gone already.
    let _ = child.kill();
    let _ = child.wait();
}

/// Reads to the end so that the child never blocks, keeping only the beginning.
fn keep_start(mut stream: impl Read) -> Vec<u8> {
    let mut kept = Vec::new();
    let mut buffer = [0; 8192];
    while let Ok(n) = stream.read(&mut buffer) {
        if n == 0 {
            break;
        }
        let room = OUTPUT_KEPT.saturating_sub(kept.len());
        kept.extend_from_slice(&buffer[..n.min(room)]);
    }
    kept
}
