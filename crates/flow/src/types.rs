//! Types by number: which is a subtype of which, which belong to the application, and which method a call selects.

use crate::hash::FastMap;
use classpath::{ClassFile, ClassPath, FieldType, MemberRef, Name, access};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeId(pub u32);

/// A method of the application: its class and its place there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Member {
    pub class: TypeId,
    pub index: u32,
}

/// What a call enters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    Application(Member),
    /// The class of the library that has the method.
    Library(TypeId),
}

struct Type {
    name: Name,
    file: Option<Arc<ClassFile>>,
    application: bool,
    /// All classes and interfaces that this is one of, itself included; for classes only.
    ancestors: BTreeSet<TypeId>,
    /// The class file, or that of an ancestor, is missing or broken.
    missing: bool,
}

pub struct Types<'a> {
    classpath: &'a ClassPath,
    numbers: HashMap<Name, TypeId>,
    types: Vec<Type>,
    virtuals: HashMap<(TypeId, Name, Name), Vec<Target>>,
    subtypes: FastMap<(TypeId, TypeId), bool>,
    /// Names of classes that something needed and nothing has.
    pub missing: BTreeSet<Name>,
}

pub const OBJECT: &str = "java/lang/Object";

impl<'a> Types<'a> {
    pub fn new(classpath: &'a ClassPath) -> Types<'a> {
        Types {
            classpath,
            numbers: HashMap::new(),
            types: Vec::new(),
            virtuals: HashMap::new(),
            subtypes: FastMap::default(),
            missing: BTreeSet::new(),
        }
    }

    pub fn classpath(&self) -> &'a ClassPath {
        self.classpath
    }

    /// The number of an internal name or array descriptor.
    pub fn id(&mut self, name: &str) -> TypeId {
        if let Some(known) = self.numbers.get(name) {
            return *known;
        }
        let name: Name = name.into();
        let id = TypeId(self.types.len() as u32);
        self.numbers.insert(name.clone(), id);
        let file = match name.starts_with('[') {
            true => None,
            false => self.classpath.find(&name).ok().flatten(),
        };
        let application = file.is_some() && self.classpath.is_application(&name);
        let missing = file.is_none() && !name.starts_with('[');
        if missing {
            self.missing.insert(name.clone());
        }
        self.types.push(Type {
            name,
            file: file.clone(),
            application,
            ancestors: BTreeSet::from([id]),
            missing,
        });
        let Some(file) = file else {
            return id;
        };
        let mut ancestors = BTreeSet::from([id]);
        let mut incomplete = false;
        for parent in file.super_name.iter().chain(&file.interfaces) {
            let parent = self.id(parent);
            let parent = &self.types[parent.0 as usize];
            ancestors.extend(&parent.ancestors);
            incomplete |= parent.missing;
        }
        // Interfaces are objects too, though they name that class as their own super class already.
        let this = &mut self.types[id.0 as usize];
        this.ancestors = ancestors;
        this.missing |= incomplete;
        id
    }

    pub fn of_field(&mut self, ty: &FieldType) -> Option<TypeId> {
        match ty {
            FieldType::Object(name) => Some(self.id(name)),
            FieldType::Array(_) => Some(self.id(&ty.to_string())),
            _ => None,
        }
    }

    /// The type of a field descriptor; `None` for a primitive one.
    pub fn of_descriptor(&mut self, descriptor: &str) -> Option<TypeId> {
        if descriptor.starts_with('[') {
            return Some(self.id(descriptor));
        }
        let name = descriptor.strip_prefix('L')?.strip_suffix(';')?;
        Some(self.id(name))
    }

    pub fn name(&self, id: TypeId) -> &Name {
        &self.types[id.0 as usize].name
    }

    pub fn file(&self, id: TypeId) -> Option<&Arc<ClassFile>> {
        self.types[id.0 as usize].file.as_ref()
    }

    pub fn is_application(&self, id: TypeId) -> bool {
        self.types[id.0 as usize].application
    }

    pub fn is_missing(&self, id: TypeId) -> bool {
        self.types[id.0 as usize].missing
    }

    pub fn ancestors(&self, id: TypeId) -> &BTreeSet<TypeId> {
        &self.types[id.0 as usize].ancestors
    }

    pub fn is_array(&self, id: TypeId) -> bool {
        self.name(id).starts_with('[')
    }

    fn access(&self, id: TypeId) -> u16 {
        self.file(id).map_or(0, |file| file.access)
    }

    pub fn is_interface(&self, id: TypeId) -> bool {
        self.access(id) & access::INTERFACE != 0
    }

    pub fn is_enum(&self, id: TypeId) -> bool {
        self.access(id) & access::ENUM != 0
    }

    pub fn is_concrete(&self, id: TypeId) -> bool {
        self.access(id) & (access::INTERFACE | access::ABSTRACT) == 0
    }

    fn is_final(&self, id: TypeId) -> bool {
        self.access(id) & access::FINAL != 0
    }

    /// The type of an array's elements; `None` if they are primitive, or it is no array.
    pub fn element(&mut self, array: TypeId) -> Option<TypeId> {
        let name = self.name(array).clone();
        self.of_descriptor(name.strip_prefix('[')?)
    }

    /// Whether every `a` is a `b`. A missing class is a subtype of nothing but itself and `Object`.
    pub fn is_subtype(&mut self, a: TypeId, b: TypeId) -> bool {
        if a == b {
            return true;
        }
        if let Some(known) = self.subtypes.get(&(a, b)) {
            return *known;
        }
        let to = self.name(b).clone();
        let answer = if &*to == OBJECT {
            true
        } else if self.is_array(a) {
            match (self.element(a), self.element(b)) {
                (Some(a), Some(b)) => self.is_subtype(a, b),
                _ => matches!(&*to, "java/lang/Cloneable" | "java/io/Serializable"),
            }
        } else {
            self.ancestors(a).contains(&b)
        };
        self.subtypes.insert((a, b), answer);
        answer
    }

    /// Whether something of which only the super type `bound` is known, and which is none of the application's classes,
    /// may be a `wanted`.
    pub fn may_be(&mut self, bound: TypeId, wanted: TypeId) -> bool {
        if self.is_missing(bound) || self.is_missing(wanted) {
            return true;
        }
        if self.is_array(wanted) && self.is_array(bound) {
            return match (self.element(bound), self.element(wanted)) {
                (Some(a), Some(b)) => {
                    self.is_subtype(b, a) || self.is_subtype(a, b) || self.may_be(a, b)
                }
                _ => bound == wanted,
            };
        }
        if self.is_subtype(bound, wanted) {
            return true;
        }
        if self.is_application(wanted) {
            return false;
        }
        if self.is_subtype(wanted, bound) {
            return true;
        }
        if self.is_array(wanted) || self.is_array(bound) {
            return false;
        }
        let interface = self.is_interface(bound) || self.is_interface(wanted);
        interface && !self.is_final(bound) && !self.is_final(wanted)
    }

    /// The class that has the field, looked for as the JVM does (JVMS §5.4.3.2).
    pub fn resolve_field(&mut self, class: TypeId, member: &MemberRef) -> Option<TypeId> {
        let file = self.file(class)?.clone();
        if file.field(&member.name, &member.descriptor).is_some() {
            return Some(class);
        }
        for interface in &file.interfaces {
            let interface = self.id(interface);
            if let Some(found) = self.resolve_field(interface, member) {
                return Some(found);
            }
        }
        let parent = self.id(file.super_name.as_ref()?);
        self.resolve_field(parent, member)
    }

    /// The method that a symbolic reference names (JVMS §5.4.3.3), abstract ones included.
    pub fn resolve_method(&mut self, class: TypeId, name: &Name, desc: &Name) -> Option<Target> {
        let class = match self.is_array(class) {
            true => self.id(OBJECT),
            false => class,
        };
        let mut at = Some(class);
        while let Some(id) = at {
            if let Some(found) = self.declared(id, name, desc) {
                return Some(found);
            }
            let parent = self.file(id)?.super_name.clone();
            at = parent.map(|name| self.id(&name));
        }
        let ancestors: Vec<TypeId> = self.ancestors(class).iter().copied().collect();
        let mut found = None;
        for ancestor in ancestors {
            if let Some(target) = self.declared(ancestor, name, desc) {
                let concrete = !self.is_abstract(&target, name, desc);
                if concrete || found.is_none() {
                    found = Some(target);
                }
            }
        }
        found
    }

    /// The method that a class or interface itself declares. The JVM's signature-polymorphic methods take any type.
    fn declared(&self, class: TypeId, name: &Name, descriptor: &Name) -> Option<Target> {
        let file = self.file(class)?;
        let polymorphic = matches!(
            &*file.name,
            "java/lang/invoke/MethodHandle" | "java/lang/invoke/VarHandle"
        );
        let index = file.methods.iter().position(|m| {
            m.name == *name
                && (m.descriptor == *descriptor || polymorphic && m.access & access::NATIVE != 0)
        })?;
        Some(match self.is_application(class) {
            true => Target::Application(Member {
                class,
                index: index as u32,
            }),
            false => Target::Library(class),
        })
    }

    fn is_abstract(&self, target: &Target, name: &Name, descriptor: &Name) -> bool {
        self.access_of(target, name, descriptor) & access::ABSTRACT != 0
    }

    pub fn access_of(&self, target: &Target, name: &Name, descriptor: &Name) -> u16 {
        match target {
            Target::Application(member) => self.method(*member).map_or(0, |m| m.access),
            Target::Library(class) => {
                let file = self.file(*class);
                let method = file.and_then(|file| file.method(name, descriptor));
                method.map_or(0, |m| m.access)
            }
        }
    }

    pub fn method(&self, member: Member) -> Option<&classpath::Method> {
        self.file(member.class)?.methods.get(member.index as usize)
    }

    /// What a virtual call enters on an object of exactly this class (JVMS §5.4.6): more than one where packages hide
    /// methods from each other or defaults compete, none where there is nothing but an abstract method.
    pub fn select(&mut self, class: TypeId, name: &Name, descriptor: &Name) -> Vec<Target> {
        let key = (class, name.clone(), descriptor.clone());
        if let Some(known) = self.virtuals.get(&key) {
            return known.clone();
        }
        let found = self.find_virtual(class, name, descriptor);
        self.virtuals.insert(key, found.clone());
        found
    }

    fn find_virtual(&mut self, class: TypeId, name: &Name, descriptor: &Name) -> Vec<Target> {
        let mut found: Vec<Target> = Vec::new();
        let start = match self.is_array(class) {
            true => self.id(OBJECT),
            false => class,
        };
        let mut at = Some(start);
        while let Some(id) = at {
            if let Some(target) = self.declared(id, name, descriptor) {
                let flags = self.access_of(&target, name, descriptor);
                if flags & access::ABSTRACT != 0 {
                    break;
                }
                if flags & access::STATIC == 0 {
                    found.push(target);
                    let hidden = flags & (access::PUBLIC | access::PROTECTED) == 0;
                    // A private or package-private method overrides nothing that another package can call, and is
                    // itself no choice there: look on.
                    if !hidden {
                        break;
                    }
                }
            }
            let parent = self.file(id).and_then(|file| file.super_name.clone());
            at = parent.map(|name| self.id(&name));
        }
        if !found.is_empty() {
            return found;
        }
        let ancestors: Vec<TypeId> = self.ancestors(start).iter().copied().collect();
        let mut defaults: Vec<(TypeId, Target)> = Vec::new();
        for ancestor in ancestors {
            if !self.is_interface(ancestor) {
                continue;
            }
            if let Some(target) = self.declared(ancestor, name, descriptor) {
                let flags = self.access_of(&target, name, descriptor);
                if flags & (access::ABSTRACT | access::STATIC) == 0 {
                    defaults.push((ancestor, target));
                }
            }
        }
        let overridden: Vec<bool> = defaults
            .iter()
            .map(|(a, _)| {
                defaults
                    .iter()
                    .any(|(b, _)| a != b && self.ancestors(*b).contains(a))
            })
            .collect();
        let best = defaults.into_iter().zip(overridden);
        best.filter(|(_, worse)| !worse)
            .map(|((_, target), _)| target)
            .collect()
    }
}
