//! Questions about the class hierarchy, answered from class files as they are needed (JVMS §4.10.1.2, §5.3.5). A cycle
//! or a missing class is an error that names the classes involved.

use crate::class_path::ClassPath;
use crate::error::Error;
use crate::{ClassFile, FieldType, Name, access};
use std::collections::HashSet;
use std::sync::Arc;

impl ClassPath {
    /// `acme.Outer.Inner`; none for a class that source text outside of it cannot name.
    pub fn source_name(&self, class: &ClassFile) -> Option<String> {
        let nested = class
            .inner_classes
            .iter()
            .find(|inner| inner.inner == class.name);
        let Some(nested) = nested else {
            return Some(class.name.replace('/', "."));
        };
        if nested.access & crate::access::PRIVATE != 0 {
            return None;
        }
        let simple = nested.inner_name.as_deref()?;
        let outer = self.find(nested.outer.as_deref()?).ok()??;
        Some(format!("{}.{simple}", self.source_name(&outer)?))
    }

    /// A type as source spells it; one that source cannot name keeps its binary name.
    pub fn source_type(&self, ty: &FieldType) -> String {
        match ty {
            FieldType::Array(element) => self.source_type(element) + "[]",
            FieldType::Object(name) => {
                let class = self.find(name).ok().flatten();
                let named = class.and_then(|class| self.source_name(&class));
                named.unwrap_or_else(|| ty.java_name())
            }
            primitive => primitive.java_name(),
        }
    }

    /// The class, its super class, and so on up to `java/lang/Object`.
    pub fn super_chain(&self, name: &str) -> Result<Vec<Arc<ClassFile>>, Error> {
        let asked = Name::from(name);
        let mut class = self.require(name, &asked)?;
        let mut chain: Vec<Arc<ClassFile>> = Vec::new();
        let mut known = HashSet::new();
        loop {
            known.insert(class.name.clone());
            chain.push(class.clone());
            let Some(super_name) = &class.super_name else {
                return Ok(chain);
            };
            if known.contains(super_name) {
                let from = chain
                    .iter()
                    .position(|c| c.name == *super_name)
                    .unwrap_or(0);
                let mut cycle: Vec<Name> = chain[from..].iter().map(|c| c.name.clone()).collect();
                cycle.push(super_name.clone());
                return Err(Error::CyclicInheritance { cycle });
            }
            class = self.require(super_name, &class.name)?;
        }
    }

    /// The class or interface whose declaration of a method objects of a class run: the class itself, a superclass, or else
    /// an interface with a default method. A bridge that a compiler adds where the superclass is not public only leads on.
    pub fn declaring(&self, name: &str, method: &str, descriptor: &str) -> Option<Arc<ClassFile>> {
        let declared = |class: &ClassFile| class.method(method, descriptor).map(|m| m.access);
        let own = self.find(name).ok().flatten();
        let is_written = |class: &Arc<ClassFile>| {
            declared(class).is_some_and(|flags| flags & access::SYNTHETIC == 0)
        };
        if let Some(own) = own.clone().filter(is_written) {
            return Some(own);
        }
        let chain = self.super_chain(name).unwrap_or_default();
        let written = chain.iter().find(|class| is_written(class));
        let any = || chain.iter().find(|class| declared(class).is_some());
        if let Some(class) = written.or_else(any) {
            return Some(Arc::clone(class));
        }
        let has_code = |class: &Arc<ClassFile>| {
            let method = class.method(method, descriptor);
            method.is_some_and(|method| method.code.is_some())
        };
        let interfaces = self.all_interfaces(name).unwrap_or_default();
        let mut interfaces = (interfaces.iter()).filter_map(|name| self.find(name).ok().flatten());
        interfaces
            .find(has_code)
            .or_else(|| own.filter(|class| declared(class).is_some()))
    }

    /// Every interface that a class or interface has, through its super classes and super interfaces, each once: those
    /// of the class itself first, in the order of declaration.
    pub fn all_interfaces(&self, name: &str) -> Result<Vec<Name>, Error> {
        let mut found = Vec::new();
        let mut known = HashSet::new();
        for class in self.super_chain(name)? {
            let mut path = vec![class.name.clone()];
            self.collect_interfaces(&class, &mut path, &mut known, &mut found)?;
        }
        Ok(found)
    }

    fn collect_interfaces(
        &self,
        class: &ClassFile,
        path: &mut Vec<Name>,
        known: &mut HashSet<Name>,
        found: &mut Vec<Name>,
    ) -> Result<(), Error> {
        for interface in &class.interfaces {
            if let Some(from) = path.iter().position(|name| name == interface) {
                let mut cycle = path[from..].to_vec();
                cycle.push(interface.clone());
                return Err(Error::CyclicInheritance { cycle });
            }
            if !known.insert(interface.clone()) {
                continue;
            }
            found.push(interface.clone());
            let loaded = self.require(interface, &class.name)?;
            path.push(interface.clone());
            self.collect_interfaces(&loaded, path, known, found)?;
            path.pop();
        }
        Ok(())
    }

    /// Whether a value of type `a` is always a `b`: equality, super classes, interfaces and arrays. Both are internal
    /// names or array descriptors such as `[I`.
    pub fn is_subclass(&self, a: &str, b: &str) -> Result<bool, Error> {
        if a == b || b == "java/lang/Object" {
            return Ok(true);
        }
        if let Some(element) = a.strip_prefix('[') {
            return match b.strip_prefix('[') {
                None => Ok(matches!(b, "java/lang/Cloneable" | "java/io/Serializable")),
                Some(other) => match (element_class(element), element_class(other)) {
                    (Some(element), Some(other)) => self.is_subclass(element, other),
                    // Primitive elements must be the same, which the first line has answered.
                    _ => Ok(false),
                },
            };
        }
        if b.starts_with('[') {
            return Ok(false);
        }
        let asked = Name::from(format!("the question whether {a} is a {b}"));
        let mut class = self.require(a, &asked)?;
        let mut names = vec![class.name.clone()];
        let mut known = HashSet::new();
        loop {
            let mut interfaces = Vec::new();
            let mut path = vec![class.name.clone()];
            self.collect_interfaces(&class, &mut path, &mut known, &mut interfaces)?;
            if interfaces.iter().any(|interface| &**interface == b) {
                return Ok(true);
            }
            let Some(super_name) = &class.super_name else {
                return Ok(false);
            };
            if &**super_name == b {
                return Ok(true);
            }
            if let Some(from) = names.iter().position(|name| name == super_name) {
                let mut cycle = names.split_off(from);
                cycle.push(super_name.clone());
                return Err(Error::CyclicInheritance { cycle });
            }
            names.push(super_name.clone());
            class = self.require(super_name, &class.name)?;
        }
    }
}

/// The name by which an array's element is asked about: a class or another array, `None` for a primitive.
fn element_class(descriptor: &str) -> Option<&str> {
    match descriptor.strip_prefix('L') {
        Some(name) => name.strip_suffix(';'),
        None => descriptor.starts_with('[').then_some(descriptor),
    }
}
