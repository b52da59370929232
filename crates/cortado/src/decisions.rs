//! `--dump-decisions`: the decision graphs of the entries, in Graphviz's language.

use crate::failure::Failure;
use classpath::ClassPath;
use explore::{Config, Decisions, Entry};
use std::path::Path;
use std::sync::Arc;

/// Writes the graphs into a file, one after the other, within half of the time that there is; tells how large they are.
pub fn write(
    file: &Path,
    classpath: &Arc<ClassPath>,
    entries: &[Entry],
    config: &Config,
) -> Result<Vec<String>, Failure> {
    let mut config = config.clone();
    config.timeout = config
        .timeout
        .map(|time| time / 2 / entries.len().max(1) as u32);
    let (mut text, mut notes) = (String::new(), Vec::new());
    for entry in entries {
        let graph = Decisions::with(classpath, entry, &config, |graph| {
            let ways = match graph.log_ways() {
                few if few < 6.0 => format!("{:.0}", 10f64.powf(few)),
                many => format!("about 10^{many:.0}"),
            };
            let note = format!(
                "the decision graph of {} has {} decisions and {ways} ways through it",
                graph.entry,
                graph.decisions.len(),
            );
            (graph.dot(), note)
        });
        match graph {
            Ok((dot, note)) => {
                text.push_str(&dot);
                notes.push(note);
            }
            Err(why) => notes.push(format!("no decision graph of {}: {why}", entry.file_name())),
        }
    }
    std::fs::write(file, text)
        .map_err(|error| Failure::usage(format!("cannot write {}: {error}", file.display())))?;
    Ok(notes)
}
