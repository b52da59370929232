//! Long runs: progress on standard error, limits that hold, and Ctrl-C.
#![cfg(unix)]

mod common;

use common::Scratch;
use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// A search without end, with a violation near its beginning.
const ENDLESS: &str = "
import cortado.Any;
public class Endless {
  public static void main(String[] args) {
    int n = Any.anInt();
    assert n != 0 : \"zero\";
    for (long sum = 0; ; sum += Any.anInt()) {
      if (sum == 123456789L) { n++; }
    }
  }
}";

fn signal(child: &Child) {
    let status = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(status.expect("kill runs").success());
}

fn wait(child: &mut Child, limit: Duration) -> Option<i32> {
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("the child can be waited for") {
            return status.code();
        }
        if started.elapsed() > limit {
            let _ = child.kill();
            panic!("no end within {limit:?}");
        }
        thread::sleep(Duration::from_millis(10));
    }
}

fn read(stream: Option<impl Read>) -> String {
    let mut text = String::new();
    stream
        .expect("a pipe")
        .read_to_string(&mut text)
        .expect("text");
    text
}

#[test]
fn an_interrupted_run_tells_what_it_knows() {
    let scratch = Scratch::new();
    scratch.file("Endless.java", ENDLESS);
    let mut child = scratch
        .command(&[
            "check",
            "--search",
            "bfs",
            "--timeout",
            "2m",
            "Endless.java",
        ])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("cortado starts");
    thread::sleep(Duration::from_secs(8));
    signal(&child);
    let status = wait(&mut child, Duration::from_secs(60));
    let (stdout, stderr) = (read(child.stdout.take()), read(child.stderr.take()));
    assert!(stdout.contains("`n != 0` can fail"), "{stdout}{stderr}");
    assert!(
        stdout.contains("unknown: stopped by the user"),
        "{stdout}{stderr}"
    );
    assert!(stdout.ends_with("verdict: violated\n"), "{stdout}{stderr}");
    assert_eq!(status, Some(1));
    assert!(
        stderr.contains("paths (") && stderr.contains("per second)"),
        "no progress in {stderr}"
    );
    assert!(
        stderr.contains("queries") && stderr.contains("waiting"),
        "{stderr}"
    );
}

#[test]
fn the_time_limit_holds() {
    let scratch = Scratch::new();
    scratch.file("Endless.java", ENDLESS.replace("n != 0", "true"));
    // The first run compiles the source, which the time limit does not cover.
    scratch.run(&["check", "--list-loops", "Endless.java"]);
    let started = Instant::now();
    let ran = scratch.run(&[
        "check",
        "--search",
        "dfs",
        "--timeout",
        "1500ms",
        "Endless.java",
    ]);
    ran.answers("unknown", 3);
    assert!(ran.stdout.contains("time limit"), "{}", ran.stdout);
    assert!(
        started.elapsed() < Duration::from_secs(20),
        "took {:?}",
        started.elapsed()
    );
}

/// Methods that a run did not come to are told as well.
#[test]
fn methods_that_were_not_begun_are_named() {
    let scratch = Scratch::new();
    scratch.file(
        "Hard.java",
        "class Hard {
          //@ requires x > 1 && y > 1 && x <= y; ensures \\result != 1000000016000000063L;
          static long product(int x, int y) { return (long) x * y; }
          //@ ensures \\result == 7;
          static int seven() { return 7; }
        }",
    );
    let mut child = scratch
        .command(&["verify", "-q", "--jobs", "1", "Hard.java"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("cortado starts");
    thread::sleep(Duration::from_secs(10));
    signal(&child);
    wait(&mut child, Duration::from_secs(60));
    let stdout = read(child.stdout.take());
    let last = "Hard.seven(): unknown: interrupted before it was looked at\nverdict: unknown\n";
    assert!(stdout.ends_with(last), "{stdout}");
}
