//! Task definitions: `*.yml` files of format 1.0 and 2.0, as BenchExec reads them.

use serde::Deserialize;
use std::fs;
use std::path::{Path, PathBuf};

/// One property of one task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The definition's path below the directory that was searched, without `.yml`.
    pub name: String,
    /// The property file's name without `.prp`.
    pub property: String,
    pub property_file: PathBuf,
    pub inputs: Vec<PathBuf>,
    pub expected: bool,
}

impl Task {
    /// The part of the name before the last slash; `.` for none.
    pub fn folder(&self) -> &str {
        folder_of(&self.name)
    }
}

pub fn folder_of(name: &str) -> &str {
    name.rsplit_once('/').map_or(".", |(folder, _)| folder)
}

#[derive(Deserialize)]
struct Definition {
    format_version: Text,
    input_files: OneOrMany,
    #[serde(default)]
    properties: Vec<Property>,
}

#[derive(Deserialize)]
struct Property {
    property_file: String,
    expected_verdict: Option<bool>,
}

/// A version is a text, but easily written as a number.
#[derive(Deserialize)]
#[serde(untagged)]
enum Text {
    Text(String),
    Number(f64),
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

/// All tasks with an expected verdict below a directory, or of one definition, by name.
pub fn find(root: &Path) -> Result<Vec<Task>, String> {
    let mut definitions = Vec::new();
    let base = match root.is_dir() {
        true => {
            walk(root, 0, &mut definitions)?;
            root
        }
        false => {
            definitions.push(root.to_path_buf());
            root.parent().unwrap_or(Path::new(""))
        }
    };
    definitions.sort();
    let mut tasks = Vec::new();
    for file in definitions {
        let text =
            fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let relative = file.strip_prefix(base).unwrap_or(&file).with_extension("");
        let name = relative.to_string_lossy().replace('\\', "/");
        let found = parse(&text, &name, file.parent().unwrap_or(Path::new("")))
            .map_err(|error| format!("{}: {error}", file.display()))?;
        tasks.extend(found);
    }
    Ok(tasks)
}

fn walk(directory: &Path, depth: usize, found: &mut Vec<PathBuf>) -> Result<(), String> {
    if depth > 50 {
        return Err(format!("{}: nested too deeply", directory.display()));
    }
    let complain = |error: std::io::Error| format!("{}: {error}", directory.display());
    for entry in fs::read_dir(directory).map_err(complain)? {
        let path = entry.map_err(complain)?.path();
        if path.is_dir() {
            walk(&path, depth + 1, found)?;
        } else if path.extension().is_some_and(|e| e == "yml") {
            found.push(path);
        }
    }
    Ok(())
}

fn parse(text: &str, name: &str, directory: &Path) -> Result<Vec<Task>, String> {
    let definition: Definition =
        serde_saphyr::from_str(text).map_err(|error| format!("not a task definition: {error}"))?;
    let version = match definition.format_version {
        Text::Text(text) => text,
        Text::Number(number) => format!("{number:?}"),
    };
    if !matches!(version.as_str(), "1.0" | "2.0") {
        return Err(format!("format {version} is neither 1.0 nor 2.0"));
    }
    let inputs = match definition.input_files {
        OneOrMany::One(one) => vec![one],
        OneOrMany::Many(many) => many,
    };
    let inputs: Vec<PathBuf> = inputs.iter().map(|path| directory.join(path)).collect();
    let decided = definition.properties.into_iter().filter_map(|property| {
        let file = directory.join(&property.property_file);
        let stem = file.file_stem()?.to_string_lossy().into_owned();
        Some(Task {
            name: name.to_owned(),
            property: stem,
            property_file: file,
            inputs: inputs.clone(),
            expected: property.expected_verdict?,
        })
    });
    Ok(decided.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_formats_are_read() {
        let old = "format_version: '1.0'\ninput_files: 'Main.java'\nproperties:\n  - property_file: ../properties/assert_java.prp\n    expected_verdict: true\n";
        let tasks = parse(old, "arrays/sum", Path::new("arrays")).expect("a task");
        let [task] = &tasks[..] else {
            panic!("one task");
        };
        assert_eq!(task.inputs, [Path::new("arrays/Main.java")]);
        assert_eq!(task.property, "assert_java");
        assert!(task.expected);
        assert_eq!(task.folder(), "arrays");
        let new = "# a comment\nformat_version: \"2.0\"\ninput_files:\n  - ../common/\n  - sum/\nproperties:\n  - property_file: a.prp\n    expected_verdict: false\n  - property_file: b.prp\noptions:\n  language: Java\n";
        let tasks = parse(new, "sum", Path::new("arrays")).expect("a task");
        assert_eq!(tasks.len(), 1);
        assert_eq!(tasks[0].inputs.len(), 2);
        assert!(!tasks[0].expected);
        assert_eq!(tasks[0].folder(), ".");
    }

    #[test]
    fn other_files_are_refused() {
        assert!(
            parse(
                "format_version: '3.0'\ninput_files: x\n",
                "a",
                Path::new("")
            )
            .is_err()
        );
        assert!(parse("input_files: x\n", "a", Path::new("")).is_err());
        assert!(parse(": [", "a", Path::new("")).is_err());
    }
}
