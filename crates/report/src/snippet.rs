//! The marked source lines of a violation: the failing statement, and on the lines before it what led there. Steps in
//! other files follow in words.

use crate::words;
use crate::{Sources, Style};
use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};
use outcome::{Kind, Place, TraceStep, Violation};
use std::collections::BTreeMap;
use std::ops::Range;

/// How many steps of a trace are shown; the JSON has them all.
const STEPS_SHOWN: usize = 8;

/// Longest label beside a source line.
const LABEL_WIDTH: usize = 100;

pub(crate) fn render(
    title: &str,
    label: &str,
    violation: &Violation,
    sources: &dyn Sources,
    style: Style,
) -> String {
    let place = &violation.place;
    let id = violation.kind.to_string();
    let title = Level::ERROR.primary_title(title).id(id);
    let renderer = match style.color {
        true => Renderer::styled(),
        false => Renderer::plain(),
    }
    .term_width(style.width);

    let path = place.file.clone().unwrap_or_else(|| place.to_string());
    let text = sources
        .text(place)
        .map(|text| text.replace("\r\n", "\n").replace('\r', "\n"));
    let primary = text.as_deref().and_then(|text| {
        let line = place.line?;
        let start = place.column.map(|column| (line, column));
        let end = place.end_line.zip(place.end_column);
        byte_range(text, line, start, end)
    });
    let (inside, outside) = split_trace(violation, primary.is_some());

    let mut rendered = match (&text, primary) {
        (Some(text), Some(range)) => {
            // The failing range comes first: the header names its position.
            let mut marks = vec![range.clone()];
            let mut labels = Vec::new();
            for (line, label) in &inside {
                if let Some(range) = byte_range(text, *line, None, None) {
                    marks.push(range);
                    labels.push(label.clone());
                }
            }
            let before = position(text, range.start);
            let (text, renderer) = match shorten(text, &mut marks, style.width) {
                // The lines fit.
                Some(shorter) => (shorter, renderer.term_width(usize::MAX / 4)),
                None => (text.clone(), renderer),
            };
            let after = position(&text, marks[0].start);
            let context = marks[1..].iter().zip(labels);
            let context = context
                .map(|(range, label)| AnnotationKind::Context.span(range.clone()).label(label));
            let primary = AnnotationKind::Primary.span(marks[0].clone());
            let snippet = Snippet::source(text.as_str())
                .path(path.as_str())
                .annotation(primary.label(label.to_owned()))
                .annotations(context);
            let rendered = renderer.render(&[title.element(snippet)]);
            let header = |(line, column): (usize, usize)| format!("{path}:{line}:{column}");
            rendered.replacen(&header(after), &header(before), 1)
        }
        _ => {
            let mut origin = Origin::path(path);
            if place.file.is_some() {
                if let Some(line) = place.line {
                    origin = origin.line(line as usize);
                }
                if let Some(column) = place.column {
                    origin = origin.char_column(column as usize);
                }
            }
            renderer.render(&[title.element(origin)])
        }
    };
    // Arrows line up whatever the width of the line numbers.
    let arrow = rendered.lines().nth(1).map(strip_styles);
    let indent = arrow.and_then(|line| line.find("-->")).unwrap_or(2);
    if indent < 2 {
        rendered = rendered.replace('\n', &format!("\n{}", &"  "[indent..]));
    }
    rendered.push('\n');
    for step in outside {
        rendered.push_str(&step);
        rendered.push('\n');
    }
    rendered
}

/// The steps to show beside source lines, by line, and those to show in words.
fn split_trace(violation: &Violation, has_source: bool) -> (BTreeMap<u32, String>, Vec<String>) {
    let mut inside: BTreeMap<u32, Vec<(String, u64)>> = BTreeMap::new();
    let mut outside: Vec<(String, u64)> = Vec::new();
    let place = &violation.place;
    for step in &violation.trace {
        let here = has_source && step.place.file.is_some() && step.place.file == place.file;
        match step.place.line {
            Some(line) if here => {
                let steps = inside.entry(line).or_default();
                visit(steps, describe(step), violation.kind);
            }
            _ => {
                let text = format!(
                    "   via {}: {}",
                    words::line(&step.place.to_string(), 200),
                    describe(step)
                );
                match outside.last_mut() {
                    Some((last, count)) if *last == text => *count += 1,
                    _ => outside.push((text, 1)),
                }
            }
        }
    }
    // The lines nearest to the failure matter most.
    let mut lines: Vec<u32> = inside.keys().copied().collect();
    lines.sort_by_key(|line| line.abs_diff(place.line.unwrap_or(0)));
    for far in lines.into_iter().skip(STEPS_SHOWN) {
        inside.remove(&far);
    }
    let skipped = outside.len().saturating_sub(STEPS_SHOWN);
    let mut steps = Vec::new();
    if skipped > 0 {
        steps.push(format!(
            "   … {} before",
            words::plural(skipped as u64, "step")
        ));
    }
    let shown = outside.into_iter().skip(skipped);
    steps.extend(shown.map(|(text, count)| text + &words::times(count)));
    let inside = inside
        .into_iter()
        .map(|(line, steps)| {
            let steps = steps.into_iter();
            let texts: Vec<String> = steps
                .map(|(text, count)| text + &words::times(count))
                .collect();
            (line, texts.join("; "))
        })
        .collect();
    (inside, steps)
}

/// One more step on a line. The last visit says most; how often the line was visited is added. The steps of a property
/// are all different things, in the order of their last times.
fn visit(steps: &mut Vec<(String, u64)>, text: String, kind: Kind) {
    let same = match kind {
        Kind::Property => steps.iter().position(|(known, _)| *known == text),
        _ => (!steps.is_empty()).then_some(0),
    };
    let count = same.map_or(0, |same| steps.remove(same).1);
    steps.push((text, count + 1));
}

fn describe(step: &TraceStep) -> String {
    let values: Vec<String> = (step.values.iter())
        .map(|value| format!("{} = {}", value.name, words::line(&value.value, 40)))
        .collect();
    let text = match (step.what.is_empty(), values.is_empty()) {
        (true, _) => values.join(", "),
        (false, true) => step.what.clone(),
        (false, false) => format!("{}: {}", step.what, values.join(", ")),
    };
    words::line(&text, LABEL_WIDTH)
}

/// The bytes of a range of text; without columns, a line without the white space around it.
fn byte_range(
    text: &str,
    line: u32,
    start: Option<(u32, u32)>,
    end: Option<(u32, u32)>,
) -> Option<Range<usize>> {
    let (line_start, body) = line_at(text, line)?;
    let trimmed_start = line_start + (body.len() - body.trim_start().len());
    // An opening brace belongs to what follows.
    let shown = body.trim_end();
    let shown = shown.strip_suffix('{').map_or(shown, str::trim_end);
    let trimmed_end = (line_start + shown.len()).max(trimmed_start);
    let from = match start {
        Some((line, column)) => offset(text, line, column)?,
        None => trimmed_start,
    };
    let to = match (start, end) {
        (Some(_), Some((line, column))) => offset(text, line, column)?,
        _ => trimmed_end,
    };
    // Tables of another version of the file may point anywhere.
    (from <= to && to <= text.len()).then_some(from..to)
}

/// Room for line numbers and the bar beside them.
const GUTTER: usize = 12;

/// How much of a line is shown before what is marked in it.
const LEAD: usize = 24;

/// The text with its long lines cut around what is marked in them, so that the marks stay below it; none where every
/// line that matters fits, or where a mark spans several lines.
fn shorten(text: &str, marks: &mut [Range<usize>], width: usize) -> Option<String> {
    let room = width.saturating_sub(GUTTER).max(40);
    // Tabs are drawn as four spaces.
    let columns = |text: &str| {
        text.chars()
            .map(|c| if c == '\t' { 4 } else { 1 })
            .sum::<usize>()
    };
    let marked =
        |start: usize, end: usize, mark: &Range<usize>| start <= mark.start && mark.start <= end;
    if marks.iter().any(|mark| text[mark.clone()].contains('\n')) {
        return None;
    }
    let mut out = String::with_capacity(text.len());
    let mut moved: Vec<Range<usize>> = marks.to_vec();
    let mut is_cut = false;
    let mut start = 0;
    for body in text.split('\n') {
        let end = start + body.len();
        let own: Vec<usize> = (0..marks.len())
            .filter(|i| marked(start, end, &marks[*i]))
            .collect();
        let at = out.len();
        if columns(body) <= room {
            out.push_str(body);
            for i in own {
                moved[i] = marks[i].start - start + at..marks[i].end - start + at;
            }
        } else {
            is_cut |= !own.is_empty();
            // The first mark on the line is the failing one, if that is here.
            let first = own.first().map_or(0, |i| marks[*i].start - start);
            let last = own.first().map_or(0, |i| marks[*i].end - start);
            let from = match columns(&body[..last]) < room {
                true => 0,
                false => back(body, first, LEAD),
            };
            let to = forth(body, from, room - 2);
            let before = if from > 0 { "…" } else { "" };
            out.push_str(before);
            out.push_str(&body[from..to]);
            if to < body.len() {
                out.push('…');
            }
            let place = |offset: usize| match offset.checked_sub(from) {
                Some(within) => at + before.len() + within.min(to - from),
                None => at,
            };
            for i in own {
                moved[i] = place(marks[i].start - start)..place(marks[i].end - start);
            }
        }
        out.push('\n');
        start = end + 1;
    }
    out.pop();
    if !is_cut {
        return None;
    }
    marks.clone_from_slice(&moved);
    Some(out)
}

/// So many characters before an offset.
fn back(text: &str, offset: usize, count: usize) -> usize {
    let before = text[..offset].char_indices().rev();
    before.take(count).last().map_or(offset, |(at, _)| at)
}

/// So many characters behind an offset.
fn forth(text: &str, offset: usize, count: usize) -> usize {
    let mut behind = text[offset..].char_indices();
    behind.nth(count).map_or(text.len(), |(at, _)| offset + at)
}

/// The line and column, in characters from 1, of an offset.
fn position(text: &str, offset: usize) -> (usize, usize) {
    let before = &text[..offset];
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = before.matches('\n').count() + 1;
    (line, before[line_start..].chars().count() + 1)
}

fn line_at(text: &str, line: u32) -> Option<(usize, &str)> {
    let mut start = 0;
    for (i, body) in text.split('\n').enumerate() {
        if i + 1 == line as usize {
            return Some((start, body));
        }
        start += body.len() + 1;
    }
    None
}

/// The byte at a column that counts UTF-16 code units from 1.
fn offset(text: &str, line: u32, column: u32) -> Option<usize> {
    let (start, body) = line_at(text, line)?;
    let mut units = 1;
    for (i, c) in body.char_indices() {
        if units >= column {
            return Some(start + i);
        }
        units += c.len_utf16() as u32;
    }
    Some(start + body.len())
}

/// The line without escape sequences for colour.
fn strip_styles(line: &str) -> String {
    let mut out = String::new();
    let mut inside = false;
    for c in line.chars() {
        match (inside, c) {
            (false, '\u{1b}') => inside = true,
            (false, c) => out.push(c),
            (true, 'm') => inside = false,
            (true, _) => {}
        }
    }
    out
}

/// Whether the entry that a violation names is the method in which it lies.
pub(crate) fn is_in_entry(entry: &str, place: &Place) -> bool {
    let name = format!("{}.{}", place.class, place.method);
    entry
        .strip_prefix(&name)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('('))
}
