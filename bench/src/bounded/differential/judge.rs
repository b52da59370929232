//! What `cortado verify` says of generated programs.

use super::Bounds;
use super::classwide::TAGS;
use super::program::Program;
use crate::checked;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// What was said of one method.
#[derive(Clone, Debug, Default)]
pub struct Said {
    /// `holds`, `violated`, `vacuous`, `unknown`.
    pub verdict: String,
    pub why: String,
    /// The lines of the clauses that are said to be violated.
    pub lines: BTreeSet<u64>,
    /// What became of replays, if there were any: `confirmed`, `refuted: …`.
    pub replays: Vec<String>,
}

/// Verifies the programs in one process; results by class and number of the method.
pub fn judge(
    cortado: &Path,
    programs: &[&Program],
    files: &[PathBuf],
    directory: &Path,
    bounds: Bounds,
    replay: bool,
    options: &[String],
) -> Result<BTreeMap<(String, usize), Said>, String> {
    let json = directory.join("result.json");
    let mut scopes = vec!["3".to_owned()];
    scopes.push(format!("int[]={}", bounds.int_arrays));
    scopes.push(format!("java.util.ArrayList={}", bounds.lists));
    for program in programs {
        for class in &program.shape.classes {
            scopes.push(format!(
                "{}${}={}",
                program.class(),
                class.name,
                class.objects
            ));
        }
        // Not every program has this class.
        if program.shape.classes.iter().any(|it| it.name == "Node") {
            scopes.push(format!(
                "{}$Node[]={}",
                program.class(),
                program.shape.ref_arrays
            ));
        }
    }
    let mut command = Command::new(cortado);
    command
        .arg("verify")
        .args(files)
        .args(["--quiet", "--jobs", "1", "--timeout", "20s"])
        .args(["--scope", &scopes.join(",")])
        .args([
            "--unroll",
            &bounds.unroll.to_string(),
            "--array-length",
            &bounds.length.to_string(),
        ])
        .arg("--json")
        .arg(&json)
        .arg("--junit")
        .arg(directory.join("tests"))
        .args((!replay).then_some("--no-replay"))
        .args(options);
    let limit = Duration::from_secs(30) + Duration::from_secs(60) * programs.len() as u32;
    let result = checked::run(command, limit, &json)?;
    if let Some(complaint) = result.complaint() {
        return Err(format!("{complaint}\n{}", result.stderr));
    }
    let mut found: BTreeMap<(String, usize), Said> = BTreeMap::new();
    let none = Vec::new();
    let list = |name: &str| result.json[name].as_array().unwrap_or(&none).iter();
    for obligation in list("obligations") {
        let what = obligation["what"].as_str().unwrap_or_default();
        if let Some(method) = what.strip_prefix("contract of ").and_then(method)
            && obligation["status"] == "holds"
        {
            found.entry(method).or_default().verdict = "holds".into();
        }
    }
    for violation in list("violations") {
        if let Some(method) = violation["entry"].as_str().and_then(method) {
            let said = found.entry(method).or_default();
            said.verdict = "violated".into();
            said.why = violation["what"].as_str().unwrap_or_default().to_owned();
            said.lines.extend(written(violation));
            let text = |name: &str| violation[name].as_str().unwrap_or_default();
            if replay {
                let (what, why) = (text("replayed"), text("why"));
                let colon = if why.is_empty() { "" } else { ": " };
                said.replays.push(format!("{what}{colon}{why}"));
            }
        }
    }
    for reason in list("reasons") {
        let what = reason["what"].as_str().unwrap_or_default();
        let (name, why) = match what.strip_prefix("contract of ") {
            Some(name) => (name, "vacuous"),
            None => what.split_once(": ").unwrap_or((what, "")),
        };
        if let Some(method) = method(name) {
            let said = found.entry(method).or_default();
            said.verdict = if why == "vacuous" {
                "vacuous".into()
            } else {
                "unknown".into()
            };
            said.why = why.to_owned();
        }
    }
    Ok(found)
}

/// The line of the clause that is violated, if somebody wrote it; what a case implies has the line of the case.
fn written(violation: &serde_json::Value) -> Option<u64> {
    let word = violation["what"].as_str()?.split([' ', ':']).next()?;
    let text = std::fs::read_to_string(violation["where"]["file"].as_str()?).ok()?;
    let line = violation["where"]["line"].as_u64()?;
    let clause = text
        .lines()
        .nth(usize::try_from(line).ok()?.checked_sub(1)?)?;
    clause
        .split_whitespace()
        .any(|other| other == word)
        .then_some(line)
}

/// `P7$Node.test2(int)` or `P7$Node.<init>(char, int)`: the class and the number.
fn method(name: &str) -> Option<(String, usize)> {
    if let Some((class, rest)) = name.split_once(".<init>(") {
        let tag = rest.split([',', ')']).next()?;
        let number = TAGS.iter().position(|known| *known == tag)?;
        return Some((class.to_owned(), number));
    }
    let (class, rest) = name.split_once(".test")?;
    let number: String = rest.chars().take_while(char::is_ascii_digit).collect();
    Some((class.to_owned(), number.parse().ok()?))
}
