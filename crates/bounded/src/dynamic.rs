//! What `invokedynamic` stands for. A call site of a lambda gets a class of its own, whose fields are what the lambda captures,
//! with a static method that makes one; a method of a record gets a static method that does what `ObjectMethods` says. The code is
//! register code (`ir::dynamic`), so that graphs follow it like any other.

use crate::lists::class_of;
use crate::program::Program;
use classpath::{
    BootstrapMethod, ClassFile, Code, Constant, DynamicRef, Field, MemberRef, Method, Name, access,
};
use ir::synthetic::Builder;
use ir::{Body, Inst, Kind, kind_of, kinds_of, split_descriptor};
use std::collections::HashMap;
use std::sync::{Arc, PoisonError};

/// What tells call sites apart.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Site {
    host: Name,
    factory: MemberRef,
    arguments: Vec<Constant>,
    name: Name,
    descriptor: Name,
}

/// Call sites with the class that was made for each.
pub type Sites = HashMap<Site, Option<Name>>;

/// What the names of classes of lambdas have after that of the class where they stand, as on a JVM.
const LAMBDA: &str = "$$Lambda$";
const RECORD: &str = "$$Record$";
const MAKE: &str = "make";

/// A body with the name, descriptor and flags of its method.
type Made = (Name, Name, u16, Body);

impl Program {
    /// The static method that a call site stands for: it takes the site's arguments and returns its result.
    pub fn linked(&self, host: &ClassFile, called: &DynamicRef) -> Result<MemberRef, String> {
        let unknown = || format!("a dynamic call, {}", called.name);
        let bootstrap = host.bootstrap_methods.get(usize::from(called.bootstrap));
        let bootstrap = bootstrap.ok_or_else(unknown)?;
        let site = Site {
            host: host.name.clone(),
            factory: bootstrap.handle.member.clone(),
            arguments: bootstrap.arguments.clone(),
            name: called.name.clone(),
            descriptor: called.descriptor.clone(),
        };
        let mut known = self.sites.lock().unwrap_or_else(PoisonError::into_inner);
        let class = match known.get(&site) {
            Some(class) => class.clone(),
            None => {
                let class = self.class_for(&site, bootstrap);
                known.insert(site, class.clone());
                class
            }
        };
        Ok(MemberRef {
            class: class.ok_or_else(unknown)?,
            name: MAKE.into(),
            descriptor: called.descriptor.clone(),
        })
    }

    /// Whether objects of a class are lambdas: which object one is, is up to the JVM (JLS 15.27.4).
    pub fn is_lambda(&self, class: &str) -> bool {
        class.contains(LAMBDA) && self.classpath.role(class).is_none()
    }

    fn class_for(&self, site: &Site, bootstrap: &BootstrapMethod) -> Option<Name> {
        let factory = &bootstrap.handle.member;
        match (&*factory.class, &*factory.name) {
            ("java/lang/invoke/LambdaMetafactory", "metafactory" | "altMetafactory") => {
                self.lambda_class(site, bootstrap)
            }
            ("java/lang/runtime/ObjectMethods", "bootstrap") => self.record_class(site, bootstrap),
            _ => None,
        }
    }

    fn lambda_class(&self, site: &Site, bootstrap: &BootstrapMethod) -> Option<Name> {
        let [
            Constant::MethodType(erased),
            Constant::MethodHandle(implementation),
            Constant::MethodType(actual),
            rest @ ..,
        ] = &bootstrap.arguments[..]
        else {
            return None;
        };
        let (captured, interface) = split_descriptor(&site.descriptor)?;
        let mut interfaces = vec![Name::from(class_of(interface)?)];
        let mut descriptors = vec![erased.clone()];
        if &*bootstrap.handle.member.name == "altMetafactory" {
            let (also, more) = ir::dynamic::alternatives(rest);
            interfaces.extend(also);
            descriptors.extend(more);
        }
        let name = site.class_name(LAMBDA);
        let mut made = vec![(
            MAKE.into(),
            site.descriptor.clone(),
            access::STATIC,
            making(&name, &captured)?,
        )];
        for descriptor in descriptors {
            let body = ir::dynamic::lambda(&name, &captured, &descriptor, actual, implementation)?;
            made.push((site.name.clone(), descriptor, access::PUBLIC, body));
        }
        let fields = captured.iter().enumerate().map(|(at, descriptor)| Field {
            access: access::PRIVATE | access::FINAL,
            name: captured_name(at),
            descriptor: (*descriptor).into(),
            constant_value: None,
            instance_constant: None,
            signature: None,
            annotations: Vec::new(),
            visible: None,
        });
        self.define(name, interfaces, fields.collect(), made)
    }

    fn record_class(&self, site: &Site, bootstrap: &BootstrapMethod) -> Option<Name> {
        let [Constant::Class(record), Constant::String(_), getters @ ..] = &bootstrap.arguments[..]
        else {
            return None;
        };
        let field = |getter: &Constant| match getter {
            Constant::MethodHandle(handle) => Some(handle.member.clone()),
            _ => None,
        };
        let fields: Vec<MemberRef> = getters.iter().map(field).collect::<Option<_>>()?;
        let body = match &*site.name {
            "hashCode" => ir::dynamic::record_hash(&fields),
            "equals" => ir::dynamic::record_equals(record, &fields),
            _ => return None,
        };
        let (taken, _) = kinds_of(&site.descriptor)?;
        if taken.len() != body.params.len() || taken.iter().any(|kind| *kind != Kind::Ref) {
            return None;
        }
        let name = site.class_name(RECORD);
        let made = vec![(MAKE.into(), site.descriptor.clone(), access::STATIC, body)];
        self.define(name, Vec::new(), Vec::new(), made)
    }

    fn define(
        &self,
        name: Name,
        interfaces: Vec<Name>,
        fields: Vec<Field>,
        made: Vec<Made>,
    ) -> Option<Name> {
        let methods = made.iter().map(|(name, descriptor, access, _)| Method {
            access: access | access::SYNTHETIC,
            name: name.clone(),
            descriptor: descriptor.clone(),
            // There is code, though none that a file has.
            code: Some(Code {
                max_stack: 0,
                max_locals: 0,
                bytes: Vec::new(),
                handlers: Vec::new(),
                lines: Vec::new(),
                locals: Vec::new(),
                ranges: Vec::new(),
            }),
            exceptions: Vec::new(),
            signature: None,
            annotations: Vec::new(),
            parameter_annotations: Vec::new(),
            nullable_parameters: Vec::new(),
            parameter_names: Vec::new(),
            parameter_access: Vec::new(),
            visible: None,
        });
        let class = ClassFile {
            major: 55,
            minor: 0,
            access: access::FINAL | access::SYNTHETIC | access::SUPER,
            name,
            super_name: Some("java/lang/Object".into()),
            interfaces,
            fields,
            methods: methods.collect(),
            pool: Default::default(),
            bootstrap_methods: Vec::new(),
            source_file: None,
            signature: None,
            nest_host: None,
            nest_members: Vec::new(),
            inner_classes: Vec::new(),
            enclosing_method: None,
            record: None,
            permitted_subclasses: Vec::new(),
            provides: Vec::new(),
            annotations: Vec::new(),
            visible: None,
        };
        let class: Arc<ClassFile> = self.classpath.define(class)?;
        // A class of the program's own of that name, of all names.
        if self.classpath.role(&class.name).is_some() || class.methods.len() != made.len() {
            return None;
        }
        for (at, (.., body)) in made.into_iter().enumerate() {
            self.methods.insert(&class, at, body);
        }
        Some(class.name.clone())
    }
}

impl Site {
    /// A name that does not depend on which sites are linked before this one.
    fn class_name(&self, kind: &str) -> Name {
        let text = format!("{:?}{}{}", self.arguments, self.name, self.descriptor);
        // FNV-1a.
        let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        format!("{}{kind}{hash:016x}", self.host).into()
    }
}

fn captured_name(at: usize) -> Name {
    format!("arg{at}").into()
}

/// Makes a lambda of what it captures.
fn making(class: &Name, captured: &[&str]) -> Option<Body> {
    let kinds: Option<Vec<Kind>> = captured.iter().map(|ty| kind_of(ty)).collect();
    let mut b = Builder::new(&kinds?);
    let made = b.register(Kind::Ref);
    b.push(Inst::New {
        dst: made,
        class: class.clone(),
    });
    let made = ir::Operand::Reg(made);
    for (at, descriptor) in captured.iter().enumerate() {
        let field = MemberRef {
            class: class.clone(),
            name: captured_name(at),
            descriptor: (*descriptor).into(),
        };
        b.push(Inst::PutField {
            object: made,
            field: Box::new(field),
            value: b.param(at),
        });
    }
    Some(b.finish(Some(made)))
}
