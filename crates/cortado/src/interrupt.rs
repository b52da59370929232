//! Ctrl-C: once to stop and hear what is known so far, twice to leave at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The status that shells give to a process ended by SIGINT.
const STATUS: i32 = 130;

/// Returns the flag that the first Ctrl-C sets.
pub fn listen() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&flag);
    let handler = move || {
        if set.swap(true, Ordering::SeqCst) {
            std::process::exit(STATUS);
        }
        eprintln!("interrupted: finishing with what is known (press Ctrl-C again to quit at once)");
    };
    // Without a handler Ctrl-C still ends the process, only less gracefully.
    let _ = ctrlc::set_handler(handler);
    flag
}
