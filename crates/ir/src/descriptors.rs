//! Descriptors taken apart, for code that is made and not read.

use crate::Kind;

/// The kinds of a method descriptor's parameters and result; `None` if it is malformed.
pub fn kinds_of(descriptor: &str) -> Option<(Vec<Kind>, Option<Kind>)> {
    let mut rest = descriptor.strip_prefix('(')?;
    let mut params = Vec::new();
    while !rest.starts_with(')') {
        let (kind, after) = first_kind(rest)?;
        params.push(kind);
        rest = after;
    }
    match &rest[1..] {
        "V" => Some((params, None)),
        result => {
            let (kind, after) = first_kind(result)?;
            after.is_empty().then_some((params, Some(kind)))
        }
    }
}

/// The descriptors of a method's parameters and of its result.
pub fn split_descriptor(descriptor: &str) -> Option<(Vec<&str>, &str)> {
    let mut rest = descriptor.strip_prefix('(')?;
    let mut params = Vec::new();
    while !rest.starts_with(')') {
        let (_, after) = first_kind(rest)?;
        params.push(&rest[..rest.len() - after.len()]);
        rest = after;
    }
    Some((params, &rest[1..]))
}

pub fn kind_of(descriptor: &str) -> Option<Kind> {
    first_kind(descriptor).map(|(kind, _)| kind)
}

fn first_kind(descriptor: &str) -> Option<(Kind, &str)> {
    let kind = match descriptor.as_bytes().first()? {
        b'Z' | b'B' | b'C' | b'S' | b'I' => Kind::Int,
        b'J' => Kind::Long,
        b'F' => Kind::Float,
        b'D' => Kind::Double,
        b'L' => {
            let end = descriptor.find(';')?;
            return Some((Kind::Ref, &descriptor[end + 1..]));
        }
        b'[' => {
            let element = descriptor.trim_start_matches('[');
            let (_, rest) = first_kind(element)?;
            return Some((Kind::Ref, rest));
        }
        _ => return None,
    };
    Some((kind, &descriptor[1..]))
}
