//! Values that an input can have, exact to the bit: every float payload and every UTF-16 string, unpaired surrogates
//! included, survives into reports and generated tests.

use crate::object::ObjectValue;
use serde::{Serialize, Serializer, ser::SerializeMap};
use std::fmt::{self, Write};

/// A Java string: any sequence of UTF-16 code units.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JavaString(Vec<u16>);

impl JavaString {
    pub fn from_units(units: Vec<u16>) -> JavaString {
        JavaString(units)
    }

    pub fn units(&self) -> &[u16] {
        &self.0
    }

    /// The same text as Unicode, unless a surrogate stands alone.
    pub fn to_unicode(&self) -> Option<String> {
        String::from_utf16(&self.0).ok()
    }
}

impl From<&str> for JavaString {
    fn from(text: &str) -> JavaString {
        JavaString(text.encode_utf16().collect())
    }
}

/// A Java string literal, quotes included.
impl fmt::Display for JavaString {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_java_string(f, &self.0)
    }
}

/// Writes `units` as a Java string literal with its quotes.
pub fn write_java_string(out: &mut impl Write, units: &[u16]) -> fmt::Result {
    out.write_char('"')?;
    for unit in char::decode_utf16(units.iter().copied()) {
        match unit {
            Ok('\'') => out.write_char('\'')?,
            Ok(c) => write_escaped(out, c)?,
            Err(alone) => write!(out, "\\u{:04x}", alone.unpaired_surrogate())?,
        }
    }
    out.write_char('"')
}

/// Writes `unit` as a Java character literal with its quotes.
pub fn write_java_char(out: &mut impl Write, unit: u16) -> fmt::Result {
    out.write_char('\'')?;
    match char::from_u32(unit.into()) {
        Some('"') => out.write_char('"')?,
        Some(c) => write_escaped(out, c)?,
        None => write!(out, "\\u{unit:04x}")?,
    }
    out.write_char('\'')
}

fn write_escaped(out: &mut impl Write, c: char) -> fmt::Result {
    match c {
        '\n' => out.write_str("\\n"),
        '\r' => out.write_str("\\r"),
        '\t' => out.write_str("\\t"),
        '\u{8}' => out.write_str("\\b"),
        '\u{c}' => out.write_str("\\f"),
        '"' => out.write_str("\\\""),
        '\'' => out.write_str("\\'"),
        '\\' => out.write_str("\\\\"),
        c if is_plain(c) => out.write_char(c),
        // JLS 3.3: escapes are translated before tokens are formed, so line ends and quotes must not come this way;
        // they are handled above.
        c => {
            let mut units = [0; 2];
            for unit in c.encode_utf16(&mut units) {
                write!(out, "\\u{unit:04x}")?;
            }
            Ok(())
        }
    }
}

/// Whether a character shows itself: not a control, a space that looks like another, a direction mark or unassigned.
fn is_plain(c: char) -> bool {
    match c {
        ' '..='~' => true,
        '\u{0}'..='\u{a0}' | '\u{ad}' => false,
        // Combining marks would attach to the quote before them.
        '\u{300}'..='\u{36f}' => false,
        '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}' | '\u{180e}' => false,
        '\u{2000}'..='\u{200f}' | '\u{2028}'..='\u{202f}' | '\u{205f}'..='\u{206f}' => false,
        '\u{3000}' | '\u{e000}'..='\u{f8ff}' | '\u{fe00}'..='\u{fe0f}' => false,
        '\u{feff}' | '\u{fff0}'..='\u{ffff}' => false,
        c => u32::from(c) < 0x2_0000 && c.is_alphanumeric() || matches!(c, '\u{a1}'..='\u{bf}'),
    }
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum InputValue {
    Null,
    Boolean(bool),
    Byte(i8),
    Short(i16),
    Char(u16),
    Int(i32),
    Long(i64),
    /// The bits of a `float`, so that a NaN keeps its payload.
    Float(u32),
    /// The bits of a `double`.
    Double(u64),
    String(JavaString),
    /// A box; its class follows from the primitive inside.
    Boxed(Box<InputValue>),
    /// Elements of the array type that the input declares.
    Array(Vec<InputValue>),
    Object(Box<ObjectValue>),
    /// A value that others are the same object as.
    Shared {
        time: u32,
        value: Box<InputValue>,
    },
    /// The same object as a [`InputValue::Shared`] one, and how a reader finds that.
    Same {
        time: u32,
        name: String,
    },
    /// A string or box that is an object of its own, where the program looked at that.
    Fresh(Box<InputValue>),
}

impl InputValue {
    pub fn float(value: f32) -> InputValue {
        InputValue::Float(value.to_bits())
    }

    pub fn double(value: f64) -> InputValue {
        InputValue::Double(value.to_bits())
    }

    pub fn string(text: &str) -> InputValue {
        InputValue::String(JavaString::from(text))
    }

    pub fn boxed(value: InputValue) -> InputValue {
        InputValue::Boxed(Box::new(value))
    }
}

/// The bits of the NaN that Java's `Float.NaN` and `Double.NaN` denote.
pub(crate) const FLOAT_NAN: u32 = 0x7fc0_0000;
pub(crate) const DOUBLE_NAN: u64 = 0x7ff8_0000_0000_0000;

/// `NaN`, `Infinity` and `-Infinity` as Java prints them; a NaN with another payload names its bits.
fn float_word(bits: u32) -> Option<String> {
    let value = f32::from_bits(bits);
    if value.is_nan() {
        Some(match bits {
            FLOAT_NAN => "NaN".to_owned(),
            _ => format!("NaN(0x{bits:08x})"),
        })
    } else if value.is_infinite() {
        Some(if value > 0.0 { "Infinity" } else { "-Infinity" }.to_owned())
    } else {
        None
    }
}

fn double_word(bits: u64) -> Option<String> {
    let value = f64::from_bits(bits);
    if value.is_nan() {
        Some(match bits {
            DOUBLE_NAN => "NaN".to_owned(),
            _ => format!("NaN(0x{bits:016x})"),
        })
    } else if value.is_infinite() {
        Some(if value > 0.0 { "Infinity" } else { "-Infinity" }.to_owned())
    } else {
        None
    }
}

/// For people: shortest digits that denote the value exactly, Java's spelling of strings and characters, `{1, 2}` for
/// arrays.
impl fmt::Display for InputValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InputValue::Null => f.write_str("null"),
            InputValue::Boolean(v) => write!(f, "{v}"),
            InputValue::Byte(v) => write!(f, "{v}"),
            InputValue::Short(v) => write!(f, "{v}"),
            InputValue::Char(v) => write_java_char(f, *v),
            InputValue::Int(v) => write!(f, "{v}"),
            InputValue::Long(v) => write!(f, "{v}"),
            InputValue::Float(bits) => match float_word(*bits) {
                Some(word) => f.write_str(&word),
                // `Debug` of a float is its shortest exact spelling, with an exponent where digits would pile up.
                None => write!(f, "{:?}", f32::from_bits(*bits)),
            },
            InputValue::Double(bits) => match double_word(*bits) {
                Some(word) => f.write_str(&word),
                None => write!(f, "{:?}", f64::from_bits(*bits)),
            },
            InputValue::String(v) => write!(f, "{v}"),
            InputValue::Boxed(v) => write!(f, "{v}"),
            InputValue::Object(object) => write!(f, "{object}"),
            InputValue::Shared { value, .. } | InputValue::Fresh(value) => write!(f, "{value}"),
            InputValue::Same { name, .. } => f.write_str(name),
            InputValue::Array(values) => {
                f.write_char('{')?;
                for (i, value) in values.iter().enumerate() {
                    if i > 0 {
                        f.write_str(", ")?;
                    }
                    write!(f, "{value}")?;
                }
                f.write_char('}')
            }
        }
    }
}

/// For scripts; `docs/json-schema.md` has the table.
impl Serialize for InputValue {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        match self {
            InputValue::Null => s.serialize_none(),
            InputValue::Boolean(v) => s.serialize_bool(*v),
            InputValue::Byte(v) => s.serialize_i8(*v),
            InputValue::Short(v) => s.serialize_i16(*v),
            InputValue::Char(v) => serialize_units(&[*v], s),
            InputValue::Int(v) => s.serialize_i32(*v),
            InputValue::Long(v) => s.serialize_i64(*v),
            InputValue::Float(bits) => match float_word(*bits) {
                Some(word) => s.serialize_str(&word),
                None => s.serialize_f32(f32::from_bits(*bits)),
            },
            InputValue::Double(bits) => match double_word(*bits) {
                Some(word) => s.serialize_str(&word),
                None => s.serialize_f64(f64::from_bits(*bits)),
            },
            InputValue::String(v) => serialize_units(v.units(), s),
            InputValue::Boxed(v) => v.serialize(s),
            InputValue::Array(values) => s.collect_seq(values),
            InputValue::Object(object) => object.serialize(s),
            InputValue::Shared { value, .. } | InputValue::Fresh(value) => value.serialize(s),
            InputValue::Same { name, .. } => {
                let mut map = s.serialize_map(Some(1))?;
                map.serialize_entry("same", name)?;
                map.end()
            }
        }
    }
}

/// A JSON string must be Unicode; what is not goes as `{"utf16": [...]}`.
fn serialize_units<S: Serializer>(units: &[u16], s: S) -> Result<S::Ok, S::Error> {
    match String::from_utf16(units) {
        Ok(text) => s.serialize_str(&text),
        Err(_) => {
            let mut map = s.serialize_map(Some(1))?;
            map.serialize_entry("utf16", units)?;
            map.end()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(value: InputValue) -> String {
        serde_json::to_string(&value).expect("values serialise")
    }

    #[test]
    fn values_read_like_java() {
        let check = |value: InputValue, shown: &str, js: &str| {
            assert_eq!(value.to_string(), shown);
            assert_eq!(json(value), js);
        };
        check(InputValue::Null, "null", "null");
        check(InputValue::Byte(-128), "-128", "-128");
        check(InputValue::Int(i32::MIN), "-2147483648", "-2147483648");
        check(
            InputValue::Long(i64::MIN),
            "-9223372036854775808",
            "-9223372036854775808",
        );
        check(InputValue::float(0.1), "0.1", "0.1");
        check(InputValue::double(-0.0), "-0.0", "-0.0");
        check(InputValue::double(5e-324), "5e-324", "5e-324");
        check(InputValue::float(f32::INFINITY), "Infinity", "\"Infinity\"");
        check(InputValue::Float(FLOAT_NAN), "NaN", "\"NaN\"");
        check(
            InputValue::Double(0xfff8_0000_0000_0001),
            "NaN(0xfff8000000000001)",
            "\"NaN(0xfff8000000000001)\"",
        );
        check(InputValue::Char(u16::from(b'a')), "'a'", "\"a\"");
        check(InputValue::Char(0xd800), "'\\ud800'", "{\"utf16\":[55296]}");
        check(
            InputValue::string("a\"\\\n\u{0}é'"),
            "\"a\\\"\\\\\\n\\u0000é'\"",
            "\"a\\\"\\\\\\n\\u0000é'\"",
        );
        check(
            InputValue::Array(vec![InputValue::Int(1), InputValue::Int(-2)]),
            "{1, -2}",
            "[1,-2]",
        );
        check(InputValue::boxed(InputValue::Int(7)), "7", "7");
    }

    #[test]
    fn lone_surrogates_survive() {
        let text = JavaString::from_units(vec![0x61, 0xdc00, 0xd83d, 0xde00]);
        assert_eq!(text.to_unicode(), None);
        assert_eq!(text.to_string(), "\"a\\udc00\\ud83d\\ude00\"");
    }
}
