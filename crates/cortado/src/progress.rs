//! What a long run is doing, on standard error: a line that is redrawn on a terminal, a line now and then elsewhere.
//! Short runs stay silent.

use explore::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Runs shorter than this need no company.
const SILENCE: Duration = Duration::from_secs(2);

/// Between two lines in a log; on a terminal it is shorter.
const BETWEEN_LINES: Duration = Duration::from_secs(5);
const REDRAW: Duration = Duration::from_millis(200);

/// Shows progress until it is dropped. A thread of its own draws, so that the display lives while a query takes long.
pub struct Display {
    shared: Arc<Shared>,
    /// On a terminal.
    bar: Option<ProgressBar>,
    drawer: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    latest: Progress,
    entry: String,
    /// What goes on instead of a search.
    other: Option<String>,
    ended: bool,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Display {
    pub fn start() -> Display {
        let shared = Arc::new(Shared::default());
        let seen = Arc::clone(&shared);
        let bar = std::io::stderr().is_terminal().then(bar);
        let drawn = bar.clone();
        let drawer = thread::Builder::new()
            .name("progress".to_owned())
            .spawn(move || draw(&seen, drawn))
            // A run without a display is still a run.
            .ok();
        Display {
            shared,
            bar,
            drawer,
        }
    }

    /// What the engine calls.
    pub fn callback(&self) -> Arc<dyn Fn(&Progress) + Send + Sync> {
        let shared = Arc::clone(&self.shared);
        Arc::new(move |progress: &Progress| shared.lock().latest = progress.clone())
    }

    /// Starts a search; `entry` names what is explored, where there are several.
    pub fn search(&self, entry: String) {
        let mut state = self.shared.lock();
        state.entry = entry;
        state.other = None;
        state.latest = Progress::default();
    }

    /// Lets something be written to the terminal that stays there.
    pub fn interrupted_by(&self, write: impl FnOnce()) {
        match &self.bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }

    /// Something else than a search takes its time.
    pub fn other(&self, what: String) {
        self.shared.lock().other = Some(what);
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        self.shared.lock().ended = true;
        self.shared.changed.notify_all();
        if let Some(drawer) = self.drawer.take() {
            let _ = drawer.join();
        }
    }
}

fn draw(shared: &Shared, bar: Option<ProgressBar>) {
    let started = Instant::now();
    let mut pause = SILENCE;
    loop {
        let state = shared.lock();
        let waited = shared
            .changed
            .wait_timeout_while(state, pause, |state| !state.ended);
        let (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        if state.ended {
            break;
        }
        let text = match &state.other {
            Some(what) if state.entry.is_empty() => {
                format!("{} s: {what}", started.elapsed().as_secs())
            }
            Some(what) => {
                format!("{}: {} s: {what}", state.entry, started.elapsed().as_secs())
            }
            None => line(&state.latest, &state.entry, started.elapsed()),
        };
        drop(state);
        match &bar {
            Some(bar) => {
                bar.set_message(text);
                bar.tick();
                pause = REDRAW;
            }
            None => {
                eprintln!("progress: {text}");
                pause = BETWEEN_LINES;
            }
        }
    }
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
}

fn bar() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{spinner} {wide_msg}") {
        bar.set_style(style);
    }
    bar
}

/// `A.m(int): 12 s: 340 paths (28 per second), 512 queries, depth 17, 9 waiting, 1 violation`
fn line(progress: &Progress, entry: &str, elapsed: Duration) -> String {
    match entry.is_empty() {
        true => counts(progress, elapsed),
        false => format!("{entry}: {}", counts(progress, elapsed)),
    }
}

fn counts(progress: &Progress, elapsed: Duration) -> String {
    if let Some(steps) = progress.analysed {
        let steps = match steps {
            0..10_000 => format!("{steps}"),
            10_000..10_000_000 => format!("{} thousand", steps / 1000),
            _ => format!("{} million", steps / 1_000_000),
        };
        let seconds = elapsed.as_secs();
        return format!("{seconds} s: analysing the program before the search, {steps} steps");
    }
    let seconds = progress.elapsed.as_secs_f64();
    let rate = match seconds > 0.0 {
        true => progress.paths as f64 / seconds,
        false => 0.0,
    };
    let rate = match rate >= 10.0 {
        true => format!("{rate:.0}"),
        false => format!("{rate:.1}"),
    };
    let again = match progress.again {
        true => "started again without merging: ",
        false => "",
    };
    let mut text = format!(
        "{} s: {again}{} paths ({rate} per second), {} queries, depth {}, {} waiting",
        elapsed.as_secs(),
        progress.paths,
        progress.queries,
        progress.depth,
        progress.waiting,
    );
    match progress.violations {
        0 => {}
        1 => text.push_str(", 1 violation"),
        n => text.push_str(&format!(", {n} violations")),
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_says_it_all() {
        let progress = Progress {
            elapsed: Duration::from_secs(10),
            paths: 340,
            waiting: 9,
            queries: 512,
            instructions: 100_000,
            violations: 1,
            depth: 17,
            analysed: None,
            again: false,
        };
        assert_eq!(
            line(&progress, "A.m(int)", Duration::from_secs(12)),
            "A.m(int): 12 s: 340 paths (34 per second), 512 queries, depth 17, 9 waiting, 1 violation"
        );
        let again = Progress {
            again: true,
            ..Progress::default()
        };
        assert_eq!(
            line(&again, "", Duration::from_secs(7)),
            "7 s: started again without merging: 0 paths (0.0 per second), 0 queries, depth 0, 0 waiting"
        );
        let nothing = line(&Progress::default(), "", Duration::from_secs(2));
        assert_eq!(
            nothing,
            "2 s: 0 paths (0.0 per second), 0 queries, depth 0, 0 waiting"
        );
        let analysis = Progress {
            analysed: Some(1_234_567),
            ..Progress::default()
        };
        assert_eq!(
            line(&analysis, "", Duration::from_secs(3)),
            "3 s: analysing the program before the search, 1234 thousand steps"
        );
    }
}
