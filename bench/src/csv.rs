//! Comma-separated values as spreadsheets read them (RFC 4180).

/// A field, in quotes where it needs them.
pub(crate) fn quoted(field: &str) -> String {
    match field.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field.to_owned(),
    }
}

/// The fields of each line.
pub(crate) fn rows(text: &str) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    let mut row = vec![String::new()];
    let mut inside = false;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let field = row.last_mut().expect("a row has a field");
        match c {
            '"' if inside && chars.peek() == Some(&'"') => {
                chars.next();
                field.push('"');
            }
            '"' => inside = !inside,
            ',' if !inside => row.push(String::new()),
            '\r' if !inside => {}
            '\n' if !inside => rows.push(std::mem::replace(&mut row, vec![String::new()])),
            c => field.push(c),
        }
    }
    if row != [""] {
        rows.push(row);
    }
    rows
}
