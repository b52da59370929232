//! What the names of types mean in a place of a file (JLS 6.5.5): type variables, member types of the classes around and of
//! their super types, imports, the package, `java.lang`.

use crate::groups::Groups;
use crate::models::Signature;
use crate::resolved::{FieldOrigin, FieldRef, Type};
use classpath::{ClassFile, ClassPath, Constant, FieldType, Name, access};
use source::{Import, SourceFile, TypeParameter};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

/// What all files share.
pub struct World<'c> {
    pub classpath: &'c ClassPath,
    /// Ghost and model fields by class and name.
    pub fields: HashMap<Name, BTreeMap<String, FieldRef>>,
    /// The values of ghost fields that are constants, by class and name.
    pub constants: HashMap<Name, BTreeMap<String, Constant>>,
    pub model_methods: HashMap<Name, Vec<Signature>>,
    pub groups: Groups,
}

impl World<'_> {
    pub fn class(&self, name: &str) -> Option<Arc<ClassFile>> {
        self.classpath.find(name).ok().flatten()
    }

    /// The class, its super classes and all their interfaces, each once, nearest first.
    pub fn supertypes(&self, class: &str) -> Vec<Arc<ClassFile>> {
        let mut found = Vec::new();
        let mut known = HashSet::new();
        let mut next = vec![Name::from(class)];
        let mut interfaces = Vec::new();
        while let Some(name) = next.pop() {
            let Some(class) = known
                .insert(name.clone())
                .then(|| self.class(&name))
                .flatten()
            else {
                continue;
            };
            interfaces.extend(class.interfaces.iter().cloned());
            next.extend(class.super_name.clone());
            found.push(class);
        }
        let mut at = 0;
        while at < interfaces.len() {
            let name = interfaces[at].clone();
            at += 1;
            let Some(class) = known
                .insert(name.clone())
                .then(|| self.class(&name))
                .flatten()
            else {
                continue;
            };
            interfaces.extend(class.interfaces.iter().cloned());
            found.push(class);
        }
        found
    }

    /// A field of a class or one that it inherits, of Java or JML, with the value that the class file gives it.
    pub fn field(&self, class: &str, name: &str) -> Option<(FieldRef, Option<Constant>)> {
        self.supertypes(class).iter().find_map(|class| {
            let own = class.fields.iter().find(|f| &*f.name == name);
            let Some(own) = own else {
                let field = self.fields.get(&class.name)?.get(name)?.clone();
                let constants = self.constants.get(&class.name);
                return Some((field, constants.and_then(|all| all.get(name)).cloned()));
            };
            let is_final = own.access & access::FINAL != 0;
            let is_static = own.access & access::STATIC != 0;
            let field = FieldRef {
                class: class.name.clone(),
                name: own.name.clone(),
                ty: Type::Java(FieldType::parse(&own.descriptor).ok()?),
                is_static,
                is_final,
                origin: FieldOrigin::Java,
            };
            let constant = own.constant_value.clone();
            Some((field, constant.filter(|_| is_final && is_static)))
        })
    }

    /// The class around a member class.
    pub fn outer(&self, class: &ClassFile) -> Option<Name> {
        let own = class.inner_classes.iter().find(|i| i.inner == class.name)?;
        own.outer.clone()
    }

    pub fn member_type(&self, class: &str, name: &str) -> Option<Name> {
        // Most classes have no member types; their names are not looked for on disk.
        self.supertypes(class).iter().find_map(|class| {
            let inner = class.inner_classes.iter().find(|inner| {
                inner.outer.as_ref() == Some(&class.name)
                    && inner.inner_name.as_deref() == Some(name)
            })?;
            Some(inner.inner.clone())
        })
    }

    pub fn is_subtype(&self, a: &FieldType, b: &FieldType) -> bool {
        match (a, b) {
            _ if a == b => true,
            (FieldType::Object(a), FieldType::Object(b)) => {
                self.classpath.is_subclass(a, b).unwrap_or(false)
            }
            (FieldType::Array(_), FieldType::Object(b)) => self
                .classpath
                .is_subclass(&a.to_string(), b)
                .unwrap_or(false),
            (FieldType::Array(_), FieldType::Array(_)) => (self.classpath)
                .is_subclass(&a.to_string(), &b.to_string())
                .unwrap_or(false),
            _ => false,
        }
    }
}

/// What a file says about names.
#[derive(Clone, Debug, Default)]
pub struct FileScope {
    /// `a/b/`, or nothing.
    pub package: String,
    pub imports: Vec<Import>,
}

impl FileScope {
    pub fn new(file: &SourceFile) -> FileScope {
        let package = match file.package() {
            Some(package) => package.replace('.', "/") + "/",
            None => String::new(),
        };
        FileScope {
            package,
            imports: file.imports().to_vec(),
        }
    }
}

/// The place that a name is looked up from.
#[derive(Clone, Copy)]
pub struct Scope<'a> {
    pub world: &'a World<'a>,
    pub file: &'a FileScope,
    pub class: &'a Name,
    /// Type variables with their erasures, inner ones last.
    pub variables: &'a [(String, FieldType)],
}

impl Scope<'_> {
    /// A type as written, without its type arguments; none if there is no such type.
    pub fn resolve(&self, name: &str, dimensions: usize) -> Option<Type> {
        let base = match name {
            "\\bigint" => Type::BigInt,
            "\\real" => Type::Real,
            "\\TYPE" => Type::TypeValue,
            "\\locset" => Type::LocSet,
            _ => Type::Java(primitive(name).or_else(|| self.reference(name))?),
        };
        match (base, dimensions) {
            (base, 0) => Some(base),
            (Type::Java(base), n) if n <= 255 => Some(Type::Java(array(base, n))),
            _ => None,
        }
    }

    /// A type as Java's source spells it, type arguments and all.
    pub fn resolve_text(&self, text: &str) -> Option<FieldType> {
        let (name, dimensions) = erase(text)?;
        match self.resolve(&name, dimensions)? {
            Type::Java(ty) => Some(ty),
            _ => None,
        }
    }

    fn reference(&self, name: &str) -> Option<FieldType> {
        let mut parts = name.split('.');
        let first = parts.next()?;
        if !name.contains('.')
            && let Some((_, bound)) = self.variables.iter().rev().find(|(v, _)| v == first)
        {
            return Some(bound.clone());
        }
        if let Some(class) = self.simple(first) {
            let nested = parts.try_fold(class, |class, part| self.world.member_type(&class, part));
            if let Some(class) = nested {
                return Some(FieldType::Object(class));
            }
        }
        self.qualified(name).map(FieldType::Object)
    }

    /// `a.b.C.D`: a package, a class in it, and its members.
    fn qualified(&self, name: &str) -> Option<Name> {
        let parts: Vec<&str> = name.split('.').collect();
        (1..=parts.len()).find_map(|n| {
            let class = self.world.class(&parts[..n].join("/"))?;
            let name = class.name.clone();
            (parts[n..].iter()).try_fold(name, |class, part| self.world.member_type(&class, part))
        })
    }

    fn simple(&self, name: &str) -> Option<Name> {
        let world = self.world;
        // The classes around, from the inside out, with their members.
        let mut around = Some(self.class.clone());
        while let Some(class) = around {
            let file = world.class(&class)?;
            let own = file.inner_classes.iter().find(|i| i.inner == class);
            let simple = match own {
                Some(own) => own.inner_name.clone(),
                None => class.rsplit('/').next().map(Name::from),
            };
            if simple.as_deref() == Some(name) {
                return Some(class);
            }
            if let Some(member) = world.member_type(&class, name) {
                return Some(member);
            }
            around = world.outer(&file);
        }
        let imports = &self.file.imports;
        for import in imports.iter().filter(|i| !i.on_demand) {
            if import.path.rsplit('.').next() == Some(name) {
                let found = self.qualified(&import.path);
                if found.is_some() {
                    return found;
                }
            }
        }
        if let Some(class) = world.class(&format!("{}{name}", self.file.package)) {
            return Some(class.name.clone());
        }
        for import in imports.iter().filter(|i| i.on_demand) {
            let found = self.qualified(&format!("{}.{name}", import.path));
            if found.is_some() {
                return found;
            }
        }
        let class = world.class(&format!("java/lang/{name}"))?;
        Some(class.name.clone())
    }

    /// Erases type variables to their bounds; a bound may be another variable (JLS 4.6).
    pub fn variables_of(&self, parameters: &[TypeParameter]) -> Vec<(String, FieldType)> {
        let object = FieldType::Object("java/lang/Object".into());
        let mut all = self.variables.to_vec();
        for parameter in parameters {
            all.push((parameter.name.clone(), object.clone()));
        }
        // A bound may name a variable that comes later; a second round settles chains of them.
        for _ in 0..2 {
            for parameter in parameters {
                let Some(bound) = &parameter.bound else {
                    continue;
                };
                let scope = Scope {
                    variables: &all,
                    ..*self
                };
                if let Some(ty) = scope.resolve_text(bound)
                    && let Some(slot) = all.iter_mut().rev().find(|(v, _)| *v == parameter.name)
                {
                    slot.1 = ty;
                }
            }
        }
        all
    }
}

pub fn primitive(name: &str) -> Option<FieldType> {
    Some(match name {
        "boolean" => FieldType::Boolean,
        "byte" => FieldType::Byte,
        "char" => FieldType::Char,
        "double" => FieldType::Double,
        "float" => FieldType::Float,
        "int" => FieldType::Int,
        "long" => FieldType::Long,
        "short" => FieldType::Short,
        _ => return None,
    })
}

pub fn array(element: FieldType, dimensions: usize) -> FieldType {
    (0..dimensions).fold(element, |ty, _| FieldType::Array(Box::new(ty)))
}

/// The name and the dimensions of a type in Java's spelling, without type arguments and annotations.
fn erase(text: &str) -> Option<(String, usize)> {
    let mut name = String::new();
    let mut depth = 0usize;
    let mut dimensions = 0;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let mut taken = c.len_utf8();
        match c {
            '<' => depth += 1,
            '>' => depth = depth.checked_sub(1)?,
            _ if depth > 0 => {}
            '[' => dimensions += 1,
            ']' => {}
            _ if rest.starts_with("...") => {
                dimensions += 1;
                taken = 3;
            }
            '@' => {
                let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
                taken = end;
            }
            _ if c.is_whitespace() => {}
            _ if c.is_alphanumeric() || matches!(c, '_' | '$' | '.') => name.push(c),
            _ => return None,
        }
        rest = &rest[taken..];
    }
    (!name.is_empty()).then_some((name, dimensions))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn type_texts() {
        let check = |text: &str, name: &str, dimensions| {
            assert_eq!(erase(text), Some((name.to_owned(), dimensions)), "{text}");
        };
        check("int", "int", 0);
        check("java.util.Map<String, List<T>>[ ]", "java.util.Map", 1);
        check("String...", "String", 1);
        check("@Nullable a.B", "a.B", 0);
        assert_eq!(erase("A | B"), None);
    }
}
