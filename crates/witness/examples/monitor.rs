//! Runs main classes on a JVM under the watch of a built-in property and prints, for each, where it is first violated:
//! `cargo run -p witness --example monitor -- TARGET PROPERTY CLASS...`

use classpath::ClassPathBuilder;
use property::{Matcher, builtin, parse_prop};
use std::process::{Command, ExitCode};
use std::sync::Arc;
use witness::Copies;

const DRIVER: &str = r#"
import cortado.property.Watch;

class Driver {
    public static void main(String[] args) throws Exception {
        for (int i = 1; i < args.length; i++) {
            Watch.expect(args[0], "?", "?", 0, 0);
            String thrown = "";
            try {
                var main = Class.forName(args[i]).getMethod("main", String[].class);
                main.setAccessible(true);
                main.invoke(null, (Object) new String[0]);
            } catch (java.lang.reflect.InvocationTargetException error) {
                thrown = " (" + error.getCause() + ")";
            }
            String found = "none";
            try {
                Watch.end();
            } catch (AssertionError violation) {
                String[] lines = violation.getMessage().split("\n");
                found = lines[lines.length - 1].trim();
            }
            System.out.println(args[i] + ": " + found + thrown);
        }
        System.exit(0);
    }
}
"#;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [target, property, classes @ ..] = &arguments[..] else {
        eprintln!("usage: monitor TARGET PROPERTY CLASS...");
        return ExitCode::FAILURE;
    };
    match run(target, property, classes) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn run(target: &str, property: &str, classes: &[String]) -> Result<(), String> {
    let classpath = ClassPathBuilder::new().target(target).build();
    let classpath = Arc::new(classpath.map_err(|e| e.to_string())?);
    let text = builtin(property).ok_or("there is no such property")?.text;
    let properties = parse_prop(text, &classpath).properties;
    let matcher = Arc::new(Matcher::new(properties, Arc::clone(&classpath)));
    let monitored = Copies::new(&classpath, Some(&matcher), &[])?;
    for left in monitored.left_alone() {
        eprintln!("{left}");
    }
    let scratch = tempfile::tempdir().map_err(|e| e.to_string())?;
    let driver = scratch.path().join("Driver.java");
    std::fs::write(&driver, DRIVER).map_err(|e| e.to_string())?;
    let mut path = vec![monitored.directory().to_path_buf()];
    path.extend(classpath.entries().map_err(|e| e.to_string())?);
    let path = std::env::join_paths(path).map_err(|e| e.to_string())?;
    let mut java = Command::new("java");
    java.arg("-cp")
        .arg(path)
        .arg(driver)
        .arg(property)
        .args(classes);
    java.status().map_err(|e| e.to_string())?;
    Ok(())
}
