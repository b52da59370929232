//! `invokedynamic` and loadable constants, linked by the machine itself: running the JDK's bootstrap machinery would
//! initialise hundreds of classes to produce what a few lines of register code say.

pub(crate) mod concat;
mod lambda;
mod proxy;
mod record;
mod switch;

use crate::class::MethodSource;
use crate::halt::{Halt, Step};
use crate::machine::Machine;
use crate::natives::{Call, Native, Return};
use crate::state::State;
use crate::value::{ClassId, MethodId, Ref, Slot};
use classpath::{BootstrapMethod, Constant, DynamicRef, Name, access};
use std::cell::OnceCell;
use std::collections::HashMap;

/// What the machine remembers about the call sites that it linked to a Rust body.
#[derive(Default)]
pub struct DynamicSites {
    /// Lambda factories: the class of the objects they make.
    lambdas: HashMap<MethodId, ClassId>,
    concats: HashMap<MethodId, concat::Concat>,
    /// Open texts of a single number, by its type.
    numbers: HashMap<u8, MethodId>,
    /// Sites of texts that quote symbolic values.
    quotes: HashMap<concat::Shape, MethodId>,
    switches: HashMap<MethodId, Vec<Constant>>,
    lambda_count: u32,
    proxies: proxy::Proxies,
}

impl Machine {
    /// The method that a call site stands for; it takes the site's arguments and returns its result.
    pub(crate) fn link_call_site(&mut self, st: &State, site: &DynamicRef) -> Step<MethodId> {
        let (class, bootstrap) = self.bootstrap(st, site)?;
        let factory = &bootstrap.handle.member;
        match (&*factory.class, &*factory.name) {
            ("java/lang/invoke/LambdaMetafactory", "metafactory" | "altMetafactory") => {
                self.link_lambda(class, site, &bootstrap)
            }
            ("java/lang/invoke/StringConcatFactory", "makeConcatWithConstants" | "makeConcat") => {
                self.link_concat(site, &bootstrap)
            }
            ("java/lang/runtime/ObjectMethods", "bootstrap") => {
                self.link_object_method(site, &bootstrap)
            }
            ("java/lang/runtime/SwitchBootstraps", "typeSwitch" | "enumSwitch") => {
                self.link_switch(site, &bootstrap)
            }
            (class, name) => Err(Halt::unsupported(format!(
                "call site linked by {}.{name}",
                crate::class::java_type_name(class)
            ))),
        }
    }

    fn bootstrap(&self, st: &State, site: &DynamicRef) -> Step<(ClassId, BootstrapMethod)> {
        let class = st.current().map(|(method, _)| self.method(method).class);
        let found = class.and_then(|class| {
            let file = self.class(class).file.as_ref()?;
            Some((
                class,
                file.bootstrap_methods
                    .get(usize::from(site.bootstrap))?
                    .clone(),
            ))
        });
        found.ok_or_else(|| {
            Halt::unsupported(format!(
                "call site {} without a bootstrap method",
                site.name
            ))
        })
    }

    /// A static method with a Rust body, made for one call site.
    pub(crate) fn add_native_site(
        &mut self,
        name: &str,
        descriptor: &Name,
        native: Native,
    ) -> Step<MethodId> {
        let class = self.load("java/lang/Object")?;
        let Some((params, result)) = crate::class::kinds_of(descriptor) else {
            return Err(Halt::unsupported(format!(
                "malformed descriptor {descriptor}"
            )));
        };
        let signature = self.signature(&name.into(), descriptor);
        Ok(self.add_method(crate::class::Method {
            id: MethodId::from_index(0),
            class,
            name: name.into(),
            descriptor: descriptor.clone(),
            signature,
            access: access::STATIC | access::SYNTHETIC,
            params: params.into(),
            result,
            vtable_index: None,
            native: Some(native),
            source: MethodSource::Synthetic(Box::new(
                ir::synthetic::Builder::new(&[]).finish(None),
            )),
            code: OnceCell::new(),
        }))
    }

    pub(crate) fn load_constant(&mut self, st: &mut State, constant: &Constant) -> Step<Slot> {
        match constant {
            Constant::Int(v) => Ok(Slot::int(*v)),
            Constant::Long(v) => Ok(Slot::long(*v)),
            Constant::Float(bits) => Ok(Slot {
                bits: u64::from(*bits),
                term: None,
            }),
            Constant::Double(bits) => Ok(Slot {
                bits: *bits,
                term: None,
            }),
            Constant::String(text) => self.intern(st, text).map(Slot::reference),
            Constant::Class(name) => {
                let class = self.load(name)?;
                self.mirror(st, class).map(Slot::reference)
            }
            Constant::MethodType(_) => Err(Halt::unsupported("a method type constant")),
            Constant::MethodHandle(_) => Err(Halt::unsupported("a method handle constant")),
            Constant::Dynamic(site) => self.dynamic_constant(st, site),
        }
    }

    /// The constants of `java.lang.invoke.ConstantBootstraps` that need no method handles.
    fn dynamic_constant(&mut self, st: &mut State, site: &DynamicRef) -> Step<Slot> {
        let (_, bootstrap) = self.bootstrap(st, site)?;
        let factory = &bootstrap.handle.member;
        let known = &*factory.class == "java/lang/invoke/ConstantBootstraps";
        match &*factory.name {
            "nullConstant" if known => Ok(Slot::NULL),
            "primitiveClass" if known => {
                let class = self.load_descriptor(&site.name)?;
                self.mirror(st, class).map(Slot::reference)
            }
            "enumConstant" if known => {
                let class = self.load_descriptor(&site.descriptor)?;
                self.ensure_initialized(st, class)?;
                self.static_field(st, class, &site.name).ok_or_else(|| {
                    Halt::unsupported(format!("enum constant {} is missing", site.name))
                })
            }
            name => {
                let class = crate::class::java_type_name(&factory.class);
                Err(Halt::unsupported(format!(
                    "constant made by {class}.{name}"
                )))
            }
        }
    }

    /// Objects that call sites keep per path.
    pub(crate) fn site_object(&self, st: &State, site: MethodId) -> Option<Ref> {
        st.site_objects.get(&site).copied()
    }
}

/// A value is made by a Rust body.
fn value(slot: Slot) -> Step<Return> {
    Ok(Return::Value(slot))
}

type Args<'a> = Call<'a>;
