//! `--dump-decisions`: the decision graphs of the entries, in Graphviz's language.

use crate::entries;
use crate::failure::Failure;
use classpath::ClassPath;
use explore::{Config, Decisions, Ending, Entry};
use std::path::Path;
use std::sync::Arc;

/// Writes the graphs into a file, one after the other, within half of the time that there is; tells how large they are.
pub fn write(
    file: &Path,
    classpath: &Arc<ClassPath>,
    all: &[Entry],
    config: &Config,
) -> Result<Vec<String>, Failure> {
    let mut config = config.clone();
    config.timeout = config
        .timeout
        .map(|time| time / 2 / all.len().max(1) as u32);
    let (mut text, mut notes) = (String::new(), Vec::new());
    for entry in all {
        let name = entries::describe(classpath, entry);
        let graph = Decisions::with(classpath, entry, &config, |graph| {
            let ways = match graph.log_ways() {
                few if few < 6.0 => format!("{:.0}", 10f64.powf(few)),
                many => format!("about 10^{many:.0}"),
            };
            let open = graph
                .endings()
                .into_keys()
                .filter_map(|ending| match ending {
                    Ending::Unknown(what) => Some(what.as_str()),
                    _ => None,
                });
            let open: Vec<&str> = open.collect();
            let mut note = format!(
                "the decision graph of {name} has {} decisions and {ways} ways through it",
                graph.decisions.len(),
            );
            if !open.is_empty() {
                note = format!("{note}, not all of them to their ends: {}", open.join("; "));
            }
            (graph.dot(&name), note)
        });
        match graph {
            Ok((dot, note)) => {
                text.push_str(&dot);
                notes.push(note);
            }
            Err(why) => notes.push(format!("no decision graph of {name}: {why}")),
        }
    }
    std::fs::write(file, text)
        .map_err(|error| Failure::usage(format!("cannot write {}: {error}", file.display())))?;
    Ok(notes)
}
