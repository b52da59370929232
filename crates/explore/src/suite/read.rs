//! Values at the end of a path, read under the path's model, by running on where reading takes code (a string that was
//! never looked at, the elements of a list).

use super::Told;
use crate::confirm::Calls;
use crate::describe::{bits, primitive};
use crate::path::Path;
use classpath::access;
use logic::Term;
use machine::{End, Halt, InputValue, Machine, MethodId, Ref, Role, Slot, State, Stop};
use outcome::JavaString;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The longest array that a test writes down.
const ELEMENTS: usize = 32;
/// The longest list.
const LISTED: usize = 10;
/// Lists in lists, at most.
const NESTED: u32 = 3;
/// The longest text.
const CHARACTERS: usize = 400;
/// Instructions for reading one value.
const EFFORT: u64 = 2_000_000;

/// Calls a method on what a path has left. None if it does not return.
pub(super) fn call(
    machine: &mut Machine,
    evaluator: &mut logic::Evaluator,
    path: &mut Path,
    method: MethodId,
    args: &[Slot],
) -> Option<Option<Slot>> {
    machine.push_entry(&mut path.state, method, args).ok()?;
    match machine.run_as(&mut path.state, evaluator, &mut path.model, EFFORT) {
        Stop::End(End::Returned(value)) => Some(value),
        _ => None,
    }
}

pub(super) struct Reader<'a> {
    machine: &'a mut Machine,
    evaluator: &'a mut logic::Evaluator,
    path: &'a mut Path,
    /// Symbols of what no test can choose.
    order: &'a [Term],
    depth: u32,
}

impl<'a> Reader<'a> {
    pub fn new(
        machine: &'a mut Machine,
        evaluator: &'a mut logic::Evaluator,
        path: &'a mut Path,
        order: &'a [Term],
    ) -> Reader<'a> {
        Reader {
            machine,
            evaluator,
            path,
            order,
            depth: 0,
        }
    }
}

impl Reader<'_> {
    pub fn told(&mut self, slot: Slot, ty: &str) -> Told {
        if !ty.starts_with(['L', '[']) {
            return match self.number(slot) {
                Some(value) => Told::Value(primitive(&primitive_name(ty), value)),
                None => Told::Unknown,
            };
        }
        let Some(object) = self.reference(slot) else {
            return Told::Unknown;
        };
        if object.is_null() {
            return Told::Value(outcome::InputValue::Null);
        }
        let Ok(id) = self.machine.class_of(&self.path.state, object) else {
            return Told::Unknown;
        };
        let class = self.machine.class(id).clone();
        let name = class.name.clone();
        if &*name == "java/lang/String" {
            return match self.string(object) {
                Some(units) => {
                    Told::Value(outcome::InputValue::String(JavaString::from_units(units)))
                }
                None => Told::Unknown,
            };
        }
        if let Some(inside) = boxed(&name) {
            let Ok(slot) = self.machine.field(&self.path.state, object, "value") else {
                return Told::Unknown;
            };
            return match self.number(slot) {
                Some(value) => Told::Value(outcome::InputValue::boxed(primitive(inside, value))),
                None => Told::Unknown,
            };
        }
        if let Some(input) = self.input(object) {
            return input;
        }
        if name.starts_with('[') {
            return self.array(object, &name);
        }
        let is_constant = |file: &Arc<classpath::ClassFile>| file.access & access::ENUM != 0;
        let own = class.file.as_ref().filter(|file| is_constant(file));
        if own.is_some()
            && let Ok(name) = self.machine.field(&self.path.state, object, "name")
            && let Some(units) = self.string(name.as_ref())
            && let Ok(text) = String::from_utf16(&units)
        {
            return Told::Constant(class.name.to_string(), text);
        }
        if class.application {
            return Told::Object;
        }
        self.copied(object, &class.name).unwrap_or(Told::Object)
    }

    /// What an object of the JDK has in it, where source can make one that is equal to it.
    fn copied(&mut self, object: Ref, class: &Arc<str>) -> Option<Told> {
        if self.depth > NESTED {
            return None;
        }
        if &**class == "java/util/Optional" {
            let value = self.machine.field(&self.path.state, object, "value").ok()?;
            return match self.element(value)? {
                Told::Value(outcome::InputValue::Null) => Some(Told::Optional(None)),
                value => Some(Told::Optional(Some(Box::new(value)))),
            };
        }
        if matches!(&**class, "java/math/BigInteger" | "java/math/BigDecimal") {
            let text = self.asked(object, class, "toString", "()Ljava/lang/String;");
            return text.map(|text| Told::Parsed(class.to_string(), text));
        }
        if matches!(
            &**class,
            "java/lang/StringBuilder" | "java/lang/StringBuffer"
        ) {
            let text = self.asked(object, class, "toString", "()Ljava/lang/String;");
            return text.map(Told::Says);
        }
        if self.is_a(class, "java/util/List") {
            return self.elements(object, class).map(Told::List);
        }
        if self.is_a(class, "java/util/Set") {
            let elements = self.elements(object, class)?;
            return elements.iter().all(is_there).then_some(Told::Set(elements));
        }
        // One that tells keys apart by identity is equal to no other.
        if self.is_a(class, "java/util/Map") && &**class != "java/util/IdentityHashMap" {
            let mut parts = [
                ("keySet", "()Ljava/util/Set;"),
                ("values", "()Ljava/util/Collection;"),
            ]
            .into_iter()
            .map(|(name, descriptor)| self.part(object, class, name, descriptor));
            let (keys, values) = (parts.next()??, parts.next()??);
            let whole = keys.len() == values.len() && keys.iter().chain(&values).all(is_there);
            return whole.then(|| Told::Map(keys.into_iter().zip(values).collect()));
        }
        None
    }

    fn is_a(&mut self, class: &str, what: &str) -> bool {
        match (self.machine.load(class), self.machine.load(what)) {
            (Ok(class), Ok(what)) => self.machine.class(class).is_subclass_of(what),
            _ => false,
        }
    }

    /// The elements of a collection that a method of the object returns.
    fn part(
        &mut self,
        object: Ref,
        class: &str,
        name: &str,
        descriptor: &str,
    ) -> Option<Vec<Told>> {
        self.after(object, class, name, descriptor, |inner, slot| {
            let object = inner.reference(slot).filter(|object| !object.is_null())?;
            let id = inner.machine.class_of(&inner.path.state, object).ok()?;
            let class = inner.machine.class(id).name.clone();
            inner.elements(object, &class)
        })
    }

    /// The elements of a collection, if all of them can be written down.
    fn elements(&mut self, object: Ref, class: &str) -> Option<Vec<Told>> {
        self.after(
            object,
            class,
            "toArray",
            "()[Ljava/lang/Object;",
            |inner, array| {
                let slots = inner.slots(array.as_ref())?;
                if slots.len() > LISTED {
                    return None;
                }
                slots.into_iter().map(|slot| inner.element(slot)).collect()
            },
        )
    }

    /// The text that a method of the object returns.
    fn asked(
        &mut self,
        object: Ref,
        class: &str,
        name: &str,
        descriptor: &str,
    ) -> Option<JavaString> {
        self.after(object, class, name, descriptor, |inner, slot| {
            let text = inner.reference(slot)?;
            inner.string(text).map(JavaString::from_units)
        })
    }

    /// Calls a method of an object of the JDK and reads what it returns, as if it had not been called.
    fn after<T>(
        &mut self,
        object: Ref,
        class: &str,
        name: &str,
        descriptor: &str,
        read: impl FnOnce(&mut Reader<'_>, Slot) -> Option<T>,
    ) -> Option<T> {
        let method = self.machine.lookup(class, name, descriptor).ok()?;
        let mut after = self.path.split(self.path.model.clone());
        after.state.kept.insert(object);
        let known = std::mem::take(&mut self.machine.approximations);
        let args = [Slot::reference(object)];
        let returned = call(self.machine, self.evaluator, &mut after, method, &args);
        let certain = self.machine.approximations.is_empty();
        self.machine.approximations.extend(known);
        let slot = returned.filter(|_| certain)??;
        let mut inner = Reader {
            machine: self.machine,
            evaluator: self.evaluator,
            path: &mut after,
            order: self.order,
            depth: self.depth + 1,
        };
        read(&mut inner, slot)
    }

    /// Something in a collection: what is not equal to anything but itself cannot be stated.
    fn element(&mut self, slot: Slot) -> Option<Told> {
        self.depth += 1;
        let told = self.told(slot, "Ljava/lang/Object;");
        self.depth -= 1;
        let array = matches!(told, Told::Value(outcome::InputValue::Array(_)));
        (told.is_a_copy() && !array).then_some(told)
    }

    /// The input that an object is.
    fn input(&self, object: Ref) -> Option<Told> {
        let inputs = self.path.state.inputs.iter();
        let mut same = inputs.filter(|input| match &input.value {
            InputValue::Made(made) => made.object == object,
            _ => false,
        });
        let input = same.next()?;
        match input.role {
            Role::Receiver => Some(Told::Receiver),
            Role::Parameter => Some(Told::Argument(input.name.to_string())),
            _ => None,
        }
    }

    pub fn array(&mut self, array: Ref, class: &str) -> Told {
        if self.depth > 1 {
            return Told::Object;
        }
        let element = &class[1..];
        let Some(slots) = self.slots(array) else {
            return Told::Unknown;
        };
        if slots.len() > ELEMENTS {
            return Told::Object;
        }
        self.depth += 1;
        let mut values = Vec::with_capacity(slots.len());
        for slot in slots {
            match self.told(slot, element) {
                Told::Value(value) => values.push(value),
                _ => {
                    self.depth -= 1;
                    return Told::Object;
                }
            }
        }
        self.depth -= 1;
        Told::Value(outcome::InputValue::Array(values))
    }

    /// The elements of an array, once its length is settled.
    fn slots(&mut self, array: Ref) -> Option<Vec<Slot>> {
        self.asking(|machine, state| machine.array_slots(state, array))
    }

    /// Does something that asks, and answers by the model.
    fn asking<T>(
        &mut self,
        mut work: impl FnMut(&mut Machine, &mut State) -> Result<T, Halt>,
    ) -> Option<T> {
        for _ in 0..1000 {
            let halt = match work(self.machine, &mut self.path.state) {
                Ok(done) => return Some(done),
                Err(halt) => halt,
            };
            match halt {
                Halt::Branch(term) | Halt::Guard(term) => {
                    let holds = self
                        .evaluator
                        .eval_bool(&self.machine.pool, &self.path.model, term)
                        .ok()?;
                    self.machine.learn(&mut self.path.state, term, holds);
                }
                Halt::Value(term) => {
                    let value = self
                        .evaluator
                        .eval(&self.machine.pool, &self.path.model, term)
                        .ok()?
                        .as_bv()?;
                    self.machine.learn_value(&mut self.path.state, term, value);
                }
                _ => return None,
            }
        }
        None
    }

    fn string(&mut self, string: Ref) -> Option<Vec<u16>> {
        if string.is_null() || string == Ref::OPAQUE {
            return None;
        }
        if let Ok(Some(text)) = self.machine.string_text(&mut self.path.state, string) {
            return (text.len() <= CHARACTERS).then_some(text);
        }
        // The library puts its characters together, where that was left open.
        let method = self
            .machine
            .lookup("java/lang/String", "toCharArray", "()[C")
            .ok()?;
        let mut after = self.path.split(self.path.model.clone());
        let args = [Slot::reference(string)];
        let array = call(self.machine, self.evaluator, &mut after, method, &args)??;
        let mut inner = Reader {
            machine: self.machine,
            evaluator: self.evaluator,
            path: &mut after,
            order: self.order,
            depth: 0,
        };
        let slots = inner.slots(array.as_ref())?;
        if slots.len() > CHARACTERS {
            return None;
        }
        let mut units = Vec::with_capacity(slots.len());
        for slot in slots {
            units.push(inner.number(slot)? as u16);
        }
        Some(units)
    }

    fn reference(&mut self, slot: Slot) -> Option<Ref> {
        match slot.term {
            None => Some(slot.as_ref()).filter(|r| *r != Ref::OPAQUE),
            Some(_) => Some(Ref(self.number(slot)? as u32)),
        }
    }

    fn number(&mut self, slot: Slot) -> Option<u128> {
        let Some(term) = slot.term else {
            return Some(u128::from(slot.bits));
        };
        let support: BTreeSet<Term> = self.machine.pool.support(term).iter().copied().collect();
        if self.order.iter().any(|s| support.contains(s)) {
            return None;
        }
        // What `Math` computes may differ in the last digit.
        if !Calls::of(&self.machine.pool, &[term]).is_empty() {
            return None;
        }
        let value = self
            .evaluator
            .eval(&self.machine.pool, &self.path.model, term)
            .ok()?;
        Some(match value.as_bool() {
            Some(holds) => u128::from(holds),
            None => bits(&value),
        })
    }
}

/// What `Map.of` and `Set.of` take.
fn is_there(told: &Told) -> bool {
    *told != Told::Value(outcome::InputValue::Null)
}

fn primitive_name(descriptor: &str) -> String {
    match descriptor {
        "Z" => "boolean",
        "B" => "byte",
        "C" => "char",
        "S" => "short",
        "J" => "long",
        "F" => "float",
        "D" => "double",
        _ => "int",
    }
    .to_owned()
}

fn boxed(class: &str) -> Option<&'static str> {
    Some(match class.strip_prefix("java/lang/")? {
        "Boolean" => "boolean",
        "Byte" => "byte",
        "Character" => "char",
        "Short" => "short",
        "Integer" => "int",
        "Long" => "long",
        "Float" => "float",
        "Double" => "double",
        _ => return None,
    })
}
