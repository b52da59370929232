//! The built-in properties are read without a complaint.

use classpath::{ClassPath, ClassPathBuilder};
use property::{LIBRARY, parse_prop};
use std::path::Path;
use std::sync::LazyLock;

static JDK: LazyLock<ClassPath> = LazyLock::new(|| ClassPathBuilder::new().build().expect("a JDK"));

#[test]
fn every_property_is_read_without_a_complaint() {
    for builtin in LIBRARY {
        let loaded = parse_prop(builtin.text, &JDK);
        let complaints = loaded.diagnostics.iter();
        let complaints: String = complaints
            .map(|d| d.render(builtin.file, builtin.text))
            .collect();
        assert!(complaints.is_empty(), "{complaints}");
        let [property] = &loaded.properties[..] else {
            panic!("{} is not one property", builtin.file);
        };
        assert_eq!(property.name, builtin.name);
        assert_eq!(property.title, builtin.title());
        assert!(!property.about.is_empty() && !property.title.is_empty());
    }
}

#[test]
fn every_file_is_in_the_library() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../properties");
    let files = std::fs::read_dir(directory).expect("the directory exists");
    let mut names: Vec<String> = files
        .map(|file| {
            file.expect("readable")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .filter(|name| name.ends_with(".prop"))
        .collect();
    names.sort();
    let mut known: Vec<&str> = LIBRARY.iter().map(|builtin| builtin.file).collect();
    known.sort_unstable();
    assert_eq!(names, known);
}

/// The page that teaches the language has an example that works, and lists the library.
#[test]
fn the_manual_is_true() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/properties.md");
    let page = std::fs::read_to_string(page).expect("docs/properties.md");
    let example = page.split("```").nth(1).expect("an example");
    let loaded = parse_prop(example, &JDK);
    let complaints: Vec<String> = loaded
        .diagnostics
        .iter()
        .map(|d| d.render("docs", example))
        .collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    let rows: Vec<&str> = page.lines().filter(|l| l.starts_with("| [`")).collect();
    assert_eq!(rows.len(), LIBRARY.len());
    for (row, builtin) in rows.iter().zip(LIBRARY) {
        assert!(row.contains(&format!("[`{}`]", builtin.name)), "{row}");
        assert!(row.contains(&builtin.title()), "{row}");
    }
}
