//! Java's types as far as expressions need them: promotion, boxing, how types are called in messages (JLS 4, 5).

use crate::resolved::Type;
use classpath::FieldType;

pub const BOOLEAN: Type = Type::Java(FieldType::Boolean);
pub const INT: Type = Type::Java(FieldType::Int);
pub const LONG: Type = Type::Java(FieldType::Long);

pub fn object(name: &str) -> FieldType {
    FieldType::Object(name.into())
}

pub fn string() -> Type {
    Type::Java(object("java/lang/String"))
}

impl Type {
    pub fn is_numeric(&self) -> bool {
        match self {
            Type::Java(ty) => ty.is_primitive() && *ty != FieldType::Boolean,
            Type::BigInt | Type::Real => true,
            _ => false,
        }
    }

    pub fn is_integral(&self) -> bool {
        use FieldType::*;
        matches!(
            self,
            Type::Java(Byte | Short | Char | Int | Long) | Type::BigInt
        )
    }

    pub fn is_boolean(&self) -> bool {
        *self == BOOLEAN
    }

    pub fn is_reference(&self) -> bool {
        match self {
            Type::Java(ty) => ty.is_reference(),
            Type::Null => true,
            _ => false,
        }
    }

    pub fn is_string(&self) -> bool {
        matches!(self, Type::Java(FieldType::Object(name)) if &**name == "java/lang/String")
    }

    /// What the box of this type holds.
    pub fn unboxed(&self) -> Option<Type> {
        let Type::Java(FieldType::Object(name)) = self else {
            return None;
        };
        let ty = match name.strip_prefix("java/lang/")? {
            "Boolean" => FieldType::Boolean,
            "Byte" => FieldType::Byte,
            "Character" => FieldType::Char,
            "Double" => FieldType::Double,
            "Float" => FieldType::Float,
            "Integer" => FieldType::Int,
            "Long" => FieldType::Long,
            "Short" => FieldType::Short,
            _ => return None,
        };
        Some(Type::Java(ty))
    }

    pub fn boxed(&self) -> Option<FieldType> {
        let Type::Java(ty) = self else { return None };
        let name = match ty {
            FieldType::Boolean => "Boolean",
            FieldType::Byte => "Byte",
            FieldType::Char => "Character",
            FieldType::Double => "Double",
            FieldType::Float => "Float",
            FieldType::Int => "Integer",
            FieldType::Long => "Long",
            FieldType::Short => "Short",
            _ => return None,
        };
        Some(object(&format!("java/lang/{name}")))
    }

    /// As a message calls it.
    pub fn describe(&self) -> String {
        match self {
            Type::Java(FieldType::Object(name)) => {
                let simple = name.rsplit('/').next().unwrap_or(name);
                simple.replace('$', ".")
            }
            Type::Java(FieldType::Array(element)) => {
                Type::Java((**element).clone()).describe() + "[]"
            }
            Type::Java(ty) => ty.java_name(),
            Type::Null => "null".to_owned(),
            Type::BigInt => "\\bigint".to_owned(),
            Type::Real => "\\real".to_owned(),
            Type::TypeValue => "\\TYPE".to_owned(),
            Type::LocSet => "\\locset".to_owned(),
            Type::ObjectSet => "a set of objects".to_owned(),
            Type::Unknown => "something without a meaning".to_owned(),
        }
    }
}

/// Unary numeric promotion (JLS 5.6.1).
pub fn promoted(ty: &Type) -> Type {
    use FieldType::*;
    match ty {
        Type::Java(Byte | Short | Char) => INT,
        other => other.clone(),
    }
}

/// Binary numeric promotion (JLS 5.6.2), with JML's numbers above Java's.
pub fn common(a: &Type, b: &Type) -> Type {
    let rank = |ty: &Type| match ty {
        Type::Real => 5,
        Type::Java(FieldType::Double) => 3,
        Type::Java(FieldType::Float) => 2,
        Type::BigInt => 4,
        Type::Java(FieldType::Long) => 1,
        _ => 0,
    };
    let (low, high) = (rank(a).min(rank(b)), rank(a).max(rank(b)));
    match (low, high) {
        (2 | 3, 4) => Type::Real,
        (_, 5) => Type::Real,
        (_, 4) => Type::BigInt,
        (_, 3) => Type::Java(FieldType::Double),
        (_, 2) => Type::Java(FieldType::Float),
        (_, 1) => LONG,
        _ => INT,
    }
}

/// Whether a primitive value becomes another without a cast (JLS 5.1.2).
pub fn widens(from: &Type, to: &Type) -> bool {
    use FieldType::*;
    let rank = |ty: &Type| match ty {
        Type::Java(Byte) => Some(1),
        Type::Java(Short) => Some(2),
        Type::Java(Char) => Some(2),
        Type::Java(Int) => Some(3),
        Type::Java(Long) => Some(4),
        Type::BigInt => Some(5),
        Type::Java(Float) => Some(6),
        Type::Java(Double) => Some(7),
        Type::Real => Some(8),
        _ => None,
    };
    if from == to {
        return true;
    }
    if matches!(to, Type::Java(Char)) || (*from == Type::BigInt && *to != Type::Real) {
        return false;
    }
    match (rank(from), rank(to)) {
        (Some(from), Some(to)) => from < to,
        _ => false,
    }
}
