//! A decision graph in Graphviz's language: an ellipse for each decision, a box for each kind of end.

use super::{Decisions, Ending, Next};
use logic::{Pool, Printer, Term};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Characters of a condition that are shown.
const SHOWN: usize = 60;

pub fn dot(graph: &Decisions, name: &str) -> String {
    let mut out = format!("digraph \"{}\" {{\n", escaped(name));
    out.push_str("  node [fontname=monospace];\n  start [shape=point];\n");
    let mut ends: BTreeMap<&Ending, usize> = BTreeMap::new();
    for ending in graph.endings().into_keys() {
        let number = ends.len();
        ends.insert(ending, number);
    }
    let name = |next: &Next| match next {
        Next::Decision(id) => format!("d{}", id.0),
        Next::End(ending) => format!("end{}", ends[ending]),
    };
    // Writing to a string does not fail, here and below.
    let _ = writeln!(out, "  start -> {};", name(&graph.first));
    for (index, decided) in graph.decisions.iter().enumerate() {
        let text = shown(&graph.pool, decided.conditions[1]);
        let (text, place) = (escaped(&text), escaped(&decided.place));
        let _ = writeln!(out, "  d{index} [label=\"{place}\\n{text}\"];");
        for (answer, next) in ["no", "yes"].iter().zip(&decided.then) {
            let _ = writeln!(out, "  d{index} -> {} [label={answer}];", name(next));
        }
    }
    for (ending, number) in &ends {
        let text = match ending {
            Ending::Returned => "returns".to_owned(),
            Ending::Threw(class) => format!("throws {class}"),
            Ending::RuledOut => "ruled out".to_owned(),
            Ending::Bound(option) => format!("bound ({option})"),
            Ending::Unknown(what) => format!("not followed: {what}"),
        };
        let text = escaped(&text);
        let _ = writeln!(out, "  end{number} [shape=box, label=\"{text}\"];");
    }
    out.push_str("}\n");
    out
}

/// The condition, or its beginning.
fn shown(pool: &Pool, condition: Term) -> String {
    // Printing all of it only to cut it off would take long where it is large.
    let (mut left, mut waiting) = (SHOWN, vec![condition]);
    while let Some(term) = waiting.pop() {
        if left == 0 {
            return "…".to_owned();
        }
        left -= 1;
        waiting.extend(pool.children(term));
    }
    let text = Printer::new(pool).term(condition);
    match text.chars().count() > SHOWN {
        true => text.chars().take(SHOWN).chain(['…']).collect(),
        false => text,
    }
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
