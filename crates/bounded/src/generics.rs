//! Types as signatures have them (JVMS 4.7.9.1). At run time type arguments are gone; but what a variable `Box<P>` leads to
//! was made as a box of `P`, and so holds what is of that type, unless somebody has cast what the compiler could not check
//! (JLS 4.12.2), which nobody is taken to have done.

use crate::lists::{class_of, is_list_type};
use crate::program::Program;
use crate::universe::COMPARABLE;
use classpath::{ClassFile, MethodDescriptor, Name, access};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A type with its arguments.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Generic {
    /// The erased type, as a descriptor.
    pub descriptor: Name,
    /// Of a list, what its elements are; of an array, what its elements are. None if that may be anything.
    pub of: Option<Box<Generic>>,
    pub written: Written,
}

/// How a type is written.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Written {
    /// With the arguments of the class, and of those around it, by class.
    Type(Vec<(Name, Vec<Argument>)>),
    Variable(Variable),
    /// A type variable of something around that nobody looks into.
    Unknown,
}

/// A type variable of a class or of the method, by its number.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Variable {
    /// None for the method.
    pub class: Option<Name>,
    pub index: usize,
    /// What it is erased to, as a descriptor.
    pub bound: Name,
    /// Whether what it stands for has an order.
    pub is_ordered: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Argument {
    Is(Generic),
    Extends(Generic),
    Super(Generic),
    Any,
}

impl Argument {
    fn ty(&self) -> Option<&Generic> {
        match self {
            Argument::Is(ty) | Argument::Extends(ty) | Argument::Super(ty) => Some(ty),
            Argument::Any => None,
        }
    }
}

impl Generic {
    pub fn plain(descriptor: &str) -> Generic {
        Generic {
            descriptor: descriptor.into(),
            of: None,
            written: Written::Type(Vec::new()),
        }
    }

    /// The name of the class, of an array its descriptor.
    pub fn class(&self) -> Option<&str> {
        class_of(&self.descriptor)
    }

    fn arguments(&self) -> impl Iterator<Item = (&Name, &Argument)> {
        let all = match &self.written {
            Written::Type(arguments) => &arguments[..],
            _ => &[],
        };
        all.iter()
            .flat_map(|(class, arguments)| arguments.iter().map(move |a| (class, a)))
    }

    pub fn is_variable(&self) -> bool {
        !matches!(self.written, Written::Type(_))
    }

    pub fn has_arguments(&self) -> bool {
        self.arguments().next().is_some()
    }

    /// Whether there are no type variables in it.
    pub fn is_closed(&self) -> bool {
        matches!(self.written, Written::Type(_))
            && self.of.as_ref().is_none_or(|of| of.is_closed())
            && self
                .arguments()
                .all(|(_, argument)| argument.ty().is_none_or(Generic::is_closed))
    }

    /// The types without variables that the program's classes have as arguments in it.
    pub fn collect_arguments(&self, program: &Program, found: &mut BTreeSet<Generic>) {
        for (class, argument) in self.arguments() {
            let Some(ty) = argument.ty() else {
                continue;
            };
            let is_own = program.is_own(class) || &**class == COMPARABLE;
            if is_own && ty.is_closed() {
                found.insert(ty.clone());
            }
            // What a variable stands for is of its bound; what has an order is of one type of several.
            if let (true, Written::Variable(variable)) = (is_own, &ty.written) {
                let bound = class_of(&variable.bound);
                if !matches!(bound, Some("java/lang/Object" | COMPARABLE) | None) {
                    found.insert(Generic::plain(&variable.bound));
                }
            }
            ty.collect_arguments(program, found);
        }
        if let Some(of) = &self.of {
            of.collect_arguments(program, found);
        }
    }
}

/// The names of type variables, as they are declared: `<E:Ljava/lang/Object;>`.
fn declared(signature: Option<&str>) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = signature.and_then(|s| s.strip_prefix('<')).unwrap_or("");
    while let Some((name, bounds)) = rest.split_once(':') {
        found.push(name);
        // A bound ends where nothing is open; another one of the same variable follows a colon.
        let mut depth = 0;
        let bytes = bounds.as_bytes();
        let end = (0..bytes.len()).find(|at| {
            match bytes[*at] {
                b'<' => depth += 1,
                b'>' => depth -= 1,
                _ => {}
            }
            bytes[*at] == b';' && depth == 0 && bytes.get(at + 1) != Some(&b':')
        });
        match end {
            Some(end) if !bounds[end + 1..].starts_with('>') => rest = &bounds[end + 1..],
            _ => break,
        }
    }
    found
}

/// How far classes are looked for above others, and around them.
const HIGH: u32 = 16;

/// The class around a class whose objects belong to one of its objects.
fn around(program: &Program, class: &ClassFile) -> Option<Arc<ClassFile>> {
    let own = class.inner_classes.iter().find(|i| i.inner == class.name)?;
    let is_static = own.access & (access::STATIC | access::INTERFACE | access::ENUM) != 0;
    let outer = own.outer.as_ref().filter(|_| !is_static)?;
    program.classpath.find(outer).ok().flatten()
}

/// All classes around, nearest first.
fn all_around(program: &Program, class: &ClassFile) -> Vec<Arc<ClassFile>> {
    let mut found = Vec::new();
    let mut next = around(program, class);
    // A class file may say that a class is around itself.
    while let Some(class) = next.filter(|_| found.len() < HIGH as usize) {
        next = around(program, &class);
        found.push(class);
    }
    found
}

/// The type variables that objects of a class have types for: its own and those of the classes around.
pub fn variables(program: &Program, class: &str) -> Vec<Variable> {
    let mut found = Vec::new();
    let Ok(Some(class)) = program.classpath.find(class) else {
        return found;
    };
    let outer = all_around(program, &class);
    for class in [class].into_iter().chain(outer) {
        let reader = Reader::new(program, &class, None, "");
        let names = declared(class.signature.as_deref()).into_iter();
        found.extend(names.enumerate().map(|(index, name)| Variable {
            class: Some(class.name.clone()),
            index,
            bound: reader.bound(name).into(),
            is_ordered: reader.is_ordered(name),
        }));
    }
    found
}

/// The types that a class extends and implements.
pub fn above(program: &Program, class: &str) -> Vec<Generic> {
    let Ok(Some(file)) = program.classpath.find(class) else {
        return Vec::new();
    };
    let Some(signature) = &file.signature else {
        let names = file.super_name.iter().chain(&file.interfaces);
        return names
            .map(|name| Generic::plain(&format!("L{name};")))
            .collect();
    };
    let mut reader = Reader::new(
        program,
        &file,
        None,
        classpath::behind_type_variables(signature),
    );
    let mut found = Vec::new();
    while let Some(ty) = reader.ty() {
        found.push(ty);
    }
    found
}

/// What a class gives a type variable of a class above it, in its own variables.
pub fn handed_on(program: &Program, class: &str, variable: &Variable) -> Option<Argument> {
    handed_on_from(program, class, variable, 0)
}

fn handed_on_from(
    program: &Program,
    class: &str,
    variable: &Variable,
    depth: u32,
) -> Option<Argument> {
    if depth > HIGH {
        return None;
    }
    for above in above(program, class) {
        let name = above.class()?.to_owned();
        let leads_there = |of: &Name| program.is_subclass(&name, of);
        if !variable.class.as_ref().is_some_and(leads_there) {
            continue;
        }
        let given = |wanted: &Variable| match &above.written {
            Written::Type(arguments) => {
                let mut all = arguments.iter();
                let of = all.find(|(class, _)| Some(class) == wanted.class.as_ref())?;
                of.1.get(wanted.index).cloned()
            }
            _ => None,
        };
        if let Some(argument) = given(variable) {
            return Some(argument);
        }
        match handed_on_from(program, &name, variable, depth + 1) {
            Some(Argument::Is(Generic {
                written: Written::Variable(between),
                ..
            })) => return given(&between),
            // Of one that is made of variables nothing is said.
            Some(Argument::Is(ty)) if !ty.is_closed() => return None,
            Some(argument) => return Some(argument),
            None => {}
        }
    }
    None
}

/// The type of the object that objects of an inner class belong to.
pub fn outer(program: &Program, descriptor: &str) -> Option<Generic> {
    let class = class_of(descriptor)?;
    let mut all: Vec<(Name, Vec<Argument>)> = Vec::new();
    for variable in variables(program, class) {
        let of = variable.class.clone()?;
        let argument = Argument::Is(Generic {
            written: Written::Variable(variable.clone()),
            ..Generic::plain(&variable.bound)
        });
        match all.iter_mut().find(|(class, _)| *class == of) {
            Some((_, arguments)) => arguments.push(argument),
            None => all.push((of, vec![argument])),
        }
    }
    Some(Generic {
        written: Written::Type(all),
        ..Generic::plain(descriptor)
    })
}

/// What objects of a class are compared with: objects of the type that it says, or of the class itself.
pub fn compared_with(program: &Program, class: &str) -> Generic {
    let own = || Generic::plain(&format!("L{class};"));
    let variables = variables(program, COMPARABLE);
    let argument = (variables.first()).and_then(|variable| handed_on(program, class, variable));
    match argument {
        Some(Argument::Is(ty)) if ty.is_closed() => {
            let is_ordered = |name: &str| program.is_subclass(name, COMPARABLE);
            match ty.class().is_some_and(is_ordered) {
                true => ty,
                false => own(),
            }
        }
        _ => own(),
    }
}

/// The type of a field; none if the class has no such field.
pub fn of_field(program: &Program, class: &str, name: &str) -> Option<Generic> {
    let file = program.classpath.find(class).ok().flatten()?;
    let field = file.fields.iter().find(|field| &*field.name == name)?;
    let plain = || Generic::plain(&field.descriptor);
    let Some(signature) = &field.signature else {
        return Some(plain());
    };
    let mut reader = Reader::new(program, &file, None, signature);
    // A signature is only what the compiler says.
    let ty = reader.ty().filter(|ty| ty.descriptor == field.descriptor);
    Some(ty.unwrap_or_else(plain))
}

/// The types of a method's parameters, without the receiver.
pub fn of_parameters(program: &Program, class: &ClassFile, method: usize) -> Vec<Generic> {
    let info = &class.methods[method];
    let Ok(descriptor) = MethodDescriptor::parse(&info.descriptor) else {
        return Vec::new();
    };
    let erased: Vec<Generic> = (descriptor.params.iter())
        .map(|ty| Generic::plain(&ty.to_string()))
        .collect();
    let Some(signature) = &info.signature else {
        return erased;
    };
    let Some(start) = signature.find('(') else {
        return erased;
    };
    let formal = &signature[..start];
    let mut reader = Reader::new(program, class, Some(formal), &signature[start + 1..]);
    let mut found = Vec::new();
    while !reader.rest.starts_with(')') {
        match reader.ty() {
            Some(ty) => found.push(ty),
            None => return erased,
        }
    }
    // The compiler gives some parameters no place in the signature: those of inner classes and enums.
    let same = found.len() == erased.len()
        && (found.iter().zip(&erased)).all(|(a, b)| a.descriptor == b.descriptor);
    match same {
        true => found,
        false => erased,
    }
}

/// How deep types are looked into; a bound, which may lead back to its variable, counts for several levels.
const DEEP: u32 = 64;
const OF_BOUNDS: u32 = 16;

/// Reads signatures.
struct Reader<'a> {
    program: &'a Program,
    class: &'a ClassFile,
    /// The type variables of the method.
    formal: Option<&'a str>,
    rest: &'a str,
    depth: u32,
}

impl<'a> Reader<'a> {
    fn new(
        program: &'a Program,
        class: &'a ClassFile,
        formal: Option<&'a str>,
        rest: &'a str,
    ) -> Reader<'a> {
        Reader {
            program,
            class,
            formal,
            rest,
            depth: 0,
        }
    }

    /// None for what is no signature, or nested deeper than anybody writes.
    fn ty(&mut self) -> Option<Generic> {
        if self.depth > DEEP {
            return None;
        }
        self.depth += 1;
        let ty = self.any();
        self.depth -= 1;
        ty
    }

    fn any(&mut self) -> Option<Generic> {
        let first = *self.rest.as_bytes().first()?;
        match first {
            b'L' => self.object(),
            b'[' => {
                self.rest = &self.rest[1..];
                let element = self.ty()?;
                Some(Generic {
                    of: Some(Box::new(element.clone())),
                    ..Generic::plain(&format!("[{}", element.descriptor))
                })
            }
            b'T' => {
                let end = self.rest.find(';')?;
                let name = &self.rest[1..end];
                self.rest = &self.rest[end + 1..];
                Some(Generic {
                    written: self.variable(name),
                    ..Generic::plain(&self.bound(name))
                })
            }
            b'B' | b'C' | b'D' | b'F' | b'I' | b'J' | b'S' | b'Z' => {
                let (one, rest) = self.rest.split_at(1);
                self.rest = rest;
                Some(Generic::plain(one))
            }
            _ => None,
        }
    }

    fn object(&mut self) -> Option<Generic> {
        let end = self.rest.find(['<', ';', '.'])?;
        let mut name = self.rest[1..end].to_owned();
        self.rest = &self.rest[end..];
        let mut all: Vec<(Name, Vec<Argument>)> = Vec::new();
        let mut arguments: Vec<Argument> = Vec::new();
        loop {
            match self.rest.as_bytes().first()? {
                b'<' => {
                    self.rest = &self.rest[1..];
                    arguments.clear();
                    while !self.rest.starts_with('>') {
                        arguments.push(self.argument()?);
                    }
                    self.rest = &self.rest[1..];
                    all.push((name.as_str().into(), arguments.clone()));
                }
                b'.' => {
                    let rest = &self.rest[1..];
                    let end = rest.find(['<', ';', '.'])?;
                    name = format!("{name}${}", &rest[..end]);
                    arguments.clear();
                    self.rest = &rest[end..];
                }
                b';' => {
                    self.rest = &self.rest[1..];
                    break;
                }
                _ => return None,
            }
        }
        let of = match &arguments[..] {
            [Argument::Is(one) | Argument::Extends(one)] if is_list_type(&name) => {
                Some(Box::new(one.clone()))
            }
            _ => None,
        };
        Some(Generic {
            of,
            written: Written::Type(all),
            ..Generic::plain(&format!("L{name};"))
        })
    }

    fn argument(&mut self) -> Option<Argument> {
        let first = *self.rest.as_bytes().first()?;
        if matches!(first, b'*' | b'+' | b'-') {
            self.rest = &self.rest[1..];
        }
        Some(match first {
            b'*' => Argument::Any,
            b'+' => Argument::Extends(self.ty()?),
            b'-' => Argument::Super(self.ty()?),
            _ => Argument::Is(self.ty()?),
        })
    }

    fn variable(&self, name: &str) -> Written {
        let bound: Name = self.bound(name).into();
        let is_ordered = self.is_ordered(name);
        let of_method = declared(self.formal).iter().position(|n| *n == name);
        if let Some(index) = of_method {
            return Written::Variable(Variable {
                class: None,
                index,
                bound,
                is_ordered,
            });
        }
        let position = |class: &ClassFile| {
            let names = declared(class.signature.as_deref());
            names.iter().position(|known| *known == name)
        };
        let own = position(self.class).map(|index| (self.class.name.clone(), index));
        let found = own.or_else(|| {
            let outer = all_around(self.program, self.class);
            let of = |class: &Arc<ClassFile>| Some((class.name.clone(), position(class)?));
            outer.iter().find_map(of)
        });
        match found {
            Some((class, index)) => Written::Variable(Variable {
                class: Some(class),
                index,
                bound,
                is_ordered,
            }),
            None => Written::Unknown,
        }
    }

    /// What a type variable is erased to: its first bound.
    fn bound(&self, name: &str) -> String {
        let first = self.bounds(name).into_iter().next();
        first.unwrap_or_else(|| "Ljava/lang/Object;".to_owned())
    }

    /// Whether one of its bounds says that it has an order.
    fn is_ordered(&self, name: &str) -> bool {
        let mut bounds = self.bounds(name).into_iter();
        bounds.any(|bound| class_of(&bound) == Some(COMPARABLE))
    }

    fn bounds(&self, name: &str) -> Vec<String> {
        if self.depth > DEEP - OF_BOUNDS {
            return Vec::new();
        }
        let mut formals: Vec<String> = self.formal.iter().map(|f| (*f).to_owned()).collect();
        let own = self.class.signature.as_deref();
        formals.extend(own.filter(|s| s.starts_with('<')).map(str::to_owned));
        for class in all_around(self.program, self.class) {
            let signature = class.signature.as_deref();
            formals.extend(signature.filter(|s| s.starts_with('<')).map(str::to_owned));
        }
        for formal in &formals {
            for opening in ["<", ";"] {
                let Some(at) = formal.find(&format!("{opening}{name}:")) else {
                    continue;
                };
                // An empty class bound is followed by one of an interface.
                let bounds = &formal[at + opening.len() + name.len() + 1..];
                let mut reader = Reader {
                    program: self.program,
                    class: self.class,
                    formal: self.formal,
                    rest: bounds.trim_start_matches(':'),
                    depth: self.depth + OF_BOUNDS,
                };
                let mut found = Vec::new();
                while let Some(bound) = reader.ty() {
                    found.push(bound.descriptor.to_string());
                    match reader.rest.strip_prefix(':') {
                        Some(more) => reader.rest = more,
                        None => break,
                    }
                }
                return found;
            }
        }
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_have_bounds() {
        let formal = "<A:Ljava/lang/Object;B::Ljava/lang/Comparable<TB;>;C:LX;:LY;>LZ;";
        assert_eq!(declared(Some(formal)), ["A", "B", "C"]);
        assert_eq!(classpath::behind_type_variables(formal), "LZ;");
        assert_eq!(declared(Some("LZ;")), Vec::<&str>::new());
    }
}
