//! What `cortado check` says of the claims about a batch of programs, at one level.

use super::Settings;
use super::claims::Claims;
use crate::checked;
use crate::merging::Level;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::ffi::OsStr;
use std::path::Path;
use std::time::Duration;

/// What was said of one program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    Violations(BTreeSet<String>),
    /// Something was not decided; why.
    Undecided(String),
    /// There is no result; why.
    Crashed(String),
}

/// What is said of a batch, by class.
#[derive(Debug, Default)]
pub struct Verdicts {
    pub said: BTreeMap<String, Said>,
    pub paths: u64,
    pub regions: u64,
    pub inlined: u64,
}

/// Checks all of them in one process, and those about which that leaves doubts in processes of their own.
pub fn judge(
    settings: &Settings,
    path: &OsStr,
    scratch: &Path,
    claims: &[&Claims],
    level: Level,
) -> Result<Verdicts, String> {
    let limit = match u32::try_from(claims.len()) {
        Ok(1) => settings.limit,
        // What needs more is checked again.
        count => settings.limit * count.unwrap_or(u32::MAX) / 4,
    };
    let result = run(settings, path, scratch, claims, level, limit)?;
    let doubtful = match result.json["reasons"].as_array() {
        Some(reasons) => !reasons.is_empty(),
        None => true,
    };
    if !doubtful || claims.len() == 1 {
        let mut verdicts = Verdicts::default();
        verdicts.count(&result.json);
        for one in claims {
            verdicts.said.insert(one.class.clone(), said(&result, one));
        }
        return Ok(verdicts);
    }
    let mut verdicts = Verdicts::default();
    for one in claims {
        let alone = judge(settings, path, scratch, &[one], level)?;
        verdicts.absorb(alone);
    }
    Ok(verdicts)
}

impl Verdicts {
    fn count(&mut self, json: &Value) {
        let number = |name: &str| json["stats"][name].as_u64().unwrap_or(0);
        self.paths += number("paths");
        self.regions += number("merged_regions");
        self.inlined += number("inlined_calls");
    }

    pub fn absorb(&mut self, other: Verdicts) {
        self.said.extend(other.said);
        self.paths += other.paths;
        self.regions += other.regions;
        self.inlined += other.inlined;
    }
}

fn run(
    settings: &Settings,
    path: &OsStr,
    scratch: &Path,
    claims: &[&Claims],
    level: Level,
    limit: Duration,
) -> Result<checked::Checked, String> {
    let json = scratch.join("result.json");
    let mut command = checked::command(&settings.cortado, limit, &json, &scratch.join("tests"));
    command.arg("--quiet").args(env::split_paths(path));
    command.args(&settings.options);
    if settings.pass_level {
        command.args(["--merge", level.name()]);
    }
    for entry in claims.iter().flat_map(|one| one.entries()) {
        command.args(["--method", &entry]);
    }
    checked::run(command, limit, &json)
}

fn said(result: &checked::Checked, claims: &Claims) -> Said {
    if result.json.is_null() {
        return match result.complaint() {
            Some(complaint) => Said::Crashed(complaint),
            None => Said::Undecided("time".to_owned()),
        };
    }
    let none = Vec::new();
    let list = |name: &str| result.json[name].as_array().unwrap_or(&none).iter();
    if let Some(reason) = list("reasons").next() {
        let text = |name: &str| reason[name].as_str().unwrap_or("?").to_owned();
        return match reason["kind"].as_str() {
            Some("internal") => Said::Crashed(text("what")),
            _ => Said::Undecided(format!("{}: {}", text("kind"), text("what"))),
        };
    }
    let prefix = format!("{}.", claims.class);
    let violation = |violation: &Value| {
        let entry = violation["entry"].as_str()?.strip_prefix(&prefix)?;
        let entry = entry.split('(').next()?;
        let at = &violation["where"];
        let thrown = format!(
            "{} at {}.{}:{}",
            violation["exception"]["class"].as_str()?,
            at["class"].as_str()?,
            at["method"].as_str()?,
            at["line"]
        );
        Some(Claims::violation(entry, &thrown))
    };
    Said::Violations(list("violations").filter_map(violation).collect())
}
