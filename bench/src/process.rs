//! Child processes of the benchmarks: waiting with a limit, what they cost, and ending all that they have started.

use std::io::Read;
use std::process::Child;
use std::thread;
use std::time::{Duration, Instant};

/// All that a process writes, in whatever encoding.
pub(crate) fn read_all(mut stream: impl Read) -> String {
    let mut bytes = Vec::new();
    // What could be read is enough for a reason.
    let _ = stream.read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// How a process ended.
pub(crate) struct Ended {
    /// The exit status, none for a signal.
    pub code: Option<i32>,
    /// The processor's seconds, those of its own children included.
    pub cpu: f64,
    /// The most memory it had at a time, in bytes.
    pub memory: u64,
}

/// Waits for the child; none if it does not end in time.
pub(crate) fn wait(child: &mut Child, deadline: Instant) -> Option<Ended> {
    let pid = i32::try_from(child.id()).ok()?;
    let mut pause = Duration::from_millis(1);
    loop {
        let mut status = 0;
        // SAFETY: all numbers are a valid value of the structure.
        let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
        // SAFETY: the pointers are to live values of the right types, and the child is ours and not yet waited for.
        let ended = unsafe { libc::wait4(pid, &mut status, libc::WNOHANG, &mut usage) };
        if ended != 0 {
            let code = (ended == pid && libc::WIFEXITED(status)).then(|| libc::WEXITSTATUS(status));
            let seconds = |t: libc::timeval| t.tv_sec as f64 + t.tv_usec as f64 / 1e6;
            return Some(Ended {
                code,
                cpu: seconds(usage.ru_utime) + seconds(usage.ru_stime),
                memory: u64::try_from(usage.ru_maxrss).unwrap_or(0) * 1024,
            });
        }
        if Instant::now() >= deadline {
            return None;
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(5));
    }
}

/// Ends the child and what it has started; it must lead a group of its own.
pub(crate) fn kill_group(child: &mut Child) {
    #[cfg(unix)]
    if let Ok(group) = i32::try_from(child.id()) {
        // SAFETY: `kill` only takes numbers. The group is the child's own; without members the call fails harmlessly.
        unsafe {
            libc::kill(-group, libc::SIGKILL);
        }
    }
    // Reaps the child; errors mean that it is gone already.
    let _ = child.kill();
    let _ = child.wait();
}
