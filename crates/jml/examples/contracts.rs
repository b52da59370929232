//! Prints what is specified in Java files: `cargo run --release -p jml --example contracts -- TARGET...`, where a target is a
//! `.java` file, a directory, or a `.jml` file of declarations.

use classpath::ClassPathBuilder;
use jml::Specifications;
use source::SourceFile;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    if !path.is_dir() {
        files.push(path.to_owned());
        return;
    }
    let entries = std::fs::read_dir(path).into_iter().flatten();
    let mut entries: Vec<PathBuf> = entries.flatten().map(|e| e.path()).collect();
    entries.sort();
    for entry in entries {
        collect(&entry, files);
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut builder = ClassPathBuilder::new();
    let mut files = Vec::new();
    for argument in std::env::args().skip(1) {
        if !argument.ends_with(".jml") {
            builder = builder.target(&argument);
        }
        collect(Path::new(&argument), &mut files);
    }
    let classpath = Arc::new(builder.build()?);
    let (mut sources, mut library) = (Vec::new(), Vec::new());
    for path in files {
        let extension = path.extension().and_then(|e| e.to_str());
        match extension {
            Some("java") => {
                let text = String::from_utf8_lossy(&std::fs::read(&path)?).into_owned();
                sources.push((path, SourceFile::parse(text)));
            }
            Some("jml") => {
                let text = std::fs::read_to_string(&path)?;
                library.push((path, SourceFile::parse_declarations(text)));
            }
            _ => {}
        }
    }
    let (specifications, diagnostics) = Specifications::read(&sources, &library, &classpath);
    for diagnostic in diagnostics {
        eprintln!("{diagnostic}");
    }
    for method in specifications.methods() {
        if !classpath.is_application(&method.class) && library.is_empty() {
            continue;
        }
        let contract = specifications.contract(&method.class, &method.name, &method.descriptor);
        println!("{}.{}{}", method.class, method.name, method.descriptor);
        if let Some(contract) = contract {
            print!("{contract}");
        }
    }
    Ok(())
}
