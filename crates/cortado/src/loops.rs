//! Loops by the names that `--unwind LOOP=N` takes. A name that no loop has is an error, not a bound without effect.

use crate::failure::Failure;
use classpath::{ClassFile, ClassPath};
use ir::{MethodBody, lower};
use std::sync::Arc;

/// The loops of the targets, one line each, in the order of their classes.
pub fn list(classpath: &ClassPath) -> Result<String, Failure> {
    let mut text = String::new();
    for name in classpath.application_classes()? {
        let Some(class) = classpath.find(&name)? else {
            continue;
        };
        let file = classpath.source_file(&class);
        for found in loops_of(&class)? {
            text.push_str(&found.name);
            if let (Some(file), Some(line)) = (&file, found.line) {
                text.push_str(&format!("  {}:{line}", file.display()));
            }
            text.push('\n');
        }
    }
    Ok(text)
}

/// Complains about a name that no loop has.
pub fn require(classpath: &ClassPath, written: &str) -> Result<(), Failure> {
    let stem = written
        .rsplit_once([':', '@'])
        .map_or(written, |(stem, _)| stem);
    let Some((class_name, method)) = stem.rsplit_once('.') else {
        return Err(Failure::usage(format!(
            "`{written}` is no loop: loops are called like Parking.fee:5 (--list-loops)"
        )));
    };
    let Some(class) = classpath.find(&class_name.replace('.', "/"))? else {
        return Err(Failure::usage(format!(
            "there is no loop {written}, because there is no class {class_name} (--list-loops)"
        )));
    };
    let loops = loops_of(&class)?;
    if loops.iter().any(|found| found.name == written) {
        return Ok(());
    }
    let prefix = format!("{class_name}.{method}");
    let mut text = format!("there is no loop {written}");
    let of_method: Vec<&Loop> = loops
        .iter()
        .filter(|l| l.name.starts_with(&prefix))
        .collect();
    match of_method[..] {
        [] => text.push_str(&format!("; {prefix} has none (--list-loops)")),
        _ => {
            text.push_str("; there is:");
            for found in of_method {
                text.push_str(&format!("\n  {}", found.name));
            }
        }
    }
    Err(Failure::Usage(text))
}

struct Loop {
    name: String,
    line: Option<u32>,
}

fn loops_of(class: &Arc<ClassFile>) -> Result<Vec<Loop>, Failure> {
    let mut found = Vec::new();
    for method in &class.methods {
        let Some(code) = &method.code else { continue };
        let body = lower(class, method).map_err(Failure::usage)?;
        let body = MethodBody::new(body);
        let loops = &body.graphs().loops;
        let names = loops.names(&body.body, class, method);
        for (name, (_, l)) in names.into_iter().zip(loops.iter()) {
            if !l.exceptional {
                let line = code.line_at(body.body.block(l.header).first_pc());
                found.push(Loop { name, line });
            }
        }
    }
    Ok(found)
}
