//! The Java types that random expressions are made of, and their literals. Constants are drawn mostly from the edges of
//! each type's range, because that is where two implementations of arithmetic differ.

use super::random::Random;

/// A type of random expressions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ty {
    Boolean,
    Byte,
    Short,
    Char,
    Int,
    Long,
    Float,
    Double,
    Str,
    /// A one-dimensional array of one of the above.
    Array(Elem),
    /// `int[][]`
    Grid,
}

/// The element type of an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Elem {
    Boolean,
    Byte,
    Short,
    Char,
    Int,
    Long,
    Float,
    Double,
    Str,
}

/// The primitive types and `String`.
pub const SCALARS: [Ty; 9] = [
    Ty::Int,
    Ty::Long,
    Ty::Boolean,
    Ty::Byte,
    Ty::Short,
    Ty::Char,
    Ty::Float,
    Ty::Double,
    Ty::Str,
];

/// The types that arithmetic works on.
pub const NUMERIC: [Ty; 7] = [
    Ty::Byte,
    Ty::Short,
    Ty::Char,
    Ty::Int,
    Ty::Long,
    Ty::Float,
    Ty::Double,
];

/// The element types.
pub const ELEMENTS: [Elem; 9] = [
    Elem::Boolean,
    Elem::Byte,
    Elem::Short,
    Elem::Char,
    Elem::Int,
    Elem::Long,
    Elem::Float,
    Elem::Double,
    Elem::Str,
];

impl Elem {
    /// The element type as an expression type.
    pub fn ty(self) -> Ty {
        match self {
            Elem::Boolean => Ty::Boolean,
            Elem::Byte => Ty::Byte,
            Elem::Short => Ty::Short,
            Elem::Char => Ty::Char,
            Elem::Int => Ty::Int,
            Elem::Long => Ty::Long,
            Elem::Float => Ty::Float,
            Elem::Double => Ty::Double,
            Elem::Str => Ty::Str,
        }
    }
}

impl Ty {
    /// The type in Java.
    pub fn java(self) -> &'static str {
        match self {
            Ty::Boolean => "boolean",
            Ty::Byte => "byte",
            Ty::Short => "short",
            Ty::Char => "char",
            Ty::Int => "int",
            Ty::Long => "long",
            Ty::Float => "float",
            Ty::Double => "double",
            Ty::Str => "String",
            Ty::Grid => "int[][]",
            Ty::Array(elem) => match elem {
                Elem::Boolean => "boolean[]",
                Elem::Byte => "byte[]",
                Elem::Short => "short[]",
                Elem::Char => "char[]",
                Elem::Int => "int[]",
                Elem::Long => "long[]",
                Elem::Float => "float[]",
                Elem::Double => "double[]",
                Elem::Str => "String[]",
            },
        }
    }

    /// The type called `name` in Java, if random expressions of it exist.
    pub fn named(name: &str) -> Option<Ty> {
        let arrays = ELEMENTS.iter().map(|elem| Ty::Array(*elem));
        SCALARS
            .into_iter()
            .chain(arrays)
            .find(|ty| ty.java() == name)
    }

    /// Whether arithmetic applies.
    pub fn is_numeric(self) -> bool {
        NUMERIC.contains(&self)
    }

    /// A random literal of this scalar type, as an expression of exactly this type.
    pub fn literal(self, random: &mut Random) -> String {
        match self {
            Ty::Boolean => random.pick(&["true", "false"]).to_string(),
            Ty::Byte => format!("(byte) {}", small_int(random, -128, 127)),
            Ty::Short => format!("(short) {}", small_int(random, -32768, 32767)),
            Ty::Char => char_literal(random),
            Ty::Int => int_literal(random),
            Ty::Long => long_literal(random),
            Ty::Float => random.pick(FLOATS).to_string(),
            Ty::Double => random.pick(DOUBLES).to_string(),
            Ty::Str => string_literal(random),
            Ty::Array(_) | Ty::Grid => "null".to_string(),
        }
    }
}

fn small_int(random: &mut Random, low: i64, high: i64) -> String {
    let value = match random.below(6) {
        0 => low,
        1 => high,
        2 => random.range(low, high),
        _ => random.range(-3.max(low), 9),
    };
    parenthesised(value, "")
}

fn parenthesised(value: i64, suffix: &str) -> String {
    if value < 0 {
        format!("({value}{suffix})")
    } else {
        format!("{value}{suffix}")
    }
}

fn int_literal(random: &mut Random) -> String {
    match random.below(16) {
        0 => "Integer.MIN_VALUE".to_string(),
        1 => "Integer.MAX_VALUE".to_string(),
        2 => "(-2147483648)".to_string(),
        3 => format!("0x{:x}", random.next() as u32),
        4 => format!("0b{:b}", random.next() as u8),
        5 => format!("0{:o}", random.next() as u16),
        6 => "1_000_003".to_string(),
        7 => parenthesised(i64::from(random.next() as i32), ""),
        8 => parenthesised(i64::from(random.next() as i16), ""),
        9 => random
            .pick(&[
                "127", "128", "255", "256", "(-128)", "(-129)", "32767", "32768", "65535", "65536",
                "(-32769)",
            ])
            .to_string(),
        10 => parenthesised(1 << random.below(31), ""),
        _ => parenthesised(random.range(-2, 12), ""),
    }
}

fn long_literal(random: &mut Random) -> String {
    match random.below(12) {
        0 => "Long.MIN_VALUE".to_string(),
        1 => "Long.MAX_VALUE".to_string(),
        2 => format!("0x{:x}L", random.next()),
        3 => {
            let value = random.next() as i64;
            parenthesised(value.max(i64::MIN + 1), "L")
        }
        4 => parenthesised(i64::from(random.next() as i32), "L"),
        5 => random
            .pick(&[
                "2147483648L",
                "(-2147483649L)",
                "4294967295L",
                "4294967296L",
                "9007199254740993L",
            ])
            .to_string(),
        6 => parenthesised(1i64 << random.below(63), "L"),
        7 => random.pick(&["0L", "1L"]).to_string(),
        _ => parenthesised(random.range(-2, 12), "L"),
    }
}

fn char_literal(random: &mut Random) -> String {
    match random.below(8) {
        0 => random
            .pick(&[
                "'\\n'",
                "'\\''",
                "'\\\\'",
                "'\\uffff'",
                "'\\0'",
                "'\\u00e9'",
                "'\\ud83d'",
                "'\\u8000'",
            ])
            .to_string(),
        1 => format!("(char) {}", random.range(0, 65535)),
        2 => format!("'{}'", (b'0' + random.below(10) as u8) as char),
        3 => format!("'{}'", (b'A' + random.below(26) as u8) as char),
        _ => format!("'{}'", (b'a' + random.below(26) as u8) as char),
    }
}

/// A random string literal, quotes included.
pub fn string_literal(random: &mut Random) -> String {
    match random.below(10) {
        0 => "\"\"".to_string(),
        1 => random
            .pick(&[
                "\"\\u00e9t\\u00e9\"",
                "\"a\\tb\"",
                "\"\\ud83d\\ude00!\"",
                "\" pad \"",
                "\"\\\"q\\\"\"",
                "\"\\u4e2d\\u6587\"",
            ])
            .to_string(),
        2 => format!("\"{}\"", random.range(-300, 300)),
        3 => format!("\"{},{}\"", word(random), word(random)),
        4 => random
            .pick(&["\"Aa\"", "\"BB\"", "\"AaBB\"", "\"BBAa\""])
            .to_string(),
        _ => format!("\"{}\"", word(random)),
    }
}

/// A short lower-case word.
pub fn word(random: &mut Random) -> String {
    let length = 1 + random.below(6);
    (0..length)
        .map(|_| (b'a' + random.below(26) as u8) as char)
        .collect()
}

const FLOATS: &[&str] = &[
    "0.0f",
    "(-0.0f)",
    "1.0f",
    "(-1.5f)",
    "0.1f",
    "3.4028235e38f",
    "1.4e-45f",
    "Float.NaN",
    "Float.POSITIVE_INFINITY",
    "Float.NEGATIVE_INFINITY",
    "16777217.0f",
    "2.0f",
    "1e10f",
    "(-2147483904.0f)",
    "1.17549435E-38f",
    "0.33333334f",
    "123456.79f",
    "7.5f",
    "1e-5f",
    "9999999.0f",
    "0x1.8p3f",
    "Float.MIN_VALUE",
    "Float.MAX_VALUE",
];

const DOUBLES: &[&str] = &[
    "0.0",
    "(-0.0)",
    "1.0",
    "(-1.5)",
    "0.1",
    "1.7976931348623157e308",
    "4.9e-324",
    "Double.NaN",
    "Double.POSITIVE_INFINITY",
    "Double.NEGATIVE_INFINITY",
    "9007199254740993.0",
    "2.0",
    "1e19",
    "(-9.3e18)",
    "2.2250738585072014E-308",
    "0.3333333333333333",
    "1e7",
    "1e-3",
    "9.999e-4",
    "2147483647.5",
    "(-2147483649.0)",
    "3.5",
    "100.0",
    "1e21",
    "123456789.125",
    "0x1.fp-3",
    "Double.MIN_VALUE",
    "Double.MAX_VALUE",
    "2e-3",
    "1.0E23",
];
