//! Heaps as text and as SVG: objects with their fields, references as names or arrows, changes marked.

use bounded::counterexample::{Counterexample, Object};
use std::collections::BTreeMap;
use std::fmt::Write;

/// One line per object: `node1: Node { value = 3, next = null }`.
pub fn text(objects: &[Object], indent: &str) -> String {
    let mut text = String::new();
    for object in objects {
        if let Some(said) = object.quoted() {
            let _ = writeln!(text, "{indent}{}: {} {said}", object.name, object.class);
            continue;
        }
        let fields: Vec<String> = (object.fields.iter())
            .map(|field| {
                let mark = if field.changed { "*" } else { "" };
                match field.name.starts_with('[') {
                    true => format!("{mark}{}", field.value),
                    false => format!("{mark}{} = {}", field.name, field.value),
                }
            })
            .collect();
        let _ = writeln!(
            text,
            "{indent}{}: {} {{ {} }}",
            object.name,
            object.class,
            fields.join(", ")
        );
    }
    text
}

const LINE: usize = 18;
const LETTER: usize = 8;
const GAP: usize = 40;

/// Both heaps, one below the other.
pub fn svg(title: &str, example: &Counterexample) -> String {
    let (before, width_before, height_before) = heap(&example.before, 60);
    let (after, width_after, height_after) = heap(&example.after, 60 + height_before + 60);
    let width = width_before.max(width_after).max(title.len() * LETTER + 40);
    let height = 60 + height_before + 60 + height_after + 20;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" font-family=\"monospace\" font-size=\"13\">\n\
         <defs><marker id=\"head\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\">\
         <path d=\"M0,0 L10,5 L0,10 z\"/></marker></defs>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    let _ = writeln!(
        text,
        "<text x=\"20\" y=\"24\" font-weight=\"bold\">{}</text>",
        escaped(title)
    );
    let _ = writeln!(text, "<text x=\"20\" y=\"48\">before</text>");
    text.push_str(&before);
    let _ = writeln!(
        text,
        "<text x=\"20\" y=\"{}\">after</text>",
        60 + height_before + 48
    );
    text.push_str(&after);
    text.push_str("</svg>\n");
    text
}

fn heap(objects: &[Object], top: usize) -> (String, usize, usize) {
    let mut text = String::new();
    let mut places: BTreeMap<u32, (usize, usize, usize)> = BTreeMap::new();
    let mut left = 20;
    let mut tallest = 0;
    for object in objects {
        let mut head = format!("{}: {}", object.name, object.class);
        if let Some(said) = object.quoted() {
            let _ = write!(head, " {said}");
        }
        let lines: Vec<String> = (object.fields.iter())
            .map(|field| format!("{} = {}", field.name, field.value))
            .collect();
        let widest = lines
            .iter()
            .map(String::len)
            .chain([head.len()])
            .max()
            .unwrap_or(0);
        let width = widest * LETTER + 16;
        let height = (lines.len() + 1) * LINE + 8;
        let _ = writeln!(
            text,
            "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"#f6f6f6\" stroke=\"black\"/>"
        );
        let _ = writeln!(
            text,
            "<text x=\"{}\" y=\"{}\" font-weight=\"bold\">{}</text>",
            left + 8,
            top + LINE - 2,
            escaped(&head)
        );
        for (at, (field, line)) in object.fields.iter().zip(&lines).enumerate() {
            let color = if field.changed { "#c00000" } else { "black" };
            let _ = writeln!(
                text,
                "<text x=\"{}\" y=\"{}\" fill=\"{color}\">{}</text>",
                left + 8,
                top + (at + 2) * LINE - 2,
                escaped(line)
            );
        }
        places.insert(object.number, (left, width, height));
        left += width + GAP;
        tallest = tallest.max(height);
    }
    // Arrows run below the boxes, so that they cross no text.
    for object in objects {
        let Some((from, width, height)) = places.get(&object.number) else {
            continue;
        };
        for (at, field) in object.fields.iter().enumerate() {
            let Some((to, other, below)) = field.target.and_then(|target| places.get(&target))
            else {
                continue;
            };
            let color = if field.changed { "#c00000" } else { "#404040" };
            let (x1, y1) = (from + width / 2 + at * 6, top + height);
            let (x2, y2) = (to + other / 2, top + below);
            let dip = top + tallest + 20 + at * 8;
            let _ = writeln!(
                text,
                "<path d=\"M{x1},{y1} C{x1},{dip} {x2},{dip} {x2},{y2}\" fill=\"none\" stroke=\"{color}\" marker-end=\"url(#head)\"/>"
            );
        }
    }
    (text, left, tallest + 40)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
