//! What a call on a collection with type arguments returns. Types are erased everywhere else; where a method of the library
//! returns a type variable of its class and the signature of the receiver says what that stands for, the result is cast to it,
//! as the compiler does.

use super::Resolver;
use crate::resolved::{Call, Expr, ExprKind, Type};
use classpath::{ClassFile, FieldType};

impl Resolver<'_, '_> {
    /// The type that the result of a call is cast to.
    pub(super) fn type_of_result(&self, call: &Call) -> Option<FieldType> {
        let signature = self.returned(call)?;
        let class = erased(&signature)?;
        let ty = FieldType::parse(&class).ok()?;
        (ty != FieldType::Object("java/lang/Object".into())).then_some(ty)
    }

    /// The signature of what a call returns, where that is a type variable whose meaning the receiver tells. Of the program's
    /// own classes nobody knows that their fields hold what their type arguments say.
    fn returned(&self, call: &Call) -> Option<String> {
        if !call.method.class.starts_with("java/") {
            return None;
        }
        let class = self.scope.world.class(&call.method.class)?;
        let mut methods = class.methods.iter();
        let method = methods
            .find(|m| m.name == call.method.name && m.descriptor == call.method.descriptor)?;
        let (formal, rest) = method.signature.as_ref()?.split_once('(')?;
        let (_, result) = rest.rsplit_once(')')?;
        let variable = result.strip_prefix('T')?.split(';').next()?;
        // The method's own variables hide those of the class.
        if variables(formal).contains(&variable) {
            return None;
        }
        let at = of_class(&class).iter().position(|v| *v == variable)?;
        let receiver = self.signature_of(call.receiver.as_ref()?)?;
        let (name, arguments) = parts(&receiver)?;
        // Which of its arguments a class hands on to those above it is not looked at.
        if *name != *class.name {
            return None;
        }
        let argument = *arguments.get(at)?;
        match argument.as_bytes().first()? {
            b'+' => Some(argument[1..].to_owned()),
            b'L' | b'[' => Some(argument.to_owned()),
            _ => None,
        }
    }

    /// The signature of an expression, where one is written.
    fn signature_of(&self, expr: &Expr) -> Option<String> {
        match &expr.kind {
            ExprKind::Field { field, .. } => {
                let class = self.scope.world.class(&field.class)?;
                let found = class.fields.iter().find(|f| f.name == field.name)?;
                found.signature.as_ref().map(ToString::to_string)
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
                Some(types(result.split('^').next()?)?.first()?.to_string())
            }
            ExprKind::Old(inner, _) => self.signature_of(inner),
            ExprKind::Cast(inner) => match &inner.kind {
                ExprKind::Call(call) => {
                    let returned = self.returned(call)?;
                    let same = erased(&returned).is_some_and(|class| expr.ty == java(&class));
                    same.then_some(returned)
                }
                _ => None,
            },
            _ => None,
        }
    }
}

fn java(descriptor: &str) -> Type {
    FieldType::parse(descriptor).map_or(Type::Unknown, Type::Java)
}

/// The names of type variables, as they are declared: `<E:Ljava/lang/Object;>`.
fn variables(formal: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = formal.strip_prefix('<').unwrap_or("");
    while let Some((name, bounds)) = rest.split_once(':') {
        found.push(name);
        rest = bounds;
        loop {
            rest = rest.trim_start_matches(':');
            let Some((_, after)) = one(rest) else {
                return found;
            };
            rest = after;
            if !rest.starts_with(':') {
                break;
            }
        }
    }
    found
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

/// The class of a signature with type arguments, and these.
fn parts(signature: &str) -> Option<(&str, Vec<&str>)> {
    let (class, rest) = signature.strip_prefix('L')?.split_once('<')?;
    let arguments = rest.strip_suffix(">;")?;
    // Of a class within a generic one nothing is said.
    match arguments.contains(">.") {
        true => None,
        false => Some((class, types(arguments)?)),
    }
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
        let (class, arguments) = parts(nested).unwrap();
        assert_eq!(class, "java/util/Map");
        assert_eq!(arguments, ["TK;", "Ljava/util/List<+LFoo;>;"]);
        assert_eq!(erased(arguments[1]).unwrap(), "Ljava/util/List;");
        assert_eq!(erased(arguments[0]), None);
        assert_eq!(types("I[J*TT;").unwrap(), ["I", "[J", "*", "TT;"]);
    }

    #[test]
    fn variables_have_bounds() {
        let formal = "<A:Ljava/lang/Object;B::Ljava/lang/Comparable<TB;>;C:LX;:LY;>";
        assert_eq!(variables(formal), ["A", "B", "C"]);
    }
}
