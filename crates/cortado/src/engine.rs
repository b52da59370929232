//! Keeps a fault of the engine from becoming the user's: it runs on a thread with a deep stack, and a panic in it
//! becomes a reason for not knowing instead of a backtrace. `RUST_BACKTRACE=1` still shows one.

use classpath::ClassPath;
use explore::{Config, Entry};
use outcome::{Findings, Outcome, Reason, ReasonKind};
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// Terms and heaps nest deeply, and walks over them recurse. Only what is used of it is ever backed by memory.
const STACK: usize = 512 << 20;

/// Where and why the latest panic happened.
static LATEST: Mutex<Option<String>> = Mutex::new(None);

/// Records panics instead of printing them.
pub fn keep_panics_quiet() {
    let usual = panic::take_hook();
    let verbose = std::env::var_os("RUST_BACKTRACE").is_some_and(|value| value != "0");
    panic::set_hook(Box::new(move |info| {
        if verbose {
            usual(info);
        }
        let message = info.payload_as_str().unwrap_or("panic");
        let place = info
            .location()
            .map(|at| format!(" ({}:{})", at.file(), at.line()));
        let text = format!("{message}{}", place.unwrap_or_default());
        *LATEST.lock().unwrap_or_else(PoisonError::into_inner) = Some(text);
    }));
}

/// Runs something; a panic in it is returned as its message.
pub fn guarded<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    panic::catch_unwind(AssertUnwindSafe(run)).map_err(|_| take_message())
}

fn take_message() -> String {
    let latest = LATEST.lock().unwrap_or_else(PoisonError::into_inner).take();
    latest.unwrap_or_else(|| "panic".to_owned())
}

/// Explores one entry. Always comes back with an outcome.
pub fn explore(classpath: &Arc<ClassPath>, entry: &Entry, config: &Config) -> Outcome {
    let run = || guarded(|| explore::explore(Arc::clone(classpath), entry, config));
    let result = thread::scope(|scope| {
        let builder = thread::Builder::new()
            .name("engine".to_owned())
            .stack_size(STACK);
        match builder.spawn_scoped(scope, run) {
            Ok(engine) => engine.join().unwrap_or_else(|_| Err(take_message())),
            Err(error) => Err(format!("cannot start a thread: {error}")),
        }
    });
    result.unwrap_or_else(|message| {
        let what =
            format!("{message}; this is a bug in Cortado, please report it with the program");
        Findings::new().stopped(Reason::new(ReasonKind::Internal, what))
    })
}
