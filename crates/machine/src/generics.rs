//! Java types with their type arguments, read from `Signature` attributes (JVMS §4.7.9.1), so that the elements of a
//! `List<String>` are strings. A type variable is replaced by one type that its bound allows.

use std::collections::BTreeMap;
use std::rc::Rc;

/// A type of a parameter, field or element.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Type {
    /// The descriptor's character.
    Primitive(u8),
    Array(Box<Type>),
    Class {
        /// Internal name.
        name: Rc<str>,
        /// Empty for a raw type, and for one without parameters.
        args: Vec<Type>,
    },
}

impl Type {
    pub fn class(name: &str) -> Type {
        Type::Class {
            name: name.into(),
            args: Vec::new(),
        }
    }

    /// `Object`, and among what that may be is this class. Source has no such type.
    pub fn object_like(class: &str) -> Type {
        Type::Class {
            name: "java/lang/Object".into(),
            args: vec![Type::class(class)],
        }
    }

    /// From a field descriptor; `None` if it is malformed.
    pub fn of_descriptor(descriptor: &str) -> Option<Type> {
        let mut reader = Reader {
            rest: descriptor,
            variables: &Variables::default(),
        };
        let ty = reader.ty()?;
        reader.rest.is_empty().then_some(ty)
    }

    pub fn descriptor(&self) -> String {
        match self {
            Type::Primitive(c) => (*c as char).to_string(),
            Type::Array(element) => format!("[{}", element.descriptor()),
            Type::Class { name, .. } => format!("L{name};"),
        }
    }

    /// Internal name of a class, descriptor of an array or a primitive type.
    pub fn internal(&self) -> String {
        match self {
            Type::Class { name, .. } => name.to_string(),
            other => other.descriptor(),
        }
    }

    /// Binary name without type arguments: `java.util.List`, `int[]`.
    pub fn java_name(&self) -> String {
        match self {
            Type::Primitive(c) => crate::inputs::primitive_name(*c).to_owned(),
            other => crate::class::java_type_name(&other.internal()),
        }
    }

    pub fn argument(&self, index: usize) -> Option<&Type> {
        match self {
            Type::Class { args, .. } => args.get(index),
            _ => None,
        }
    }
}

/// No class is called like this.
const MARK: &str = "\u{1}";

impl Type {
    /// The type parameter that a mark of [`Variables::marks`] stands for.
    pub fn mark(&self) -> Option<&str> {
        match self {
            Type::Class { name, .. } => name.strip_prefix(MARK),
            _ => None,
        }
    }

    pub fn has_marks(&self) -> bool {
        match self {
            Type::Primitive(_) => false,
            Type::Array(element) => element.has_marks(),
            Type::Class { args, .. } => self.mark().is_some() || args.iter().any(Type::has_marks),
        }
    }
}

/// What type variables stand for.
#[derive(Clone, Debug, Default)]
pub struct Variables {
    known: BTreeMap<String, Type>,
}

impl Variables {
    /// Reads the type parameters at the start of a class's or method's signature; returns what follows them.
    pub fn declare<'a>(&mut self, signature: &'a str) -> Option<&'a str> {
        let Some(mut rest) = signature.strip_prefix('<') else {
            return Some(signature);
        };
        while !rest.starts_with('>') {
            let (name, after) = rest.split_once(':')?;
            let mut bound = None;
            // `T:ClassBound:InterfaceBound…`, where the class bound may be missing.
            let mut tail = after;
            loop {
                if !tail.starts_with([':', '>']) && !is_next_parameter(tail) {
                    let mut reader = Reader {
                        rest: tail,
                        variables: self,
                    };
                    let ty = reader.ty()?;
                    tail = reader.rest;
                    bound = bound.or(Some(ty));
                }
                match tail.strip_prefix(':') {
                    Some(more) => tail = more,
                    None => break,
                }
            }
            self.known.insert(name.to_owned(), instance(bound));
            rest = tail;
        }
        Some(&rest[1..])
    }

    /// Binds the parameters of a class, in order, to the arguments that a type gives.
    pub fn bind(&mut self, class_signature: &str, args: &[Type]) {
        let mut names = Variables::default();
        if names.declare(class_signature).is_none() {
            return;
        }
        for (name, arg) in parameter_names(class_signature).into_iter().zip(args) {
            self.known.insert(name, arg.clone());
        }
    }

    /// Lets each parameter of a class stand for a mark of its own, which [`Type::mark`] tells.
    pub fn marks(class_signature: &str) -> Variables {
        let mut variables = Variables::default();
        for name in parameter_names(class_signature) {
            let mark = Type::class(&format!("{MARK}{name}"));
            variables.known.insert(name, mark);
        }
        variables
    }

    /// What the parameters of a class stand for, in their order.
    pub fn arguments(&self, class_signature: &str) -> Vec<Type> {
        let names = parameter_names(class_signature);
        let known = names.iter().map(|name| self.known.get(name).cloned());
        known
            .map(|ty| ty.unwrap_or_else(|| instance(None)))
            .collect()
    }

    pub fn set(&mut self, name: &str, ty: Type) {
        self.known.insert(name.to_owned(), ty);
    }

    /// The superclass and the interfaces that a class's signature names.
    pub fn supers(&self, class_signature: &str) -> Vec<Type> {
        let mut skipped = Variables::default();
        let Some(rest) = skipped.declare(class_signature) else {
            return Vec::new();
        };
        let mut reader = Reader {
            rest,
            variables: self,
        };
        let mut supers = Vec::new();
        while !reader.rest.is_empty() {
            match reader.ty() {
                Some(ty) => supers.push(ty),
                None => break,
            }
        }
        supers
    }

    /// In words, what type variables of a signature were taken to be.
    pub fn stand_ins(&self, signature: &str) -> Vec<String> {
        let mut variables = self.clone();
        if variables.declare(signature).is_none() {
            return Vec::new();
        }
        parameter_names(signature)
            .iter()
            .filter_map(|name| {
                let ty = variables.known.get(name)?;
                Some(format!("type {name}: only {}", ty.java_name()))
            })
            .collect()
    }

    /// A field's type.
    pub fn field(&self, signature: Option<&str>, descriptor: &str) -> Option<Type> {
        let generic = signature.and_then(|signature| {
            let mut reader = Reader {
                rest: signature,
                variables: self,
            };
            reader.ty()
        });
        generic
            .filter(|ty| fits(ty, descriptor))
            .or_else(|| Type::of_descriptor(descriptor))
    }

    /// The types of a method's parameters. A signature that leaves out parameters which the compiler added is of no
    /// use; the descriptor counts then.
    pub fn parameters(&self, signature: Option<&str>, descriptor: &str) -> Option<Vec<Type>> {
        let (erased, _) = crate::class::split_descriptor(descriptor)?;
        let generic = signature.and_then(|signature| {
            let mut variables = self.clone();
            let rest = variables.declare(signature)?;
            let mut reader = Reader {
                rest: rest.strip_prefix('(')?,
                variables: &variables,
            };
            let mut types = Vec::new();
            while !reader.rest.starts_with(')') {
                types.push(reader.ty()?);
            }
            (types.len() == erased.len()).then_some(types)
        });
        let erased: Option<Vec<Type>> = erased.iter().map(|d| Type::of_descriptor(d)).collect();
        let erased = erased?;
        Some(match generic {
            Some(types) => types
                .into_iter()
                .zip(erased)
                .map(|(ty, plain)| {
                    if fits(&ty, &plain.descriptor()) {
                        ty
                    } else {
                        plain
                    }
                })
                .collect(),
            None => erased,
        })
    }
}

/// Where the erasure is a class other than `Object`, a variable's stand-in may not be one of its objects.
fn fits(ty: &Type, descriptor: &str) -> bool {
    match ty {
        Type::Class { .. } => {
            descriptor.starts_with('L')
                && (ty.descriptor() == descriptor || allows_integer(descriptor))
        }
        Type::Array(element) => descriptor
            .strip_prefix('[')
            .is_some_and(|rest| fits(element, rest)),
        Type::Primitive(_) => ty.descriptor() == descriptor,
    }
}

fn allows_integer(descriptor: &str) -> bool {
    matches!(
        descriptor,
        "Ljava/lang/Object;"
            | "Ljava/lang/Comparable;"
            | "Ljava/lang/Number;"
            | "Ljava/io/Serializable;"
    )
}

/// What a type variable stands for: `Integer` where its bound allows that, which makes elements equal, comparable and
/// hashable, and the bound itself elsewhere.
fn instance(bound: Option<Type>) -> Type {
    match bound {
        Some(ty) if !allows_integer(&ty.descriptor()) => ty,
        _ => Type::class("java/lang/Integer"),
    }
}

/// Whether the text begins with the name of another type parameter instead of a bound.
fn is_next_parameter(text: &str) -> bool {
    !text.starts_with(['L', 'T', '['])
        || match (text.find(':'), text.find([';', '<'])) {
            (Some(colon), Some(end)) => colon < end,
            _ => false,
        }
}

fn parameter_names(signature: &str) -> Vec<String> {
    let mut names = Vec::new();
    let Some(inside) = signature.strip_prefix('<') else {
        return names;
    };
    let mut depth = 0;
    let mut start = Some(0);
    for (i, c) in inside.char_indices() {
        match c {
            '<' => depth += 1,
            '>' if depth == 0 => break,
            '>' => depth -= 1,
            ':' if depth == 0 => {
                if let Some(from) = start.take() {
                    names.push(inside[from..i].to_owned());
                }
            }
            // After a bound, either another bound (`:`) or the next name.
            ';' if depth == 0 && !inside[i + 1..].starts_with([':', '>']) => start = Some(i + 1),
            _ => {}
        }
    }
    names
}

struct Reader<'a, 'v> {
    rest: &'a str,
    variables: &'v Variables,
}

impl Reader<'_, '_> {
    fn ty(&mut self) -> Option<Type> {
        let first = *self.rest.as_bytes().first()?;
        self.rest = &self.rest[1..];
        match first {
            b'[' => Some(Type::Array(Box::new(self.ty()?))),
            b'T' => {
                let (name, rest) = self.rest.split_once(';')?;
                self.rest = rest;
                // A variable that its own bound mentions.
                let known = self.variables.known.get(name).cloned();
                Some(known.unwrap_or_else(|| instance(None)))
            }
            b'L' => self.class(),
            c @ (b'Z' | b'B' | b'C' | b'S' | b'I' | b'J' | b'F' | b'D') => Some(Type::Primitive(c)),
            _ => None,
        }
    }

    fn class(&mut self) -> Option<Type> {
        let mut name = String::new();
        let mut args = Vec::new();
        loop {
            let end = self.rest.find(['<', ';', '.'])?;
            name.push_str(&self.rest[..end]);
            let mark = self.rest.as_bytes()[end];
            self.rest = &self.rest[end + 1..];
            let mark = match mark {
                b'<' => {
                    args = self.arguments()?;
                    let mark = *self.rest.as_bytes().first()?;
                    self.rest = &self.rest[1..];
                    mark
                }
                mark => mark,
            };
            match mark {
                b';' => break,
                // `Outer<…>.Inner`
                b'.' => {
                    name.push('$');
                    args.clear();
                }
                _ => return None,
            }
        }
        Some(Type::Class {
            name: name.as_str().into(),
            args,
        })
    }

    fn arguments(&mut self) -> Option<Vec<Type>> {
        let mut args = Vec::new();
        loop {
            match *self.rest.as_bytes().first()? {
                b'>' => {
                    self.rest = &self.rest[1..];
                    return Some(args);
                }
                b'*' => {
                    self.rest = &self.rest[1..];
                    args.push(Type::class("java/lang/Object"));
                }
                b'+' | b'-' => {
                    self.rest = &self.rest[1..];
                    args.push(self.ty()?);
                }
                _ => args.push(self.ty()?),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures() {
        let check = |signature: &str, descriptor: &str, expected: &str| {
            let types = Variables::default().parameters(Some(signature), descriptor);
            let text: Vec<String> = types.unwrap_or_default().iter().map(show).collect();
            assert_eq!(text.join(", "), expected);
        };
        check(
            "(Ljava/util/Map<Ljava/lang/String;[I>;I)V",
            "(Ljava/util/Map;I)V",
            "java/util/Map<java/lang/String, [I>, I",
        );
        check(
            "<T::Ljava/lang/Comparable<TT;>;U:Lp/A;>(Ljava/util/List<TT;>;TU;[TT;)V",
            "(Ljava/util/List;Lp/A;[Ljava/lang/Comparable;)V",
            "java/util/List<java/lang/Integer>, p/A, [java/lang/Integer",
        );
        check(
            "(Ljava/util/List<+Ljava/lang/Number;>;Ljava/util/List<*>;Lp/O<TX;>.I;)V",
            "(Ljava/util/List;Ljava/util/List;Lp/O$I;)V",
            "java/util/List<java/lang/Number>, java/util/List<java/lang/Object>, p/O$I",
        );
        // An enum's constructor has two parameters that the signature does not mention.
        check(
            "(Ljava/util/List<TT;>;)V",
            "(ILjava/util/List;)V",
            "I, java/util/List",
        );
        check("(", "(I)V", "I");
    }

    #[test]
    fn parameters_of_classes() {
        let signature =
            "<K:Ljava/lang/Object;V::Ljava/util/List<TK;>;:Ljava/io/Serializable;>Lp/S;";
        assert_eq!(parameter_names(signature), ["K", "V"]);
        let mut variables = Variables::default();
        variables.declare(signature);
        variables.bind(signature, &[Type::class("java/lang/String")]);
        let field = variables.field(Some("TK;"), "Ljava/lang/Object;");
        assert_eq!(field.map(|t| show(&t)).as_deref(), Some("java/lang/String"));
    }

    fn show(ty: &Type) -> String {
        match ty {
            Type::Primitive(c) => (*c as char).to_string(),
            Type::Array(element) => format!("[{}", show(element)),
            Type::Class { name, args } if args.is_empty() => name.to_string(),
            Type::Class { name, args } => {
                let args: Vec<String> = args.iter().map(show).collect();
                format!("{name}<{}>", args.join(", "))
            }
        }
    }
}
