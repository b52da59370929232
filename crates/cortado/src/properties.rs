//! The regular properties that `--property` names: those of the library, and files of the user's.

use crate::failure::Failure;
use classpath::ClassPath;
use property::{Loaded, Property};
use std::path::Path;

/// Reads the properties, in the order given. Warnings go to standard error.
pub fn load(names: &[String], classpath: &ClassPath) -> Result<Vec<Property>, Failure> {
    let mut properties: Vec<Property> = Vec::new();
    for name in names {
        for property in load_one(name, classpath)? {
            if !properties.iter().any(|known| known.name == property.name) {
                properties.push(property);
            }
        }
    }
    Ok(properties)
}

fn load_one(name: &str, classpath: &ClassPath) -> Result<Vec<Property>, Failure> {
    let (file, text, loaded): (String, String, Loaded) = match property::builtin(name) {
        Some(builtin) => {
            let loaded = property::parse_prop(builtin.text, classpath);
            (builtin.file.to_owned(), builtin.text.to_owned(), loaded)
        }
        None => {
            let path = Path::new(name);
            let text = std::fs::read(path).map_err(|error| {
                let known: Vec<&str> = property::LIBRARY.iter().map(|b| b.name).collect();
                Failure::usage(format!(
                    "--property {name}: neither a property of the library ({}) nor a file that can be read: {error}",
                    known.join(", ")
                ))
            })?;
            let text = String::from_utf8_lossy(&text).into_owned();
            let is_mop = path.extension().is_some_and(|extension| extension == "mop");
            let loaded = match is_mop {
                true => property::parse_mop(&text, classpath),
                false => property::parse_prop(&text, classpath),
            };
            (name.to_owned(), text, loaded)
        }
    };
    let rendered = loaded.diagnostics.iter().map(|d| d.render(&file, &text));
    let rendered: String = rendered.collect();
    if loaded.has_errors() {
        return Err(Failure::usage(format!("--property {name}:\n{rendered}")));
    }
    eprint!("{rendered}");
    Ok(loaded.properties)
}
