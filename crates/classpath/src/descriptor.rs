//! Field and method descriptors (JVMS §4.3), strictly.

use crate::Name;
use std::fmt;

#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FieldType {
    Byte,
    Char,
    Double,
    Float,
    Int,
    Long,
    Short,
    Boolean,
    /// An internal name.
    Object(Name),
    Array(Box<FieldType>),
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MethodDescriptor {
    pub params: Vec<FieldType>,
    /// `None` is `void`.
    pub ret: Option<FieldType>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{descriptor}` is not a {kind} descriptor: {reason}")]
pub struct DescriptorError {
    pub descriptor: String,
    pub kind: &'static str,
    pub reason: &'static str,
}

/// At most 255 dimensions (JVMS §4.3.2).
const MAX_DIMENSIONS: usize = 255;
/// At most 255 words of arguments, the receiver included (JVMS §4.3.3); the receiver is not the descriptor's business.
const MAX_PARAMETER_WORDS: usize = 255;

impl FieldType {
    pub fn parse(descriptor: &str) -> Result<FieldType, DescriptorError> {
        let mut rest = descriptor;
        let result = scan(&mut rest, &mut |t| build(&t)).and_then(|t| match rest.is_empty() {
            true => Ok(t),
            false => Err("text follows the type"),
        });
        result.map_err(|reason| DescriptorError {
            descriptor: descriptor.to_string(),
            kind: "field",
            reason,
        })
    }

    /// How many local variables or stack words a value takes.
    pub fn words(&self) -> u16 {
        match self {
            FieldType::Long | FieldType::Double => 2,
            _ => 1,
        }
    }

    pub fn is_reference(&self) -> bool {
        matches!(self, FieldType::Object(_) | FieldType::Array(_))
    }

    pub fn is_primitive(&self) -> bool {
        !self.is_reference()
    }

    /// The type as Java source spells it: `int[]`, `java.util.Map$Entry`.
    pub fn java_name(&self) -> String {
        match self {
            FieldType::Byte => "byte".into(),
            FieldType::Char => "char".into(),
            FieldType::Double => "double".into(),
            FieldType::Float => "float".into(),
            FieldType::Int => "int".into(),
            FieldType::Long => "long".into(),
            FieldType::Short => "short".into(),
            FieldType::Boolean => "boolean".into(),
            FieldType::Object(name) => name.replace('/', "."),
            FieldType::Array(element) => element.java_name() + "[]",
        }
    }
}

impl fmt::Display for FieldType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FieldType::Byte => f.write_str("B"),
            FieldType::Char => f.write_str("C"),
            FieldType::Double => f.write_str("D"),
            FieldType::Float => f.write_str("F"),
            FieldType::Int => f.write_str("I"),
            FieldType::Long => f.write_str("J"),
            FieldType::Short => f.write_str("S"),
            FieldType::Boolean => f.write_str("Z"),
            FieldType::Object(name) => write!(f, "L{name};"),
            FieldType::Array(element) => write!(f, "[{element}"),
        }
    }
}

impl MethodDescriptor {
    pub fn parse(descriptor: &str) -> Result<MethodDescriptor, DescriptorError> {
        let mut params = Vec::new();
        let ret = scan_method(descriptor, &mut |t| build(&t), &mut |t| params.push(t))?;
        Ok(MethodDescriptor { params, ret })
    }

    /// Words of the arguments, without the receiver.
    pub fn parameter_words(&self) -> u16 {
        self.params.iter().map(FieldType::words).sum()
    }
}

impl fmt::Display for MethodDescriptor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        for param in &self.params {
            write!(f, "{param}")?;
        }
        f.write_str(")")?;
        match &self.ret {
            None => f.write_str("V"),
            Some(ret) => write!(f, "{ret}"),
        }
    }
}

/// The reader checks every descriptor of a class file with these, without building anything.
pub(crate) fn check_field(descriptor: &str) -> Result<(), &'static str> {
    let mut rest = descriptor;
    scan(&mut rest, &mut |_| ())?;
    match rest.is_empty() {
        true => Ok(()),
        false => Err("text follows the type"),
    }
}

pub(crate) fn check_method(descriptor: &str) -> Result<(), &'static str> {
    scan_method(descriptor, &mut |_| (), &mut |_| ())
        .map(|_| ())
        .map_err(|e| e.reason)
}

/// A class's internal name (JVMS §4.2.1), without array descriptors.
pub(crate) fn is_class_name(name: &str) -> bool {
    name.split('/')
        .all(|part| !part.is_empty() && !part.contains(['.', ';', '[', '\\', '\0']))
}

/// A field, method or local variable name (JVMS §4.2.2).
pub(crate) fn is_unqualified_name(name: &str) -> bool {
    !name.is_empty() && !name.contains(['.', ';', '[', '/'])
}

pub(crate) fn is_method_name(name: &str) -> bool {
    is_unqualified_name(name)
        && (!name.contains(['<', '>']) || name == "<init>" || name == "<clinit>")
}

/// A type without its dimensions, as text.
struct Scanned<'a> {
    dimensions: usize,
    base: Base<'a>,
}

enum Base<'a> {
    Primitive(FieldType),
    Object(&'a str),
}

fn build(scanned: &Scanned) -> FieldType {
    let mut built = match &scanned.base {
        Base::Primitive(p) => p.clone(),
        Base::Object(name) => FieldType::Object(Name::from(*name)),
    };
    for _ in 0..scanned.dimensions {
        built = FieldType::Array(Box::new(built));
    }
    built
}

fn scan<'a, T>(
    rest: &mut &'a str,
    make: &mut impl FnMut(Scanned<'a>) -> T,
) -> Result<T, &'static str> {
    let text = *rest;
    let dimensions = text.bytes().take_while(|b| *b == b'[').count();
    if dimensions > MAX_DIMENSIONS {
        return Err("more than 255 dimensions");
    }
    let text = &text[dimensions..];
    let (base, used) = match text.as_bytes().first() {
        Some(b'B') => (Base::Primitive(FieldType::Byte), 1),
        Some(b'C') => (Base::Primitive(FieldType::Char), 1),
        Some(b'D') => (Base::Primitive(FieldType::Double), 1),
        Some(b'F') => (Base::Primitive(FieldType::Float), 1),
        Some(b'I') => (Base::Primitive(FieldType::Int), 1),
        Some(b'J') => (Base::Primitive(FieldType::Long), 1),
        Some(b'S') => (Base::Primitive(FieldType::Short), 1),
        Some(b'Z') => (Base::Primitive(FieldType::Boolean), 1),
        Some(b'L') => match text.find(';') {
            Some(end) if is_class_name(&text[1..end]) => (Base::Object(&text[1..end]), end + 1),
            Some(_) => return Err("a class name is malformed"),
            None => return Err("a class name has no `;`"),
        },
        Some(_) => return Err("an unknown type letter"),
        None => return Err("a type is missing"),
    };
    *rest = &text[used..];
    Ok(make(Scanned { dimensions, base }))
}

fn scan_method<'a, T>(
    descriptor: &'a str,
    make: &mut impl FnMut(Scanned<'a>) -> T,
    param: &mut impl FnMut(T),
) -> Result<Option<T>, DescriptorError> {
    let fail = |reason| DescriptorError {
        descriptor: descriptor.to_string(),
        kind: "method",
        reason,
    };
    let Some(mut rest) = descriptor.strip_prefix('(') else {
        return Err(fail("it does not start with `(`"));
    };
    let mut words = 0;
    while !rest.starts_with(')') {
        words += match rest.as_bytes().first() {
            Some(b'J' | b'D') => 2,
            _ => 1,
        };
        if words > MAX_PARAMETER_WORDS {
            return Err(fail("more than 255 words of parameters"));
        }
        param(scan(&mut rest, make).map_err(fail)?);
    }
    rest = &rest[1..];
    if rest == "V" {
        return Ok(None);
    }
    let ret = scan(&mut rest, make).map_err(fail)?;
    match rest.is_empty() {
        true => Ok(Some(ret)),
        false => Err(fail("text follows the return type")),
    }
}

/// What a signature (JVMS 4.7.9.1) says behind the type variables that it declares.
pub fn behind_type_variables(signature: &str) -> &str {
    if !signature.starts_with('<') {
        return signature;
    }
    let mut depth = 0;
    for (at, c) in signature.char_indices() {
        match c {
            '<' => depth += 1,
            '>' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return &signature[at + 1..];
        }
    }
    ""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_and_prints_back() {
        for good in ["()V", "(IJ[[Ljava/lang/String;Z)[D", "(BCDFIJSZLa;)Lb/c$d;"] {
            assert_eq!(MethodDescriptor::parse(good).unwrap().to_string(), good);
            check_method(good).unwrap();
        }
        let m = MethodDescriptor::parse("(J[DLx;)V").unwrap();
        assert_eq!(m.parameter_words(), 4);
        assert_eq!(m.params[1].java_name(), "double[]");
        assert_eq!(FieldType::parse("[[I").unwrap().to_string(), "[[I");
    }

    #[test]
    fn refuses_everything_else() {
        for bad in [
            "", "II", "L", "La", "L;", "La//b;", "La.b;", "[", "V", "Q", "[V", "é",
        ] {
            assert!(FieldType::parse(bad).is_err(), "{bad}");
            assert!(check_field(bad).is_err(), "{bad}");
        }
        for bad in [
            "", "()", "(", "(V)V", "()VV", "V", "(I", "()II", "(L;)V", "(é)V",
        ] {
            assert!(MethodDescriptor::parse(bad).is_err(), "{bad}");
            assert!(check_method(bad).is_err(), "{bad}");
        }
        assert!(FieldType::parse(&("[".repeat(256) + "I")).is_err());
        assert!(FieldType::parse(&("[".repeat(255) + "I")).is_ok());
        assert!(MethodDescriptor::parse(&format!("({})V", "J".repeat(128))).is_err());
        assert!(MethodDescriptor::parse(&format!("({})V", "J".repeat(127))).is_ok());
    }
}
