//! Literals of numbers (JLS 3.10.1, 3.10.2).

use super::Resolver;
use crate::resolved::{Expr, ExprKind, Literal, Type};
use crate::types::{INT, LONG};
use classpath::FieldType;
use source::Span;

impl Resolver<'_, '_> {
    pub(super) fn number(&mut self, written: &str, span: Span) -> Expr {
        match number(written) {
            Ok((literal, ty)) => self.node(ExprKind::Literal(literal), ty, span),
            Err((message, help)) => self.error(message, span, help.map(str::to_owned)),
        }
    }
}

/// The value of a literal that is an integer.
pub(crate) fn integer(written: &str) -> Option<i64> {
    match number(written) {
        Ok((Literal::Integer(value), _)) => i64::try_from(value).ok(),
        _ => None,
    }
}

type Wrong = (String, Option<&'static str>);

/// The value of a literal, perhaps with a minus sign before it.
fn number(written: &str) -> Result<(Literal, Type), Wrong> {
    let wrong = || (format!("`{written}` is no number"), None);
    let (negative, text) = match written.strip_prefix('-') {
        Some(text) => (true, text),
        None => (false, written),
    };
    let lower = text.to_ascii_lowercase();
    if lower.ends_with('_') || lower.contains("_.") || lower.contains("._") {
        return Err(wrong());
    }
    let digits = lower.replace('_', "");
    let hex = digits.strip_prefix("0x");
    let floating = match hex {
        Some(hex) => hex.contains(['p', '.']),
        None => digits.contains(['.', 'e', 'f', 'd']) && !digits.starts_with("0b"),
    };
    if floating {
        if hex.is_some() {
            return Err((
                "a hexadecimal floating-point number is not read here".to_owned(),
                Some("write it with decimal digits"),
            ));
        }
        let value = digits.trim_end_matches(['f', 'd']);
        let sign = if negative { "-" } else { "" };
        let text = format!("{sign}{value}");
        return match digits.ends_with('f') {
            true => {
                let value: f32 = text.parse().map_err(|_| wrong())?;
                Ok((Literal::Float(value), Type::Java(FieldType::Float)))
            }
            false => {
                let value: f64 = text.parse().map_err(|_| wrong())?;
                Ok((Literal::Double(value), Type::Java(FieldType::Double)))
            }
        };
    }
    let long = digits.ends_with('l');
    let digits = digits.trim_end_matches('l');
    let (radix, digits) = match () {
        _ if digits.starts_with("0x") => (16, &digits[2..]),
        _ if digits.starts_with("0b") => (2, &digits[2..]),
        _ if digits.len() > 1 && digits.starts_with('0') => (8, &digits[1..]),
        _ => (10, digits),
    };
    if digits.starts_with(['+', '-']) {
        return Err(wrong());
    }
    let too_large = |ty: &str| {
        let help = (ty == "int").then_some("write an `L` behind it");
        (format!("`{written}` is too large for {ty}"), help)
    };
    let name = if long { "long" } else { "int" };
    let value = u128::from_str_radix(digits, radix).map_err(|e| match e.kind() {
        std::num::IntErrorKind::PosOverflow => too_large(name),
        _ => wrong(),
    })?;
    let bits = if long { 64 } else { 32 };
    let half = 1u128 << (bits - 1);
    let limit = match (radix, negative) {
        (10, false) => half - 1,
        (10, true) => half,
        _ => 2 * half - 1,
    };
    if value > limit {
        return Err(too_large(name));
    }
    let mut value = value as i128;
    // All bits of the type may be written out, the sign's too.
    if value >= half as i128 && radix != 10 {
        value -= 2 * half as i128;
    }
    if negative {
        value = -value;
        // The smallest number is its own negative.
        if value == half as i128 {
            value = -value;
        }
    }
    let ty = if long { LONG } else { INT };
    Ok((Literal::Integer(value), ty))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values() {
        let check = |text: &str, expected: Option<i128>| {
            let found = match number(text) {
                Ok((Literal::Integer(value), _)) => Some(value),
                _ => None,
            };
            assert_eq!(found, expected, "{text}");
        };
        check("0", Some(0));
        check("017", Some(15));
        check("0x_1", Some(1));
        check("0xFFFF_FFFF", Some(-1));
        check("0b101", Some(5));
        check("2147483647", Some(2_147_483_647));
        check("2147483648", None);
        check("-2147483648", Some(-2_147_483_648));
        check("-0x80000000", Some(-2_147_483_648));
        check("9223372036854775807L", Some(i64::MAX.into()));
        check("9223372036854775808L", None);
        check("99999999999999999999999999999999999999999999", None);
        check("08", None);
        check("1__0", Some(10));
        check("1_", None);
        assert_eq!(number("1e3").unwrap().0, Literal::Double(1000.0));
        assert_eq!(number("-.5f").unwrap().0, Literal::Float(-0.5));
        assert_eq!(number("1d").unwrap().0, Literal::Double(1.0));
    }
}
