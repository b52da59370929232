//! Names that somebody may have meant who wrote another one.

/// The most similar name as help, if any is similar at all.
pub fn nearest<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Option<String> {
    most_similar(name, names).map(did_you_mean)
}

pub fn did_you_mean(name: &str) -> String {
    format!("did you mean `{name}`?")
}

/// The most similar name, if any is similar at all.
pub fn most_similar<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let limit = name.chars().count().saturating_sub(1) / 2;
    names
        .map(|candidate| (distance(name, candidate), candidate))
        .filter(|(distance, _)| *distance <= limit)
        .min()
        .map(|(_, candidate)| candidate)
}

/// Levenshtein's, with upper and lower case half as far apart as other letters, rounded up.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).map(|i| i * 2).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = (i + 1) * 2;
        for (j, y) in b.iter().enumerate() {
            let change = match () {
                _ if x == *y => 0,
                _ if x.eq_ignore_ascii_case(y) => 1,
                _ => 2,
            };
            let here = (diagonal + change).min(row[j] + 2).min(row[j + 1] + 2);
            diagonal = std::mem::replace(&mut row[j + 1], here);
        }
    }
    row[b.len()].div_ceil(2)
}
