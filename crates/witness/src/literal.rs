//! Java expressions for input values, exact to the bit and as a person would write them.

use outcome::{InputValue, write_java_char, write_java_string};

/// Longest string in one literal: its encoding in the class file is limited to 65,535 bytes (JVMS 4.4.7).
const CHUNK: usize = 16_000;

/// Arrays of default values longer than this are written by their length.
const LONG_ARRAY: usize = 16;

/// An expression whose own type is that of the value, fit for a parameter of type `Object` too. `ty` is the declared
/// type; arrays need it for their elements.
pub fn literal(value: &InputValue, ty: &str) -> String {
    match value {
        InputValue::Byte(v) => format!("(byte) {v}"),
        InputValue::Short(v) => format!("(short) {v}"),
        InputValue::Boxed(inner) => match inner.as_ref() {
            InputValue::Byte(v) => format!("Byte.valueOf((byte) {v})"),
            InputValue::Short(v) => format!("Short.valueOf((short) {v})"),
            other => format!("{}.valueOf({})", box_of(other), literal(other, "")),
        },
        other => initializer(other, ty),
    }
}

/// An expression to initialise a variable of type `ty`, where constants may narrow and box by themselves.
pub fn initializer(value: &InputValue, ty: &str) -> String {
    match value {
        InputValue::Null => "null".to_owned(),
        InputValue::Boolean(v) => v.to_string(),
        InputValue::Byte(v) => v.to_string(),
        InputValue::Short(v) => v.to_string(),
        InputValue::Char(v) => {
            let mut out = String::new();
            // Writing to a string does not fail.
            let _ = write_java_char(&mut out, *v);
            out
        }
        InputValue::Int(i32::MIN) => "Integer.MIN_VALUE".to_owned(),
        InputValue::Int(i32::MAX) => "Integer.MAX_VALUE".to_owned(),
        InputValue::Int(v) => v.to_string(),
        InputValue::Long(i64::MIN) => "Long.MIN_VALUE".to_owned(),
        InputValue::Long(i64::MAX) => "Long.MAX_VALUE".to_owned(),
        InputValue::Long(v) => format!("{v}L"),
        InputValue::Float(bits) => float(*bits),
        InputValue::Double(bits) => double(*bits),
        InputValue::String(text) => string(text.units()),
        // The variable boxes by itself, unless it is of a wider type and the constant would box as an `Integer`.
        InputValue::Boxed(inner) => match short_name(ty) == box_of(inner) {
            true => initializer(inner, ""),
            false => literal(value, ty),
        },
        InputValue::Array(values) => array_with(values, ty, &initializer),
        InputValue::Fresh(value) => fresh(value),
        InputValue::Shared { value, .. } => initializer(value, ty),
        // Objects are made by statements of their own.
        InputValue::Object(_) | InputValue::Same { .. } => "null".to_owned(),
    }
}

/// An object of its own, which a constant would not be.
fn fresh(value: &InputValue) -> String {
    match value {
        InputValue::Boxed(inner) => format!("new {}({})", box_of(inner), literal(inner, "")),
        other => format!("new String({})", initializer(other, "")),
    }
}

/// A type without the packages that need no import.
pub(crate) fn short_name(ty: &str) -> &str {
    match ty.strip_prefix("java.lang.") {
        Some(name) if !name.contains('.') => name,
        _ => ty,
    }
}

fn box_of(value: &InputValue) -> &'static str {
    match value {
        InputValue::Boolean(_) => "Boolean",
        InputValue::Byte(_) => "Byte",
        InputValue::Short(_) => "Short",
        InputValue::Char(_) => "Character",
        InputValue::Int(_) => "Integer",
        InputValue::Long(_) => "Long",
        InputValue::Float(_) => "Float",
        InputValue::Double(_) => "Double",
        // Nothing else has a box; `String.valueOf` at least is an identity on strings.
        _ => "String",
    }
}

fn float(bits: u32) -> String {
    let value = f32::from_bits(bits);
    if bits == 0x7fc0_0000 {
        "Float.NaN".to_owned()
    } else if value.is_nan() {
        format!("Float.intBitsToFloat(0x{bits:08x})")
    } else if value.is_infinite() {
        let sign = if value > 0.0 { "POSITIVE" } else { "NEGATIVE" };
        format!("Float.{sign}_INFINITY")
    } else if bits == 1 {
        "Float.MIN_VALUE".to_owned()
    } else if value == f32::MAX {
        "Float.MAX_VALUE".to_owned()
    } else {
        // The shortest digits that read back as the same value, under the same rounding as in Java (JLS 3.10.2).
        format!("{value:?}f")
    }
}

fn double(bits: u64) -> String {
    let value = f64::from_bits(bits);
    if bits == 0x7ff8_0000_0000_0000 {
        "Double.NaN".to_owned()
    } else if value.is_nan() {
        format!("Double.longBitsToDouble(0x{bits:016x}L)")
    } else if value.is_infinite() {
        let sign = if value > 0.0 { "POSITIVE" } else { "NEGATIVE" };
        format!("Double.{sign}_INFINITY")
    } else if bits == 1 {
        "Double.MIN_VALUE".to_owned()
    } else if value == f64::MAX {
        "Double.MAX_VALUE".to_owned()
    } else {
        format!("{value:?}")
    }
}

fn string(units: &[u16]) -> String {
    let one = |units: &[u16]| {
        let mut out = String::new();
        let _ = write_java_string(&mut out, units);
        out
    };
    if units.len() <= CHUNK {
        return one(units);
    }
    // A sum of literals would be folded into one constant again.
    let chunks: Vec<String> = units.chunks(CHUNK).map(one).collect();
    format!("String.join(\"\", {})", chunks.join(", "))
}

/// An array whose elements are written by `one`, which gets an element and its type.
pub(crate) fn array_with(
    values: &[InputValue],
    ty: &str,
    one: &dyn Fn(&InputValue, &str) -> String,
) -> String {
    let element = ty.strip_suffix("[]").unwrap_or("Object");
    let default = |value: &InputValue| {
        matches!(
            value,
            InputValue::Null
                | InputValue::Boolean(false)
                | InputValue::Byte(0)
                | InputValue::Short(0)
                | InputValue::Char(0)
                | InputValue::Int(0)
                | InputValue::Long(0)
                | InputValue::Float(0)
                | InputValue::Double(0)
        )
    };
    if values.is_empty() || values.len() > LONG_ARRAY && values.iter().all(default) {
        // `new int[3][]`: the length comes in the first pair of brackets.
        let innermost = element.trim_end_matches("[]");
        let rest = &element[innermost.len()..];
        return format!("new {}[{}]{rest}", short_name(innermost), values.len());
    }
    let elements: Vec<String> = values.iter().map(|value| one(value, element)).collect();
    format!("new {}[] {{{}}}", short_name(element), elements.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use outcome::JavaString;

    #[test]
    fn literals() {
        let check = |value: InputValue, ty: &str, as_argument: &str, as_initializer: &str| {
            assert_eq!(literal(&value, ty), as_argument);
            assert_eq!(initializer(&value, ty), as_initializer);
        };
        let same = |value: InputValue, ty: &str, text: &str| check(value, ty, text, text);
        same(InputValue::Int(-1), "int", "-1");
        same(InputValue::Int(i32::MIN), "int", "Integer.MIN_VALUE");
        same(InputValue::Long(7), "long", "7L");
        same(InputValue::Char(0x27), "char", "'\\''");
        same(InputValue::Char(0xdfff), "char", "'\\udfff'");
        same(InputValue::Char(10), "char", "'\\n'");
        same(InputValue::float(1e-45), "float", "Float.MIN_VALUE");
        same(InputValue::float(0.1), "float", "0.1f");
        same(InputValue::double(-0.0), "double", "-0.0");
        same(InputValue::double(1e300), "double", "1e300");
        same(
            InputValue::Float(0xffc0_0001),
            "float",
            "Float.intBitsToFloat(0xffc00001)",
        );
        same(
            InputValue::double(f64::NEG_INFINITY),
            "double",
            "Double.NEGATIVE_INFINITY",
        );
        check(InputValue::Byte(-128), "byte", "(byte) -128", "-128");
        check(
            InputValue::boxed(InputValue::Short(3)),
            "java.lang.Short",
            "Short.valueOf((short) 3)",
            "3",
        );
        same(
            InputValue::boxed(InputValue::Byte(3)),
            "java.lang.Object",
            "Byte.valueOf((byte) 3)",
        );
        same(
            InputValue::Array(vec![InputValue::Byte(1), InputValue::Byte(-1)]),
            "byte[]",
            "new byte[] {1, -1}",
        );
        same(
            InputValue::Array(vec![
                InputValue::Array(vec![InputValue::Int(1)]),
                InputValue::Null,
            ]),
            "int[][]",
            "new int[][] {new int[] {1}, null}",
        );
        same(InputValue::Array(vec![]), "int[][]", "new int[0][]");
        same(
            InputValue::Array(vec![InputValue::Null; 17]),
            "java.lang.String[]",
            "new String[17]",
        );
        same(
            InputValue::String(JavaString::from_units(vec![0x5c, 0x75, 0xd800])),
            "java.lang.String",
            "\"\\\\u\\ud800\"",
        );
        let long = InputValue::String(JavaString::from_units(vec![0x61; CHUNK + 1]));
        assert!(literal(&long, "").starts_with("String.join(\"\", \"aaa"));
    }
}
