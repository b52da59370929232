//! The tables: times and sizes of formulas by splitter and encoding (003, Figs. 6 and 7; thesis, Table 3.1).

use super::measure::{ENCODINGS, Report, Run, SPLITTERS};
use super::subjects::{SUBJECTS, Size, Subject};
use super::verified::Part;
use crate::columns::table;

/// All of them.
pub fn tables(report: &Report) -> String {
    let mut out = String::new();
    for subject in &SUBJECTS {
        let any = |run: &Run| run.subject == subject.name;
        if report.runs.iter().any(any) {
            details(&mut out, report, subject);
        }
    }
    out
}

fn details(out: &mut String, report: &Report, subject: &Subject) {
    let mut lines = Vec::new();
    for size in subject.sizes {
        let mut name = format!(
            "scope {:2}, {:2} bits, {} unrollings",
            size.scope, size.bits, size.unroll
        );
        let mut paper = size.paper;
        for encoding in ENCODINGS {
            for splitter in SPLITTERS {
                let Some(run) = report.get(subject, size, splitter, encoding) else {
                    continue;
                };
                let mut cells = line(report, subject, size, run);
                cells.push(std::mem::take(&mut paper).to_owned());
                lines.push((std::mem::take(&mut name), cells));
            }
        }
    }
    let columns = [
        "encoding",
        "split",
        "verdict",
        "encode s",
        "solve s",
        "x whole",
        "parts",
        "terms",
        "(most)",
        "variables",
        "(most)",
        "clauses",
        "(most)",
        "paper",
    ];
    let one = match subject.only {
        Some(class) => format!(", one {class}"),
        None => String::new(),
    };
    let title = format!(
        "{}: {}{one}; seconds of the processor; formulas by their average and the largest",
        subject.name, subject.method
    );
    table(out, &title, &columns, lines);
}

fn line(report: &Report, subject: &Subject, size: &Size, run: &Run) -> Vec<String> {
    let verified = &run.verified;
    let whole = report.get(subject, size, "whole", run.encoding);
    let whole = whole.filter(|whole| whole.verified.is_decided() && verified.is_decided());
    let times = whole.map(|whole| whole.verified.solving() / verified.solving().max(1e-4));
    let verdict = match &*verified.verdict {
        "safe" | "safe_within_bounds" => "holds",
        "violated" => "violated",
        _ => "unknown",
    };
    let mut cells = vec![
        run.encoding.to_owned(),
        run.splitter.to_owned(),
        verdict.to_owned(),
        format!("{:.2}", verified.encoding()),
        format!("{:.2}", verified.solving()),
        times.map_or("-".to_owned(), |times| format!("{times:.2}")),
        verified.formulas().to_string(),
    ];
    let of: [fn(&Part) -> Option<u64>; 3] = [
        |part| Some(part.terms),
        |part| part.variables,
        |part| part.clauses,
    ];
    for of in of {
        let none = || "-".to_owned();
        let (average, most) = (verified.average(of), verified.largest(of));
        cells.push(average.map_or_else(none, |number| format!("{number:.0}")));
        cells.push(most.map_or_else(none, |number| number.to_string()));
    }
    cells
}
