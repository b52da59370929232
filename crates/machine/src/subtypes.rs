//! Subtypes of a type among the targets, with the type arguments that make them so.

use crate::class::Class;
use crate::generics::{Type, Variables};
use crate::halt::{Halt, Step};
use crate::machine::Machine;
use classpath::{ClassFile, access};
use std::rc::Rc;

impl Machine {
    /// A subclass with the type arguments that make it a subtype of `wanted`; none if it is not one.
    pub(crate) fn as_subtype(&self, class: &Class, wanted: &Type) -> Option<Type> {
        let plain = Type::class(&class.name);
        let Type::Class { name, args } = wanted else {
            return Some(plain);
        };
        let Some(signature) = class.file.as_ref().and_then(|f| f.signature.clone()) else {
            return Some(plain);
        };
        if args.is_empty() {
            return Some(plain);
        }
        let marks = Variables::marks(&signature);
        let found = self.supertype(marks.supers(&signature), name, 0);
        let Some(Type::Class { args: own, .. }) = found else {
            return Some(plain);
        };
        let mut variables = Variables::default();
        variables.declare(&signature);
        for (own, wanted) in own.iter().zip(args) {
            match own.mark() {
                Some(name) => variables.set(name, wanted.clone()),
                None if own.has_marks() => return None,
                None => {
                    let (a, b) = (own.internal(), wanted.internal());
                    if !matches!(self.classpath.is_subclass(&a, &b), Ok(true)) {
                        return None;
                    }
                }
            }
        }
        Some(Type::Class {
            name: (&*class.name).into(),
            args: variables.arguments(&signature),
        })
    }

    /// Among types and their supertypes, the one of this class.
    fn supertype(&self, types: Vec<Type>, wanted: &str, depth: u32) -> Option<Type> {
        if depth > 32 {
            return None;
        }
        types.into_iter().find_map(|ty| {
            let Type::Class { name, .. } = &ty else {
                return None;
            };
            if &**name == wanted {
                return Some(ty);
            }
            let file = self.classpath.find(name).ok().flatten()?;
            let supers = self.supers_of(&file, &ty);
            self.supertype(supers, wanted, depth + 1)
        })
    }

    fn supers_of(&self, file: &ClassFile, ty: &Type) -> Vec<Type> {
        match &file.signature {
            Some(signature) => self.variables_of(file, ty).supers(signature),
            None => {
                let names = file.super_name.iter().chain(&file.interfaces);
                names.map(|name| Type::class(name)).collect()
            }
        }
    }

    /// The variables of the class that declares a field of an object of some type.
    pub(crate) fn variables_at(&self, ty: &Type, class: &str) -> Variables {
        let found = self.supertype(vec![ty.clone()], class, 0);
        let found = found.unwrap_or_else(|| Type::class(class));
        match self.classpath.find(class) {
            Ok(Some(file)) => self.variables_of(&file, &found),
            _ => Variables::default(),
        }
    }

    /// The concrete subclasses among the targets that source code can name.
    pub(crate) fn subclasses(&mut self, class: &Class) -> Step<Vec<Rc<Class>>> {
        if class.access & access::FINAL != 0 {
            return Ok(Vec::new());
        }
        let names = self
            .classpath
            .application_classes()
            .map_err(|e| Halt::Unsupported(e.to_string()))?;
        let mut found = Vec::new();
        for name in names {
            if *name == *class.name {
                continue;
            }
            let file = match self.classpath.find(&name) {
                Ok(Some(file)) => file,
                _ => continue,
            };
            let hidden = file.enclosing_method.is_some()
                || file.access & (access::ABSTRACT | access::INTERFACE | access::SYNTHETIC) != 0
                || is_anonymous(&file);
            if hidden || !matches!(self.classpath.is_subclass(&name, &class.name), Ok(true)) {
                continue;
            }
            let id = self.load(&name)?;
            found.push(self.class(id).clone());
        }
        Ok(found)
    }

    /// What the type variables of a class stand for in one of its types.
    pub(crate) fn variables_of(&self, file: &ClassFile, ty: &Type) -> Variables {
        let mut variables = Variables::default();
        if let Some(signature) = &file.signature {
            variables.declare(signature);
            if let Type::Class { args, .. } = ty {
                variables.bind(signature, args);
            }
        }
        variables
    }
}

fn is_anonymous(file: &ClassFile) -> bool {
    file.inner_classes
        .iter()
        .any(|inner| inner.inner == file.name && inner.inner_name.is_none())
}
