//! A child process that speaks SMT-LIB: lines in, s-expressions out. Reading and writing happen on their own threads, so
//! that a child which hangs, dies or stops reading can never block the caller beyond its deadline; dropping the handle
//! ends the child and reaps it.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// Why no answer could be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    Timeout,
    Interrupted,
    /// The child ended or closed its output; with what it said last, if anything.
    Gone(String),
}

pub struct Process {
    child: Child,
    to_child: Option<Sender<String>>,
    from_child: Receiver<String>,
    complaints: Arc<Mutex<String>>,
    /// Reads the child's standard error until that closes.
    listener: Option<thread::JoinHandle<()>>,
    /// Output read but not yet consumed.
    pending: String,
}

/// How often a waiting caller looks at its interrupter.
const SLICE: Duration = Duration::from_millis(10);
/// As much of the standard error as is worth repeating to a user.
const COMPLAINT_LIMIT: usize = 2_000;

impl Process {
    pub fn start(program: &Path, arguments: &[String]) -> std::io::Result<Process> {
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let (to_child, commands) = mpsc::channel::<String>();
        let (lines, from_child) = mpsc::channel::<String>();
        let complaints = Arc::new(Mutex::new(String::new()));
        if let Some(mut input) = child.stdin.take() {
            // Ends when the sender is dropped (which closes the child's input) or the child stops reading.
            thread::spawn(move || {
                for command in commands {
                    if input
                        .write_all(command.as_bytes())
                        .and_then(|()| input.flush())
                        .is_err()
                    {
                        break;
                    }
                }
            });
        }
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || {
                let mut output = BufReader::new(output);
                let mut bytes = Vec::new();
                // Bytes rather than text: a confused child may print anything.
                while output.read_until(b'\n', &mut bytes).is_ok_and(|n| n > 0) {
                    if lines
                        .send(String::from_utf8_lossy(&bytes).into_owned())
                        .is_err()
                    {
                        break;
                    }
                    bytes.clear();
                }
            });
        }
        let listener = child.stderr.take().map(|mut errors| {
            let complaints = Arc::clone(&complaints);
            thread::spawn(move || {
                let mut buffer = [0; 1024];
                while let Ok(n) = errors.read(&mut buffer) {
                    if n == 0 {
                        break;
                    }
                    if let Ok(mut text) = complaints.lock()
                        && text.len() < COMPLAINT_LIMIT
                    {
                        text.push_str(&String::from_utf8_lossy(&buffer[..n]));
                    }
                }
            })
        });
        Ok(Process {
            child,
            to_child: Some(to_child),
            from_child,
            complaints,
            listener,
            pending: String::new(),
        })
    }

    /// Queues a command. A child that is gone is noticed at the next answer.
    pub fn send(&self, command: String) {
        if let Some(sender) = &self.to_child {
            let _ = sender.send(command);
        }
    }

    /// The next complete s-expression or atom that the child prints.
    pub fn answer(
        &mut self,
        deadline: Option<Instant>,
        interrupted: &dyn Fn() -> bool,
    ) -> Result<String, Trouble> {
        loop {
            if let Some(end) = expression_end(&self.pending) {
                let rest = self.pending.split_off(end);
                let text = std::mem::replace(&mut self.pending, rest);
                return Ok(text.trim().to_string());
            }
            if interrupted() {
                return Err(Trouble::Interrupted);
            }
            let left = deadline.map(|d| d.saturating_duration_since(Instant::now()));
            if left == Some(Duration::ZERO) {
                return Err(Trouble::Timeout);
            }
            match self
                .from_child
                .recv_timeout(left.map_or(SLICE, |left| left.min(SLICE)))
            {
                Ok(line) => self.pending.push_str(&line),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Trouble::Gone(self.last_words()));
                }
            }
        }
    }

    fn last_words(&mut self) -> String {
        // The child closed its output; give it a moment to end by itself so that its status can be told.
        let mut status = None;
        for _ in 0..20 {
            status = self.child.try_wait().ok().flatten();
            // What it wrote may still be on its way to us; a child of its own may keep the stream open for ever.
            let heard = self.listener.as_ref().is_none_or(|l| l.is_finished());
            if status.is_some() && heard {
                break;
            }
            thread::sleep(Duration::from_millis(5));
        }
        let mut words = match status {
            Some(status) => format!("the process ended ({status})"),
            None => "the process closed its output".to_string(),
        };
        let complaint = self
            .complaints
            .lock()
            .map(|text| text.trim().to_string())
            .unwrap_or_default();
        for extra in [self.pending.trim(), complaint.as_str()] {
            if !extra.is_empty() {
                words.push_str(": ");
                words.push_str(extra.lines().next().unwrap_or_default());
            }
        }
        words
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.to_child = None;
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The end of the first complete expression in `text`, if there is one. An atom is complete when something follows it.
fn expression_end(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut depth = 0usize;
    let mut i = 0;
    let mut in_atom = false;
    while i < bytes.len() {
        match bytes[i] {
            quote @ (b'|' | b'"') => {
                // A doubled quote inside a string reads as two adjacent strings, which is harmless here.
                i += 1 + bytes[i + 1..].iter().position(|b| *b == quote)?;
                in_atom = true;
            }
            b';' if !in_atom => i += bytes[i..].iter().position(|b| *b == b'\n')?,
            b'(' => {
                if in_atom && depth == 0 {
                    return Some(i);
                }
                depth += 1;
                in_atom = false;
            }
            b')' if depth <= 1 => return Some(i + 1),
            b')' => {
                depth -= 1;
                in_atom = false;
            }
            b if b.is_ascii_whitespace() => {
                if in_atom && depth == 0 {
                    return Some(i);
                }
                in_atom = false;
            }
            _ => in_atom = true,
        }
        i += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_cut_where_they_end() {
        for (text, first) in [
            ("sat\n", "sat"),
            ("  (a (b) |c)|)\nsat", "  (a (b) |c)|)"),
            ("(error \"no (\")\n", "(error \"no (\")"),
            ("(error \"a \"\"(\"\" b\") x", "(error \"a \"\"(\"\" b\")"),
            ("; note (\nunsat\n", "; note (\nunsat"),
            (")", ")"),
        ] {
            assert_eq!(
                expression_end(text).map(|end| &text[..end]),
                Some(first),
                "{text}"
            );
        }
        for text in ["", "sat", "((x 1)", "(\"", "; only a comment"] {
            assert_eq!(expression_end(text), None, "{text}");
        }
    }
}
