//! The crates depend on each other as the table in `ARCHITECTURE.md` says, and in no other way.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().expect("the workspace exists")
}

/// The crates that each crate may use; `None` for all.
fn allowed(page: &str) -> BTreeMap<String, Option<BTreeSet<String>>> {
    let table = page
        .lines()
        .skip_while(|line| !line.starts_with("| crate |"))
        .skip(2)
        .take_while(|line| line.starts_with('|'));
    let names = |cell: &str| -> BTreeSet<String> {
        let quoted = cell.split('`').skip(1).step_by(2);
        quoted.map(str::to_owned).collect()
    };
    table
        .map(|row| {
            let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
            let [name, _, uses] = cells[..] else {
                panic!("not a row of three cells: {row}");
            };
            let name = name.trim_matches('`').to_owned();
            (name, (uses != "all").then(|| names(uses)))
        })
        .collect()
}

/// The direct dependencies of each crate under `crates/` on others there.
fn actual(root: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let output = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--no-deps",
            "--format-version",
            "1",
            "--offline",
        ])
        .current_dir(root)
        .output()
        .expect("cargo runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo prints JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let crates = root.join("crates");
    let inside: BTreeMap<&str, &Value> = packages
        .iter()
        .filter(|p| Path::new(text(&p["manifest_path"])).starts_with(&crates))
        .map(|p| (text(&p["name"]), p))
        .collect();
    inside
        .iter()
        .map(|(name, package)| {
            let dependencies = package["dependencies"].as_array().expect("dependencies");
            let used = dependencies.iter().map(|d| text(&d["name"]));
            let used = used.filter(|name| packages.iter().any(|p| text(&p["name"]) == *name));
            ((*name).to_owned(), used.map(str::to_owned).collect())
        })
        .collect()
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a string")
}

#[test]
fn crates_use_only_what_the_table_names() {
    let root = root();
    let page = std::fs::read_to_string(root.join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    let allowed = allowed(&page);
    let actual = actual(&root);
    let rows: BTreeSet<&String> = allowed.keys().collect();
    let crates: BTreeSet<&String> = actual.keys().collect();
    assert_eq!(
        rows, crates,
        "the table and the directories under crates/ differ"
    );
    let mut wrong = Vec::new();
    for (name, used) in &actual {
        for other in used {
            let permitted = match &allowed[name] {
                // Its tests run the score over tasks of the competition's kind.
                None => allowed.contains_key(other) || other == "bench",
                Some(names) => names.contains(other),
            };
            if !permitted {
                wrong.push(format!(
                    "{name} uses {other}, and ARCHITECTURE.md does not say so"
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
