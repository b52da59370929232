//! The processor's time of one thread, which does not count what else the machine does.

use std::time::Duration;

/// Measures from when it was made.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Clock(Duration);

impl Clock {
    pub fn start() -> Clock {
        Clock(now())
    }

    /// Of this thread, which must be the one that started it.
    pub fn elapsed(self) -> Duration {
        now().saturating_sub(self.0)
    }
}

#[cfg(unix)]
fn now() -> Duration {
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: the pointer is to a live value. On failure it stays as it is, and no time passes.
    unsafe {
        libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time);
    }
    let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
    Duration::new(seconds, u32::try_from(time.tv_nsec).unwrap_or(0))
}

#[cfg(not(unix))]
fn now() -> Duration {
    use std::sync::OnceLock;
    use std::time::Instant;
    static BEGUN: OnceLock<Instant> = OnceLock::new();
    BEGUN.get_or_init(Instant::now).elapsed()
}
