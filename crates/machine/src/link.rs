//! Loading and linking: class files become [`Class`]es with field slots and dispatch tables (JVMS §5.3, §5.4).
//! Everything is lazy; a class is linked when an instruction first names it.

use crate::class::*;
use crate::halt::{Halt, Step};
use crate::machine::Machine;
use crate::natives;
use crate::value::{ClassId, MethodId};
use classpath::{ClassFile, MemberRef, Name, access};
use ir::Kind;
use std::cell::OnceCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

/// Where classes, methods and signatures of one machine live.
#[derive(Default)]
pub struct Linker {
    pub(crate) classes: Vec<Rc<Class>>,
    pub(crate) methods: Vec<Rc<Method>>,
    by_name: HashMap<Name, ClassId>,
    signatures: HashMap<(Name, Name), Signature>,
    /// Interface and miranda selection: (receiver's class, resolved method).
    selected: HashMap<(ClassId, MethodId), Option<MethodId>>,
    /// Classes being linked, to tell circular inheritance.
    linking: Vec<Name>,
}

pub const PRIMITIVES: [(&str, u8); 9] = [
    ("boolean", b'Z'),
    ("byte", b'B'),
    ("char", b'C'),
    ("short", b'S'),
    ("int", b'I'),
    ("long", b'J'),
    ("float", b'F'),
    ("double", b'D'),
    ("void", b'V'),
];

impl Machine {
    #[inline]
    pub fn class(&self, id: ClassId) -> &Rc<Class> {
        &self.linker.classes[id.index()]
    }

    #[inline]
    pub fn method(&self, id: MethodId) -> &Rc<Method> {
        &self.linker.methods[id.index()]
    }

    pub fn classes(&self) -> impl Iterator<Item = &Rc<Class>> {
        self.linker.classes.iter()
    }

    pub fn signature(&mut self, name: &Name, descriptor: &Name) -> Signature {
        let next = Signature(self.linker.signatures.len() as u32);
        *self
            .linker
            .signatures
            .entry((name.clone(), descriptor.clone()))
            .or_insert(next)
    }

    /// The class of an internal name, an array descriptor, or a primitive type's name.
    pub fn load(&mut self, name: &str) -> Step<ClassId> {
        if let Some(&id) = self.linker.by_name.get(name) {
            return Ok(id);
        }
        if let Some(element) = name.strip_prefix('[') {
            return self.load_array(name, element);
        }
        if let Some(&(_, character)) = PRIMITIVES.iter().find(|(n, _)| *n == name) {
            return Ok(self.add_class(Class {
                shape: Shape::Primitive(character),
                access: access::PUBLIC | access::FINAL | access::ABSTRACT,
                ..Class::empty(name.into())
            }));
        }
        let file = match self.classpath.find(name) {
            Ok(Some(file)) => file,
            Ok(None) => {
                return Err(Halt::Unsupported(format!(
                    "class {} not found (--classpath)",
                    java_type_name(name)
                )));
            }
            Err(error) => return Err(Halt::Unsupported(error.to_string())),
        };
        if self.linker.linking.iter().any(|n| **n == *name) {
            return Err(Halt::Unsupported(format!(
                "class {} inherits from itself",
                java_type_name(name)
            )));
        }
        self.linker.linking.push(file.name.clone());
        let linked = self.link(file);
        self.linker.linking.pop();
        linked
    }

    /// Like [`Machine::load`], from a field descriptor (`I`, `Ljava/lang/String;`, `[J`).
    pub fn load_descriptor(&mut self, descriptor: &str) -> Step<ClassId> {
        if let Some(name) = descriptor.strip_prefix('L') {
            return self.load(name.trim_end_matches(';'));
        }
        match PRIMITIVES
            .iter()
            .find(|(_, c)| descriptor.as_bytes() == [*c])
        {
            Some((name, _)) => self.load(name),
            None => self.load(descriptor),
        }
    }

    pub fn array_of(&mut self, element: ClassId) -> Step<ClassId> {
        let class = self.class(element);
        let name = match &class.shape {
            Shape::Array { .. } => format!("[{}", class.name),
            Shape::Primitive(c) => format!("[{}", *c as char),
            _ => format!("[L{};", class.name),
        };
        self.load(&name)
    }

    fn load_array(&mut self, name: &str, element: &str) -> Step<ClassId> {
        let Some(kind) = crate::code::Code::element_of(element) else {
            return Err(Halt::Unsupported(format!("malformed array type {name}")));
        };
        let element = self.load_descriptor(element)?;
        let object = self.load("java/lang/Object")?;
        let interfaces = vec![
            self.load("java/lang/Cloneable")?,
            self.load("java/io/Serializable")?,
        ];
        let visibility =
            self.class(element).access & (access::PUBLIC | access::PRIVATE | access::PROTECTED);
        let mut ancestors = vec![object, interfaces[0], interfaces[1]];
        // Array covariance (JLS §4.10.3): S[] is a T[] when the reference type S is a T.
        if kind == ir::ElementKind::Ref {
            for ancestor in self.class(element).ancestors.clone() {
                if ancestor != element {
                    ancestors.push(self.array_of(ancestor)?);
                }
            }
        }
        let vtable = self.class(object).vtable.clone();
        Ok(self.add_class(Class {
            shape: Shape::Array { element, kind },
            access: visibility | access::FINAL | access::ABSTRACT,
            super_class: Some(object),
            interfaces,
            ancestors,
            vtable,
            ..Class::empty(name.into())
        }))
    }

    pub(crate) fn add_class(&mut self, mut class: Class) -> ClassId {
        let id = ClassId::from_index(self.linker.classes.len());
        class.id = id;
        class.ancestors.push(id);
        class.ancestors.sort_unstable();
        class.ancestors.dedup();
        self.linker.by_name.insert(class.name.clone(), id);
        self.linker.classes.push(Rc::new(class));
        id
    }

    pub(crate) fn add_method(&mut self, mut method: Method) -> MethodId {
        let id = MethodId::from_index(self.linker.methods.len());
        method.id = id;
        self.linker.methods.push(Rc::new(method));
        id
    }

    fn link(&mut self, file: Arc<ClassFile>) -> Step<ClassId> {
        let mut class = Class::empty(file.name.clone());
        class.access = file.access;
        class.application = self.classpath.is_application(&file.name);
        class.shape = if file.access & access::INTERFACE != 0 {
            Shape::Interface
        } else {
            Shape::Class
        };
        if let Some(name) = &file.super_name {
            let id = self.load(name)?;
            let parent = self.class(id).clone();
            if !class.is_interface() {
                if parent.is_interface() {
                    let what = format!(
                        "class {} has interface {} as super class",
                        class.java_name(),
                        parent.java_name()
                    );
                    return Err(Halt::Unsupported(what));
                }
                class.instance_slots.clone_from(&parent.instance_slots);
                class.vtable.clone_from(&parent.vtable);
            }
            class.ancestors.extend(&parent.ancestors);
            class.super_class = Some(id);
        } else if &*file.name != "java/lang/Object" {
            return Err(Halt::Unsupported(format!(
                "class {} has no super class",
                class.java_name()
            )));
        }
        for name in &file.interfaces {
            let id = self.load(name)?;
            class.ancestors.extend(&self.class(id).ancestors);
            class.interfaces.push(id);
        }
        for (index, field) in file.fields.iter().enumerate() {
            let Some(kind) = kind_of(&field.descriptor) else {
                return Err(Halt::Unsupported(format!(
                    "malformed field {}.{}",
                    class.java_name(),
                    field.name
                )));
            };
            let slots = if field.access & access::STATIC != 0 {
                &mut class.static_slots
            } else {
                &mut class.instance_slots
            };
            slots.push(kind);
            class.fields.push(Field {
                name: field.name.clone(),
                descriptor: field.descriptor.clone(),
                access: field.access,
                slot: slots.len() as u16 - 1,
                index: index as u16,
            });
        }
        class.file = Some(file.clone());
        let id = ClassId::from_index(self.linker.classes.len());
        self.link_methods(&mut class, id, &file)?;
        Ok(self.add_class(class))
    }

    fn link_methods(&mut self, class: &mut Class, id: ClassId, file: &Arc<ClassFile>) -> Step<()> {
        for (index, method) in file.methods.iter().enumerate() {
            let Some((mut params, result)) = kinds_of(&method.descriptor) else {
                return Err(Halt::Unsupported(format!(
                    "malformed method {}.{}",
                    class.java_name(),
                    method.name
                )));
            };
            let is_static = method.access & access::STATIC != 0;
            if !is_static {
                params.insert(0, Kind::Ref);
            }
            let signature = self.signature(&method.name, &method.descriptor);
            let special = method.name.starts_with('<');
            let virtual_ = !is_static
                && !special
                && method.access & access::PRIVATE == 0
                && !class.is_interface();
            let vtable_index = virtual_.then(|| self.vtable_index(class, signature, method.access));
            let made = self.add_method(Method {
                id: MethodId::from_index(0),
                class: id,
                name: method.name.clone(),
                descriptor: method.descriptor.clone(),
                signature,
                access: method.access,
                params: params.into(),
                result,
                vtable_index: vtable_index.map(|i| i as u16),
                native: match self.is_symbolic_method(&class.name, method) {
                    true => Some(crate::symbolic_calls::call),
                    false => natives::find(&class.name, &method.name, &method.descriptor),
                },
                source: MethodSource::File(index as u16),
                code: OnceCell::new(),
            });
            if let Some(i) = vtable_index {
                if i == class.vtable.len() {
                    class.vtable.push(made);
                } else {
                    // A package-private method of another package keeps its own entries.
                    for entry in 0..class.vtable.len() {
                        let old = class.vtable[entry];
                        if self.overrides(class, signature, old) {
                            class.vtable[entry] = made;
                        }
                    }
                }
            }
            // An initialiser with a body in Rust is one that has nothing to do here.
            if &*method.name == "<clinit>" && is_static && self.method(made).native.is_none() {
                class.initializer = Some(made);
            }
            if class.is_interface() && !is_static && method.access & access::ABSTRACT == 0 {
                class.has_default_methods = true;
            }
            class.methods.push(made);
            class.methods_by_signature.insert(signature, made);
        }
        Ok(())
    }

    /// The entry that a new virtual method takes: the first that it overrides, or a new one at the end.
    fn vtable_index(&self, class: &Class, signature: Signature, _access: u16) -> usize {
        let overridden = class
            .vtable
            .iter()
            .position(|&old| self.overrides(class, signature, old));
        overridden.unwrap_or(class.vtable.len())
    }

    /// JVMS §5.4.5 for a method declared in `class`, against an inherited virtual method.
    fn overrides(&self, class: &Class, signature: Signature, old: MethodId) -> bool {
        let old = self.method(old);
        old.signature == signature
            && (old.access & (access::PUBLIC | access::PROTECTED) != 0
                || old.class.index() < self.linker.classes.len()
                    && self.class(old.class).package() == class.package())
    }

    /// A method named by an instruction: class method resolution (JVMS §5.4.3.3), which also serves interfaces.
    pub fn resolve_method(&mut self, member: &MemberRef) -> Step<MethodId> {
        let class = self.load(&member.class)?;
        let signature = self.signature(&member.name, &member.descriptor);
        if let Some(found) = self.find_method(class, signature) {
            return Ok(found);
        }
        let name = java_type_name(&member.class);
        if crate::natives::harness::is_unmodelled(&member.class, &member.name) {
            return Err(Halt::unsupported(format!("{name}.{}", member.name)));
        }
        Err(Halt::throw(
            "java/lang/NoSuchMethodError",
            format!("{name}.{}{}", member.name, member.descriptor),
        ))
    }

    /// Looks in the class, its superclasses, then its superinterfaces (preferring the most specific that has a body).
    pub fn find_method(&self, class: ClassId, signature: Signature) -> Option<MethodId> {
        let mut at = Some(class);
        while let Some(id) = at {
            let class = self.class(id);
            if let Some(&found) = class.methods_by_signature.get(&signature) {
                return Some(found);
            }
            at = class.super_class;
        }
        self.find_interface_method(class, signature)
    }

    fn find_interface_method(&self, class: ClassId, signature: Signature) -> Option<MethodId> {
        let mut best: Option<MethodId> = None;
        for &ancestor in &self.class(class).ancestors {
            let interface = self.class(ancestor);
            if !interface.is_interface() {
                continue;
            }
            let Some(&found) = interface.methods_by_signature.get(&signature) else {
                continue;
            };
            let method = self.method(found);
            if method.is_static() || method.is_private() {
                continue;
            }
            best = Some(match best {
                None => found,
                Some(old) => {
                    let old_method = self.method(old);
                    let more_specific = interface.is_subclass_of(old_method.class);
                    let less_specific = self.class(old_method.class).is_subclass_of(ancestor);
                    match (more_specific, less_specific) {
                        (true, _) => found,
                        (_, true) => old,
                        _ if old_method.is_abstract() && !method.is_abstract() => found,
                        _ => old,
                    }
                }
            });
        }
        best
    }

    /// Which method runs when `resolved` is invoked on an object of `class` (JVMS §5.4.6).
    pub fn select_method(&mut self, class: ClassId, resolved: MethodId) -> Option<MethodId> {
        let method = self.method(resolved);
        if method.is_private() || method.is_static() {
            return Some(resolved);
        }
        if let Some(index) = method.vtable_index {
            return self.class(class).vtable.get(usize::from(index)).copied();
        }
        if let Some(&known) = self.linker.selected.get(&(class, resolved)) {
            return known;
        }
        let signature = method.signature;
        let mut selected = None;
        let mut at = Some(class);
        while let Some(id) = at {
            let c = self.class(id);
            if let Some(&found) = c.methods_by_signature.get(&signature) {
                let found_method = self.method(found);
                if !found_method.is_static() && !found_method.is_private() {
                    selected = Some(found);
                    break;
                }
            }
            at = c.super_class;
        }
        let selected = selected.or_else(|| self.find_interface_method(class, signature));
        self.linker.selected.insert((class, resolved), selected);
        selected
    }

    /// The field that an instruction names (JVMS §5.4.3.2): the class that declares it, and the field's index there.
    pub fn resolve_field(&mut self, member: &MemberRef) -> Step<(ClassId, usize)> {
        let class = self.load(&member.class)?;
        self.find_field(class, &member.name, &member.descriptor)
            .ok_or_else(|| {
                let name = java_type_name(&member.class);
                Halt::throw(
                    "java/lang/NoSuchFieldError",
                    format!("{name}.{}", member.name),
                )
            })
    }

    pub fn find_field(
        &self,
        class: ClassId,
        name: &str,
        descriptor: &str,
    ) -> Option<(ClassId, usize)> {
        let c = self.class(class);
        let here = c
            .fields
            .iter()
            .position(|f| &*f.name == name && &*f.descriptor == descriptor);
        if let Some(index) = here {
            return Some((class, index));
        }
        let mut found = None;
        for &interface in &c.interfaces {
            found = found.or_else(|| self.find_field(interface, name, descriptor));
        }
        found.or_else(|| {
            c.super_class
                .and_then(|s| self.find_field(s, name, descriptor))
        })
    }

    /// The slot of an instance field that is known to exist, such as `String.value`.
    pub fn instance_slot(&self, class: ClassId, name: &str) -> Option<usize> {
        let mut at = Some(class);
        while let Some(id) = at {
            let c = self.class(id);
            if let Some(field) = c
                .fields
                .iter()
                .find(|f| &*f.name == name && f.access & access::STATIC == 0)
            {
                return Some(usize::from(field.slot));
            }
            at = c.super_class;
        }
        None
    }

    pub fn static_slot(&self, class: ClassId, name: &str) -> Option<usize> {
        let field = self
            .class(class)
            .fields
            .iter()
            .find(|f| &*f.name == name && f.access & access::STATIC != 0)?;
        Some(usize::from(field.slot))
    }

    /// A method by name and descriptor, looked up as an instruction would.
    pub fn lookup(&mut self, class: &str, name: &str, descriptor: &str) -> Step<MethodId> {
        self.resolve_method(&MemberRef {
            class: class.into(),
            name: name.into(),
            descriptor: descriptor.into(),
        })
    }
}

impl Class {
    pub(crate) fn empty(name: Name) -> Class {
        Class {
            id: ClassId::from_index(0),
            name,
            access: 0,
            shape: Shape::Class,
            super_class: None,
            interfaces: Vec::new(),
            ancestors: Vec::new(),
            fields: Vec::new(),
            instance_slots: Vec::new(),
            static_slots: Vec::new(),
            methods: Vec::new(),
            methods_by_signature: HashMap::new(),
            vtable: Vec::new(),
            file: None,
            application: false,
            initializer: None,
            has_default_methods: false,
        }
    }
}
