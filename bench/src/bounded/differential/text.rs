//! The classes of a program as text, the same for `cortado` and for the oracle but for specifications here, and a memory
//! and counters there.

use super::classwide::TAGS;
use super::program::Program;
use super::shape::{CONSTANT_CLASSES, Ty};
use super::variant::VARIANTS;
use std::fmt::Write;

/// The classes, for `cortado` or for the oracle. `host` has what is inserted into the class of the method.
pub fn classes(program: &Program, remembers: bool, host: &str, root: &str) -> String {
    let mut text = String::new();
    for field in &program.shape.statics {
        let (ty, name) = (field.ty.java(), field.name);
        let _ = match remembers {
            true => writeln!(text, "  static {ty} {name}, old_{name};"),
            false => writeln!(text, "  static /*@ nullable @*/ {ty} {name};"),
        };
    }
    if !remembers {
        for said in &program.static_invariants {
            let _ = writeln!(text, "  //@ static invariant {};", said.jml);
        }
        for said in &program.static_constraints {
            let _ = writeln!(text, "  //@ static constraint {};", said.jml);
        }
    }
    if program.shape.has_enum {
        text += CONSTANT_CLASSES;
    }
    for class in &program.shape.classes {
        let is_abstract = if class.is_abstract { "abstract " } else { "" };
        let parent = class
            .parent
            .map(|parent| format!(" extends {parent}"))
            .unwrap_or_default();
        let _ = writeln!(
            text,
            "  static {is_abstract}class {}{parent} {{",
            class.name
        );
        for field in &class.fields {
            let nullable = match field.ty.is_reference() && field.nullable {
                true => "/*@ nullable @*/ ",
                false => "",
            };
            let _ = writeln!(text, "    {nullable}{} {};", field.ty.java(), field.name);
            if remembers {
                let _ = writeln!(text, "    {} old_{};", field.ty.java(), field.name);
            }
        }
        if remembers {
            if class.parent.is_none() {
                text += "    { R.made(this); }\n";
            }
            text += "    void save() {\n";
            if class.parent.is_some() {
                text += "      super.save();\n";
            }
            for field in &class.fields {
                let _ = writeln!(text, "      old_{0} = {0};", field.name);
            }
            text += "    }\n";
        } else {
            for (_, invariant) in program
                .invariants
                .iter()
                .filter(|(of, _)| *of == class.name)
            {
                let _ = writeln!(text, "    //@ invariant {};", invariant.jml);
            }
            for (_, constraint) in program
                .constraints
                .iter()
                .filter(|(of, _)| *of == class.name)
            {
                let _ = writeln!(text, "    //@ constraint {};", constraint.jml);
            }
            for (_, said) in program.initially.iter().filter(|(of, _)| *of == class.name) {
                let _ = writeln!(text, "    //@ initially {};", said.jml);
            }
        }
        let mut setups = program.setups.iter().filter(|(of, _)| *of == class.name);
        match setups.next() {
            Some((_, setup)) => {
                let _ = writeln!(
                    text,
                    "    {}() {{ {} }}",
                    class.name,
                    listed(setup, remembers)
                );
            }
            // The one that is verified takes the place of the one that nobody writes.
            None if program.is_constructor && program.host == Some(class.name) => {
                let _ = writeln!(text, "    {}() {{ }}", class.name);
            }
            None => {}
        }
        for pure in &program.pure {
            for (_, body) in pure.bodies.iter().filter(|(of, _)| *of == class.name) {
                let parameter = if pure.has_parameter { "int k" } else { "" };
                let ty = pure.ty.java();
                let _ = writeln!(
                    text,
                    "    /*@ pure @*/ {ty} {}({parameter}) {{ return {}; }}",
                    pure.name, body.jml
                );
            }
        }
        for (_, body) in program.setters.iter().filter(|(of, _)| *of == class.name) {
            let _ = writeln!(text, "    void set(int k) {{ {body} }}");
        }
        if class.name == "Node" && program.shape.has_sum() {
            let (enter, leave) = match remembers {
                true => ("R.enter(); try { ", " } finally { R.leave(); }"),
                false => ("", ""),
            };
            let body = "if (next == null) return v; return v + next.sum();";
            let _ = writeln!(text, "    int sum() {{ {enter}{body}{leave} }}");
        }
        if program.host == Some(class.name) {
            text += host;
        } else if class.is_abstract {
            text += root;
        } else if program.inherits {
            text += &others(program, remembers);
        }
        text += "  }\n";
    }
    if program.host.is_none() {
        text += host;
    }
    text
}

/// The method in classes beside the one it is of.
fn others(program: &Program, remembers: bool) -> String {
    let mut text = String::new();
    let value = match &program.result {
        None => "",
        Some(Ty::Int) => " 0",
        Some(Ty::Bool) => " false",
        Some(_) => " null",
    };
    let numbers = match remembers {
        true => vec![None],
        false => (0..VARIANTS).map(Some).collect(),
    };
    for number in numbers {
        let _ = writeln!(text, "    {} {{ return{value}; }}", header(program, number));
    }
    text
}

/// Lists of the oracle keep to bounds.
fn listed(code: &str, remembers: bool) -> String {
    match remembers {
        true => code.replace("new ArrayList<", "new R.Bounded<"),
        false => code.to_owned(),
    }
}

/// A method up to its body; the oracle's has no number.
pub fn header(program: &Program, number: Option<usize>) -> String {
    if let (Some(class), true) = (program.host, program.is_constructor) {
        let mut parameters = vec![format!("{} tag", TAGS[number.unwrap_or(0)])];
        parameters.extend(Some(program.signature()).filter(|rest| !rest.is_empty()));
        return format!("{class}({})", parameters.join(", "));
    }
    let name = number.map_or("test".to_owned(), |number| format!("test{number}"));
    let result = program.result.as_ref().map_or("void".to_owned(), Ty::java);
    let is_static = if program.host.is_none() {
        "static "
    } else {
        ""
    };
    let nullable =
        match program.result.as_ref().is_some_and(Ty::is_reference) && program.result_nullable {
            true => "/*@ nullable @*/ ",
            false => "",
        };
    format!(
        "{is_static}{nullable}{result} {name}({})",
        program.signature()
    )
}

/// The body with counters in its loops, or without a trace of them.
pub fn body(program: &Program, counted: bool, indent: &str) -> String {
    let mut text = String::new();
    for line in &program.body {
        let mark = line
            .trim()
            .trim_start_matches("/*")
            .trim_end_matches("*/")
            .split_once(' ');
        let line = match (mark, counted) {
            (Some(("loop", id)), true) if line.trim().starts_with("/*") => {
                format!("int c{id}_ = 0;")
            }
            (Some(("tick", id)), true) if line.trim().starts_with("/*") => {
                format!("R.tick(++c{id}_);")
            }
            (Some(("loop" | "tick", _)), false) if line.trim().starts_with("/*") => continue,
            _ => line.clone(),
        };
        let length = if counted { "R.len" } else { "" };
        let line = listed(&line, counted);
        let _ = writeln!(text, "{indent}{}", line.replace("/*len*/", length));
    }
    text
}
