//! Classes as the machine sees them: linked, with field slots and dispatch tables, and independent of any state.
//! What changes while a program runs (initialisation, statics, mirrors) belongs to [`crate::state::ClassState`].

use crate::code::Code;
use crate::natives::Native;
use crate::value::{ClassId, MethodId};
use classpath::{ClassFile, Name, access};
use ir::{Body, ElementKind, Kind};
pub use ir::{kind_of, kinds_of, split_descriptor};
use std::cell::OnceCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

pub struct Class {
    pub id: ClassId,
    /// Internal name; an array's descriptor; `int` and its kin for primitive types.
    pub name: Name,
    pub access: u16,
    pub shape: Shape,
    pub super_class: Option<ClassId>,
    pub interfaces: Vec<ClassId>,
    /// This class, its superclasses and all superinterfaces, sorted.
    pub ancestors: Vec<ClassId>,
    /// Declared here.
    pub fields: Vec<Field>,
    /// The kind of each instance slot, inherited ones first.
    pub instance_slots: Vec<Kind>,
    pub static_slots: Vec<Kind>,
    /// Declared here, in the order of the class file.
    pub methods: Vec<MethodId>,
    pub methods_by_signature: HashMap<Signature, MethodId>,
    pub vtable: Vec<MethodId>,
    pub file: Option<Arc<ClassFile>>,
    /// Comes from what the user pointed at, not from the JDK or a dependency.
    pub application: bool,
    pub initializer: Option<MethodId>,
    /// Whether initialising a class that implements this interface initialises it too (JLS §12.4.1).
    pub has_default_methods: bool,
}

pub enum Shape {
    Class,
    Interface,
    Array {
        element: ClassId,
        kind: ElementKind,
    },
    /// The descriptor's character.
    Primitive(u8),
}

pub struct Field {
    pub name: Name,
    pub descriptor: Name,
    pub access: u16,
    /// Into the statics or the instance slots.
    pub slot: u16,
    /// Index in the class file.
    pub index: u16,
}

/// An interned name and descriptor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Signature(pub u32);

pub struct Method {
    pub id: MethodId,
    pub class: ClassId,
    pub name: Name,
    pub descriptor: Name,
    pub signature: Signature,
    pub access: u16,
    /// Receiver first.
    pub params: Box<[Kind]>,
    pub result: Option<Kind>,
    pub vtable_index: Option<u16>,
    pub native: Option<Native>,
    pub source: MethodSource,
    pub code: OnceCell<Result<Rc<Code>, Rc<str>>>,
}

pub enum MethodSource {
    /// Index into the class file's methods.
    File(u16),
    /// Made by the machine: a call site's target, a lambda's method. It does not appear in stack traces.
    Synthetic(Box<Body>),
}

impl Class {
    pub fn is_interface(&self) -> bool {
        matches!(self.shape, Shape::Interface)
    }

    pub fn is_abstract(&self) -> bool {
        self.access & access::ABSTRACT != 0
    }

    pub fn is_subclass_of(&self, other: ClassId) -> bool {
        self.ancestors.binary_search(&other).is_ok()
    }

    /// `java.lang.String`, `int[]`: as Java spells it.
    pub fn java_name(&self) -> String {
        java_type_name(&self.name)
    }

    pub fn package(&self) -> &str {
        self.name
            .rsplit_once('/')
            .map_or("", |(package, _)| package)
    }
}

/// What `Class.getName` gives (`[I`, `[Ljava.lang.String;`, `java.lang.String`).
pub fn binary_name(internal: &str) -> String {
    internal.replace('/', ".")
}

/// How Java source spells a type given as internal name or array descriptor.
pub fn java_type_name(internal: &str) -> String {
    let dimensions = internal.bytes().take_while(|b| *b == b'[').count();
    if dimensions == 0 {
        return internal.replace('/', ".");
    }
    let element = &internal[dimensions..];
    let name = match element {
        "Z" => "boolean".to_owned(),
        "B" => "byte".to_owned(),
        "C" => "char".to_owned(),
        "S" => "short".to_owned(),
        "I" => "int".to_owned(),
        "J" => "long".to_owned(),
        "F" => "float".to_owned(),
        "D" => "double".to_owned(),
        _ => element
            .trim_start_matches('L')
            .trim_end_matches(';')
            .replace('/', "."),
    };
    name + &"[]".repeat(dimensions)
}

impl Method {
    pub fn is_static(&self) -> bool {
        self.access & access::STATIC != 0
    }

    pub fn is_native(&self) -> bool {
        self.access & access::NATIVE != 0
    }

    pub fn is_abstract(&self) -> bool {
        self.access & access::ABSTRACT != 0
    }

    pub fn is_private(&self) -> bool {
        self.access & access::PRIVATE != 0
    }

    pub fn is_synchronized(&self) -> bool {
        self.access & access::SYNCHRONIZED != 0
    }

    pub fn is_synthetic_frame(&self) -> bool {
        matches!(self.source, MethodSource::Synthetic(_))
    }
}
