//! What objects say of themselves at the end of a path: methods without parameters that seem to change nothing are
//! called on the object under test and on what was returned. Arrays among the arguments are looked at directly.

use super::read::{Reader, call};
use super::{Inside, Observed, Told};
use crate::config::Entry;
use crate::path::Path;
use crate::worker::Worker;
use classpath::{ClassFile, FieldType, MethodDescriptor, access};
use logic::Term;
use machine::{InputValue, MethodId, Ref, Role, Slot, State};
use std::sync::Arc;

/// Methods that are asked about an object.
const OBSERVERS: usize = 3;

/// A method that can be called on an object, its name, and the descriptor of its result.
type Observer = (MethodId, String, String);

impl Worker<'_> {
    /// The value in a slot of the type that the entry returns.
    pub(super) fn told(&mut self, path: &mut Path, slot: Slot, order: &[Term]) -> Told {
        let Entry::Method {
            class,
            name,
            descriptor,
        } = self.describer.entry()
        else {
            return Told::Void;
        };
        let ty = match &**name {
            "<init>" => format!("L{class};"),
            _ => descriptor.rsplit(')').next().unwrap_or("V").to_owned(),
        };
        self.read(path, slot, &ty, order)
    }

    fn read(&mut self, path: &mut Path, slot: Slot, ty: &str, order: &[Term]) -> Told {
        let mut reader = Reader::new(&mut self.machine, &mut self.evaluator, path, order);
        reader.told(slot, ty)
    }

    /// What methods without parameters say of the object that the entry was called on or made.
    pub(super) fn observe(
        &mut self,
        path: &mut Path,
        returned: Option<Slot>,
        order: &[Term],
    ) -> Vec<Observed> {
        let Entry::Method {
            class,
            name,
            descriptor,
        } = self.describer.entry()
        else {
            return Vec::new();
        };
        let object = match (&**name, returned) {
            ("<init>", Some(made)) => made.as_ref(),
            _ => match receiver(&path.state) {
                Some(object) => object,
                None => return Vec::new(),
            },
        };
        let Ok(id) = self.machine.class_of(&path.state, object) else {
            return Vec::new();
        };
        if &**name != "<init>" && !self.entry_changes(class, name, descriptor) {
            return Vec::new();
        }
        let observers = self.observers(id, id);
        self.ask(path, object, observers, order)
    }

    /// What methods of its declared type say of an object of the program that was returned.
    pub(super) fn observe_result(
        &mut self,
        path: &mut Path,
        slot: Slot,
        order: &[Term],
    ) -> Option<Inside> {
        let Entry::Method {
            name, descriptor, ..
        } = self.describer.entry()
        else {
            return None;
        };
        let descriptor = MethodDescriptor::parse(descriptor).ok()?;
        let Some(FieldType::Object(declared)) = descriptor.ret else {
            return None;
        };
        if &**name == "<init>" || slot.term.is_some() {
            return None;
        }
        let object = slot.as_ref();
        let id = self.machine.class_of(&path.state, object).ok()?;
        let as_declared = self.machine.load(&declared).ok()?;
        let observers = self.observers(as_declared, id);
        let observed = self.ask(path, object, observers, order);
        (!observed.is_empty()).then(|| Inside {
            class: declared.to_string(),
            observed,
        })
    }

    /// Calls methods one after the other. Those that say nothing that can be stated are as if they had not been called.
    fn ask(
        &mut self,
        path: &mut Path,
        object: Ref,
        observers: Vec<Observer>,
        order: &[Term],
    ) -> Vec<Observed> {
        let mut observed = Vec::new();
        for (method, name, ty) in observers {
            if observed.len() == OBSERVERS {
                break;
            }
            // The object's own methods may still fail, or need what is not modelled: then they say nothing.
            let mut after = path.split(path.model.clone());
            after.state.kept.insert(object);
            let known = std::mem::take(&mut self.machine.approximations);
            let args = [Slot::reference(object)];
            let value = call(
                &mut self.machine,
                &mut self.evaluator,
                &mut after,
                method,
                &args,
            );
            let certain = self.machine.approximations.is_empty();
            self.machine.approximations.extend(known);
            let Some(Some(slot)) = value.filter(|_| certain) else {
                continue;
            };
            let value = self.read(&mut after, slot, &ty, order);
            // A field that nobody had looked at would have to be given a value first.
            let same = after.state.inputs.len() == path.state.inputs.len();
            if same
                && matches!(
                    value,
                    Told::Value(_) | Told::Constant(..) | Told::Argument(_)
                )
            {
                path.state = after.state;
                path.model = after.model;
                observed.push(Observed {
                    method: name,
                    ty,
                    value,
                });
            }
        }
        observed
    }

    fn entry_changes(&mut self, class: &str, name: &str, descriptor: &str) -> bool {
        let chain = self.machine.classpath().super_chain(class);
        let declaring = (chain.unwrap_or_default().into_iter())
            .find(|file| file.method(name, descriptor).is_some());
        let Some(file) = declaring else {
            return false;
        };
        let (Ok(id), Some(method)) = (self.machine.load(&file.name), file.method(name, descriptor))
        else {
            return false;
        };
        let class = self.machine.class(id).clone();
        self.machine.changes(&class, &file, method, 4)
    }

    /// Public methods that can be called on an object of one class where source takes it for another, without parameters,
    /// that change nothing and return something simple, those that say most first.
    fn observers(&mut self, declared: machine::ClassId, id: machine::ClassId) -> Vec<Observer> {
        let mut found: Vec<Observer> = Vec::new();
        let class = self.machine.class(id).clone();
        let declared = self.machine.class(declared).name.clone();
        let chain = self.machine.classpath().super_chain(&declared);
        let mut chain = chain.unwrap_or_default();
        chain.retain(|file| self.machine.classpath().is_application(&file.name));
        let all = chain.iter().flat_map(|file| &file.methods);
        let methods: Vec<&classpath::Method> = all.collect();
        for method in methods {
            let ty = method.descriptor.strip_prefix("()").unwrap_or("V");
            let flags = access::PUBLIC | access::STATIC | access::SYNTHETIC;
            if !self.is_simple(ty)
                || method.access & flags != access::PUBLIC
                || !method.exceptions.is_empty()
                || matches!(&*method.name, "hashCode")
                || found.iter().any(|(_, name, _)| **name == *method.name)
            {
                continue;
            }
            let looked_up = self
                .machine
                .lookup(&class.name, &method.name, &method.descriptor);
            if let Ok(id) = looked_up
                && let Some((file, own)) = self.code_of(id)
                && let Some(own) = file.methods.get(own)
                && !self.machine.changes(&class, &file, own, 4)
            {
                found.push((id, method.name.to_string(), ty.to_owned()));
            }
        }
        let rank = |name: &str| match name {
            "size" | "length" | "count" => 0,
            "isEmpty" => 1,
            "toString" => 3,
            _ => 2,
        };
        found.sort_by_key(|(_, name, _)| rank(name));
        found
    }

    /// The class file of a method of the program with code, and its place there.
    fn code_of(&self, method: MethodId) -> Option<(Arc<ClassFile>, usize)> {
        let linked = self.machine.method(method);
        let class = self.machine.class(linked.class);
        let file = class.file.clone().filter(|_| class.application)?;
        let same = |m: &classpath::Method| {
            m.name == linked.name && m.descriptor == linked.descriptor && m.code.is_some()
        };
        let at = file.methods.iter().position(same)?;
        Some((file, at))
    }

    /// Whether a value of the type can be written down: a number, a text, or a constant of an enum of the program.
    fn is_simple(&mut self, ty: &str) -> bool {
        match ty {
            "Z" | "B" | "C" | "S" | "I" | "J" | "F" | "D" | "[I" | "Ljava/lang/String;" => true,
            _ => {
                let name = ty.strip_prefix('L').and_then(|ty| ty.strip_suffix(';'));
                let file = name.and_then(|name| self.machine.classpath().find(name).ok().flatten());
                file.is_some_and(|file| {
                    file.access & access::ENUM != 0
                        && self.machine.classpath().is_application(&file.name)
                })
            }
        }
    }

    /// Arrays that are arguments and have other elements afterwards, by the names of their parameters.
    pub(super) fn changed_arrays(
        &mut self,
        path: &mut Path,
        inputs: &[outcome::Input],
        order: &[Term],
    ) -> Vec<(String, outcome::InputValue)> {
        let arrays: Vec<(String, Ref)> = (path.state.inputs.iter())
            .filter_map(|input| match &input.value {
                InputValue::Array { object, .. } if input.role == Role::Parameter => {
                    Some((input.name.to_string(), *object))
                }
                _ => None,
            })
            .collect();
        let mut changed = Vec::new();
        for (name, array) in arrays {
            let given = inputs
                .iter()
                .find(|input| input.origin == outcome::Origin::Parameter && input.name == name);
            let Ok(class) = self.machine.class_of(&path.state, array) else {
                continue;
            };
            let class = self.machine.class(class).name.to_string();
            let mut reader = Reader::new(&mut self.machine, &mut self.evaluator, path, order);
            if let (Some(given), Told::Value(value)) = (given, reader.array(array, &class))
                && given.value != value
            {
                changed.push((name, value));
            }
        }
        changed
    }
}

fn receiver(state: &State) -> Option<Ref> {
    state.inputs.iter().find_map(|input| match &input.value {
        InputValue::Made(made) if input.role == Role::Receiver => Some(made.object),
        _ => None,
    })
}
