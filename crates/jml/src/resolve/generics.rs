//! What type arguments say of the value of a field or of a call. Types are erased everywhere else; where a class declares a
//! member with one of its type variables and the signature of the receiver says what that stands for, the value is cast to
//! it, as the compiler does.

use super::Resolver;
use crate::resolved::{Call, Expr, ExprKind, FieldRef, Type};
use classpath::{ClassFile, FieldType};

/// How deep types above others, and within others, are looked at.
const DEEP: u32 = 16;

/// What type variables stand for, as signatures; none where that may be anything.
type Variables = Vec<(String, Option<String>)>;

impl Resolver<'_, '_> {
    /// The type that the result of a call is cast to. An array of a type variable's type may well have been made as one of
    /// objects, and is not.
    pub(super) fn type_of_result(&self, call: &Call) -> Option<FieldType> {
        if !call.method.descriptor.contains(")L") {
            return None;
        }
        self.cast_to(&self.returned(call)?)
    }

    /// The type that what a field holds is cast to.
    pub(super) fn type_of_field(&self, receiver: &Expr, field: &FieldRef) -> Option<FieldType> {
        if !matches!(field.ty, Type::Java(FieldType::Object(_))) {
            return None;
        }
        self.cast_to(&self.held(receiver, field)?)
    }

    /// The type that a value with a signature is cast to: none if everything is of it.
    fn cast_to(&self, signature: &str) -> Option<FieldType> {
        let bound = |name: &str| {
            let formal = self.around.signature.as_ref()?;
            let (_, (first, _)) = declared(formal).into_iter().find(|(n, _)| *n == name)?;
            erased(first)
        };
        let variable = signature
            .strip_prefix('T')
            .and_then(|rest| rest.strip_suffix(';'));
        let erasure = match variable {
            Some(variable) => bound(variable)?,
            None => erased(signature)?,
        };
        let ty = FieldType::parse(&erasure).ok()?;
        (ty != FieldType::Object("java/lang/Object".into())).then_some(ty)
    }

    /// The type that an element of an array is cast to.
    pub(super) fn type_of_element(&self, element: &Expr) -> Option<FieldType> {
        if !matches!(element.ty, Type::Java(FieldType::Object(_))) {
            return None;
        }
        self.cast_to(&self.signature_of(element)?)
    }

    /// The signature of what a call returns, where that speaks of type variables whose meaning the receiver tells.
    fn returned(&self, call: &Call) -> Option<String> {
        let class = self.scope.world.class(&call.method.class)?;
        let mut methods = class.methods.iter();
        let method = methods
            .find(|m| m.name == call.method.name && m.descriptor == call.method.descriptor)?;
        let (formal, rest) = method.signature.as_ref()?.split_once('(')?;
        let (_, result) = rest.rsplit_once(')')?;
        let (result, _) = one(result)?;
        let mut known = self.seen_through(call.receiver.as_ref()?, &class)?;
        // The method's own variables hide those of the class.
        let own = variables(formal);
        known.retain(|(name, _)| !own.contains(&name.as_str()));
        replaced(result, &known)
    }

    /// The same of a field.
    fn held(&self, receiver: &Expr, field: &FieldRef) -> Option<String> {
        let class = self.scope.world.class(&field.class)?;
        let found = class.fields.iter().find(|f| f.name == field.name)?;
        let signature = found.signature.as_ref()?;
        replaced(signature, &self.seen_through(receiver, &class)?)
    }

    /// What the type variables of a class stand for in an object.
    fn seen_through(&self, receiver: &Expr, class: &ClassFile) -> Option<Variables> {
        let signature = self.signature_of(receiver);
        let plain = || match &receiver.ty {
            Type::Java(ty) => Some(ty.to_string()),
            _ => None,
        };
        self.above(&signature.or_else(plain)?, class, 0)
    }

    /// What the type variables of a class stand for in a type that is below it.
    fn above(&self, signature: &str, class: &ClassFile, depth: u32) -> Option<Variables> {
        if depth > DEEP {
            return None;
        }
        let erasure = erased(signature)?;
        let name = erasure.strip_prefix('L')?.strip_suffix(';')?;
        let file = self.scope.world.class(name)?;
        let known = self.arguments(signature)?;
        if *name == *class.name {
            return Some(known);
        }
        let wanted = FieldType::Object(class.name.clone());
        let java_type = |signature: &str| FieldType::parse(&erased(signature)?).ok();
        let above: Vec<String> = match &file.signature {
            Some(signature) => {
                let all = types(classpath::behind_type_variables(signature))?.into_iter();
                all.map(str::to_owned).collect()
            }
            None => {
                let names = file.super_name.iter().chain(&file.interfaces);
                names.map(|name| format!("L{name};")).collect()
            }
        };
        above.iter().find_map(|ty| {
            let ty = replaced(ty, &known)?;
            let leads_there = self.scope.world.is_subtype(&java_type(&ty)?, &wanted);
            leads_there.then(|| self.above(&ty, class, depth + 1))?
        })
    }

    /// What a type says its variables stand for, and those of the classes around it. None for a raw type.
    fn arguments(&self, signature: &str) -> Option<Variables> {
        let mut known = Variables::new();
        let mut rest = signature.strip_prefix('L')?;
        let mut name = String::new();
        loop {
            let end = rest.find(['<', ';', '.'])?;
            name.push_str(&rest[..end]);
            rest = &rest[end..];
            let file = self.scope.world.class(&name)?;
            let mut arguments = Vec::new();
            if let Some(mut inside) = rest.strip_prefix('<') {
                while !inside.starts_with('>') {
                    let (first, after) = one(inside)?;
                    arguments.push(first);
                    inside = after;
                }
                rest = &inside[1..];
            }
            let names = of_class(&file);
            if names.len() != arguments.len() {
                return None;
            }
            for (name, argument) in names.into_iter().zip(arguments) {
                let meant = match argument.as_bytes().first() {
                    Some(b'+') => Some(argument[1..].to_owned()),
                    Some(b'L' | b'[' | b'T') => Some(argument.to_owned()),
                    _ => None,
                };
                known.retain(|(known, _)| known != name);
                known.push((name.to_owned(), meant));
            }
            match rest.strip_prefix('.') {
                Some(inner) => {
                    name.push('$');
                    rest = inner;
                }
                None => return Some(known),
            }
        }
    }

    /// The signature of an expression, where one is written.
    fn signature_of(&self, expr: &Expr) -> Option<String> {
        match &expr.kind {
            ExprKind::Field { receiver, field } => {
                let held = (receiver.as_ref()).and_then(|receiver| self.held(receiver, field));
                held.or_else(|| {
                    let class = self.scope.world.class(&field.class)?;
                    let found = class.fields.iter().find(|f| f.name == field.name)?;
                    found.signature.as_ref().map(ToString::to_string)
                })
            }
            ExprKind::Parameter(index) => {
                let signature = self.around.signature.as_ref()?;
                let (_, rest) = signature.split_once('(')?;
                let (parameters, _) = rest.rsplit_once(')')?;
                let all = types(parameters)?;
                // The compiler gives some parameters no place there.
                (all.len() == self.around.parameters.len()).then(|| all[*index].to_owned())
            }
            ExprKind::Result => {
                let (_, result) = self.around.signature.as_ref()?.rsplit_once(')')?;
                Some(one(result)?.0.to_owned())
            }
            ExprKind::Element { array, .. } => {
                let array = self.signature_of(array)?;
                Some(array.strip_prefix('[')?.to_owned())
            }
            ExprKind::Old(inner, _) => self.signature_of(inner),
            ExprKind::Call(call) => self.returned(call),
            ExprKind::Cast(inner) => {
                let held = match &inner.kind {
                    ExprKind::Call(call) => self.returned(call),
                    ExprKind::Field {
                        receiver: Some(receiver),
                        field,
                    } => self.held(receiver, field),
                    _ => None,
                };
                held.filter(|held| erased(held).is_some_and(|class| expr.ty == java(&class)))
            }
            _ => None,
        }
    }
}

/// A signature with what type variables stand for; none if one may be anything.
fn replaced(signature: &str, known: &Variables) -> Option<String> {
    let mut found = String::new();
    let mut rest = signature;
    let mut before = ';';
    while let Some(first) = rest.chars().next() {
        // A variable begins where a type can.
        let is_start = matches!(
            before,
            ';' | '<' | '>' | '[' | '+' | '-' | '*' | '(' | ')' | ':'
        );
        if first == 'T' && is_start {
            let (variable, after) = rest[1..].split_once(';')?;
            match known.iter().find(|(name, _)| name == variable) {
                Some((_, Some(ty))) => found.push_str(ty),
                Some((_, None)) => return None,
                None => found.push_str(&rest[..variable.len() + 2]),
            }
            rest = after;
            before = ';';
            continue;
        }
        if first == 'L' && is_start {
            // A name has no variables in it.
            let end = rest.find(['<', ';', '.'])?;
            found.push_str(&rest[..end]);
            before = 'L';
            rest = &rest[end..];
            continue;
        }
        found.push(first);
        before = first;
        rest = &rest[first.len_utf8()..];
    }
    Some(found)
}

fn java(descriptor: &str) -> Type {
    FieldType::parse(descriptor).map_or(Type::Unknown, Type::Java)
}

/// Type variables as they are declared, `<E:Ljava/lang/Object;>`: the name, the first bound, and what follows.
fn declared(formal: &str) -> Vec<(&str, (&str, &str))> {
    let mut found = Vec::new();
    let mut rest = formal.strip_prefix('<').unwrap_or("");
    while let Some((name, bounds)) = rest.split_once(':') {
        rest = bounds;
        let mut first = None;
        loop {
            rest = rest.trim_start_matches(':');
            let Some(bound) = one(rest) else {
                return found;
            };
            first.get_or_insert(bound);
            rest = bound.1;
            if !rest.starts_with(':') {
                break;
            }
        }
        found.extend(first.map(|first| (name, first)));
    }
    found
}

fn variables(formal: &str) -> Vec<&str> {
    declared(formal).into_iter().map(|(name, _)| name).collect()
}

fn of_class(class: &ClassFile) -> Vec<&str> {
    variables(class.signature.as_deref().unwrap_or(""))
}

/// The first type of a list of signatures, and the rest (JVMS 4.7.9.1).
fn one(text: &str) -> Option<(&str, &str)> {
    let bytes = text.as_bytes();
    let mut at = 0;
    while matches!(bytes.get(at)?, b'[' | b'+' | b'-') {
        at += 1;
    }
    match bytes[at] {
        b'L' | b'T' => {
            let mut depth = 0;
            for (end, byte) in bytes.iter().enumerate().skip(at) {
                match byte {
                    b'<' => depth += 1,
                    b'>' => depth -= 1,
                    b';' if depth == 0 => return Some(text.split_at(end + 1)),
                    _ => {}
                }
            }
            None
        }
        b'B' | b'C' | b'D' | b'F' | b'I' | b'J' | b'S' | b'Z' | b'V' | b'*' => {
            Some(text.split_at(at + 1))
        }
        _ => None,
    }
}

fn types(text: &str) -> Option<Vec<&str>> {
    let mut found = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (first, after) = one(rest)?;
        found.push(first);
        rest = after;
    }
    Some(found)
}

/// The descriptor that a signature is erased to, if there are no type variables in it.
fn erased(signature: &str) -> Option<String> {
    let mut found = String::new();
    let mut depth = 0;
    for c in signature.chars() {
        match c {
            '<' => depth += 1,
            '>' => depth -= 1,
            '.' if depth == 0 => found.push('$'),
            c if depth == 0 => found.push(c),
            _ => {}
        }
    }
    (!found.trim_start_matches('[').starts_with('T')).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_taken_apart() {
        let nested = "Ljava/util/Map<TK;Ljava/util/List<+LFoo;>;>;";
        assert_eq!(erased(nested).unwrap(), "Ljava/util/Map;");
        assert_eq!(erased("LTree<LP;>.Entry;").unwrap(), "LTree$Entry;");
        assert_eq!(erased("TK;"), None);
        assert_eq!(types("I[J*TT;").unwrap(), ["I", "[J", "*", "TT;"]);
    }

    #[test]
    fn variables_are_replaced() {
        let known = vec![
            ("T".to_owned(), Some("LTP;".to_owned())),
            ("U".to_owned(), None),
        ];
        let replaced = |signature: &str| replaced(signature, &known);
        assert_eq!(replaced("TT;").unwrap(), "LTP;");
        assert_eq!(replaced("[TT;").unwrap(), "[LTP;");
        assert_eq!(
            replaced("LTBox<TT;+TT;TV;>;").unwrap(),
            "LTBox<LTP;+LTP;TV;>;"
        );
        assert_eq!(replaced("LBox<TU;>;"), None);
        assert_eq!(replaced("LT;").unwrap(), "LT;");
    }

    #[test]
    fn variables_have_bounds() {
        let formal = "<A:Ljava/lang/Object;B::Ljava/lang/Comparable<TB;>;C:LX;:LY;>";
        assert_eq!(variables(formal), ["A", "B", "C"]);
    }
}
