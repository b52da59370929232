//! Names in SMT-LIB text. Any string can name a symbol; what SMT-LIB cannot spell, and what means something else there,
//! is written with a marker and escapes that reading undoes.

use crate::op::RoundingMode;

/// Starts a name that is written with escapes, or that would otherwise be read as a reserved or predefined word.
const MARKER: &str = "%%";

/// Words of the language, and of the theories that the parser knows.
const RESERVED: &[&str] = &[
    "!",
    "_",
    "as",
    "let",
    "forall",
    "exists",
    "par",
    "match",
    "true",
    "false",
    "not",
    "and",
    "or",
    "xor",
    "=>",
    "=",
    "distinct",
    "ite",
    "Bool",
    "Int",
    "Real",
    "Array",
    "BitVec",
    "FloatingPoint",
    "RoundingMode",
    "Float16",
    "Float32",
    "Float64",
    "Float128",
    "select",
    "store",
    "const",
    "+",
    "-",
    "*",
    "/",
    "div",
    "mod",
    "abs",
    "<",
    "<=",
    ">",
    ">=",
    "concat",
    "bvcomp",
    "bv2nat",
    "ubv_to_int",
    "sbv_to_int",
    "fp",
    "roundNearestTiesToEven",
    "roundNearestTiesToAway",
    "roundTowardPositive",
    "roundTowardNegative",
    "roundTowardZero",
    "RNE",
    "RNA",
    "RTP",
    "RTN",
    "RTZ",
];

fn is_reserved(name: &str) -> bool {
    RESERVED.contains(&name) || name.starts_with("fp.") || name.starts_with("bv")
}

fn is_simple_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c)
}

fn is_simple(name: &str) -> bool {
    !name.is_empty()
        && !name.starts_with(|c: char| c.is_ascii_digit())
        && name.chars().all(is_simple_char)
}

fn needs_escape(c: char) -> bool {
    matches!(c, '|' | '\\') || c.is_ascii_control()
}

/// The spelling of a name.
pub(crate) fn write(name: &str) -> String {
    if is_reserved(name) || name.starts_with(MARKER) || name.chars().any(needs_escape) {
        let mut text = String::from(MARKER);
        for c in name.chars() {
            if needs_escape(c) || c == '%' {
                text.push_str(&format!("%{:02X}", u32::from(c)));
            } else {
                text.push(c);
            }
        }
        return quote(text);
    }
    quote(name.to_owned())
}

fn quote(name: String) -> String {
    if is_simple(&name) {
        name
    } else {
        format!("|{name}|")
    }
}

/// The name behind a spelling (without quotes), if it is one of the marked ones.
pub(crate) fn read_marked(spelling: &str) -> Option<String> {
    let mut rest = spelling.strip_prefix(MARKER)?;
    let mut name = String::new();
    while let Some(position) = rest.find('%') {
        name.push_str(&rest[..position]);
        let code = rest.get(position + 1..position + 3)?;
        name.push(char::from(u8::from_str_radix(code, 16).ok()?));
        rest = &rest[position + 3..];
    }
    name.push_str(rest);
    Some(name)
}

/// The short name of a rounding mode.
pub(crate) fn mode(mode: RoundingMode) -> &'static str {
    match mode {
        RoundingMode::Rne => "RNE",
        RoundingMode::Rna => "RNA",
        RoundingMode::Rtp => "RTP",
        RoundingMode::Rtn => "RTN",
        RoundingMode::Rtz => "RTZ",
    }
}

/// A rounding mode by its short or long name.
pub(crate) fn read_mode(name: &str) -> Option<RoundingMode> {
    Some(match name {
        "RNE" | "roundNearestTiesToEven" => RoundingMode::Rne,
        "RNA" | "roundNearestTiesToAway" => RoundingMode::Rna,
        "RTP" | "roundTowardPositive" => RoundingMode::Rtp,
        "RTN" | "roundTowardNegative" => RoundingMode::Rtn,
        "RTZ" | "roundTowardZero" => RoundingMode::Rtz,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spelling() {
        for (name, spelling) in [
            ("x", "x"),
            ("x!1", "x!1"),
            ("a b", "|a b|"),
            ("1x", "|1x|"),
            ("", "||"),
            ("java.lang.String.length()", "|java.lang.String.length()|"),
            ("and", "%%and"),
            ("bv5", "%%bv5"),
            ("fp.add", "%%fp.add"),
            ("a|b", "%%a%7Cb"),
            ("a\\b%", "%%a%5Cb%25"),
            ("%%x", "%%%25%25x"),
            ("x50%", "x50%"),
            ("é", "|é|"),
            ("a\nb", "%%a%0Ab"),
            ("( |", "|%%( %7C|"),
        ] {
            assert_eq!(write(name), spelling);
            let bare = spelling.trim_matches('|');
            assert_eq!(read_marked(bare).unwrap_or_else(|| bare.to_owned()), name);
        }
        assert_eq!(read_marked("%%a%7"), None);
        assert_eq!(read_marked("%%a%zz"), None);
        assert_eq!(read_marked("x"), None);
    }

    #[test]
    fn modes() {
        for m in [
            RoundingMode::Rne,
            RoundingMode::Rna,
            RoundingMode::Rtp,
            RoundingMode::Rtn,
            RoundingMode::Rtz,
        ] {
            assert_eq!(read_mode(mode(m)), Some(m));
        }
        assert_eq!(read_mode("roundTowardZero"), Some(RoundingMode::Rtz));
        assert_eq!(read_mode("roundNearestTiesToEven"), Some(RoundingMode::Rne));
        assert_eq!(read_mode("roundNearestTiesToAway"), Some(RoundingMode::Rna));
        assert_eq!(read_mode("roundTowardPositive"), Some(RoundingMode::Rtp));
        assert_eq!(read_mode("roundTowardNegative"), Some(RoundingMode::Rtn));
        assert_eq!(read_mode("up"), None);
    }
}
