//! What a trivial program costs from class files to verdict, the JDK's image included: a run of the `cortado` program,
//! timed from outside.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::Row;
use crate::jvm::Jdk;

const RUNS: usize = 5;

const PROGRAM: &str = "\
public class Trivial {
    public static void main(String[] args) {
        int x = args.length;
        assert x == 0;
    }
}
";

/// The fastest of five runs of `cortado check`, and the least memory that one took.
pub fn measure(jdk: &Jdk, cortado: &Path, directory: &Path) -> Result<Row, String> {
    if !cortado.exists() {
        return Err(format!(
            "there is no {}; build it with `cargo build --release -p cortado` or name it with --cortado",
            cortado.display()
        ));
    }
    let source = directory.join("Trivial.java");
    fs::write(&source, PROGRAM)
        .map_err(|error| format!("cannot write {}: {error}", source.display()))?;
    let classes = directory.join("trivial");
    fs::create_dir_all(&classes)
        .map_err(|error| format!("cannot create {}: {error}", classes.display()))?;
    jdk.compile(&[source], &classes)?;
    let mut best: Option<(Duration, u64)> = None;
    let mut verdict = String::new();
    for _ in 0..RUNS {
        let (time, kilobytes, last_line) = run(cortado, &classes)?;
        verdict = last_line;
        best = Some(best.map_or((time, kilobytes), |(t, k)| (t.min(time), k.min(kilobytes))));
    }
    let (time, kilobytes) = best.ok_or("no run")?;
    Ok(Row::new(
        "trivial program, class files to verdict",
        format!(
            "{:.0} ms, {:.1} MB, {verdict}",
            time.as_secs_f64() * 1000.0,
            kilobytes as f64 / 1024.0
        ),
    ))
}

/// The program beside this one, where Cargo puts it.
pub fn beside_this_program() -> PathBuf {
    let directory = std::env::current_exe()
        .ok()
        .and_then(|path| path.parent().map(Path::to_path_buf));
    directory.unwrap_or_default().join("cortado")
}

/// Wall-clock time, peak resident kilobytes and the last line on standard output.
fn run(cortado: &Path, classes: &Path) -> Result<(Duration, u64, String), String> {
    let start = Instant::now();
    let mut child = Command::new(cortado)
        .arg("check")
        .arg(classes)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("cannot run {}: {error}", cortado.display()))?;
    let mut text = String::new();
    if let Some(mut stdout) = child.stdout.take() {
        stdout
            .read_to_string(&mut text)
            .map_err(|error| format!("reading what cortado printed: {error}"))?;
    }
    let kilobytes = wait_for_peak(child.id())?;
    let time = start.elapsed();
    let last = text.lines().last().unwrap_or("no output").to_string();
    Ok((time, kilobytes, last))
}

/// Waits for a child and tells its peak resident memory, which the standard library does not.
fn wait_for_peak(pid: u32) -> Result<u64, String> {
    // SAFETY: both pointers are to live values of the right types, and nobody else waits for this child.
    let (waited, usage) = unsafe {
        let mut status = 0;
        let mut usage = std::mem::zeroed::<libc::rusage>();
        let waited = libc::wait4(pid as libc::pid_t, &mut status, 0, &mut usage);
        (waited, usage)
    };
    if waited < 0 {
        return Err(format!(
            "waiting for cortado: {}",
            std::io::Error::last_os_error()
        ));
    }
    Ok(usage.ru_maxrss as u64)
}
