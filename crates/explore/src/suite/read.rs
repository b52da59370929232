//! The end of a path as a test can state it: what was returned or thrown, and what the object says of itself afterwards.
//! Values are read under the path's model, by running on where reading takes code (a string that was never looked at).

use super::{Ending, Kind, Observed, Pass, PathEnd, Told, What};
use crate::config::Entry;
use crate::confirm::Calls;
use crate::describe::{bits, primitive};
use crate::path::Path;
use crate::suite::tidy::tidy;
use crate::worker::Worker;
use classpath::access;
use logic::Term;
use machine::{End, Halt, InputValue, Machine, MethodId, Passed, Ref, Role, Slot, State, Stop};
use outcome::{JavaString, Reason, ReasonKind};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The longest array that a test writes down.
const ELEMENTS: usize = 32;
/// The longest list.
const LISTED: usize = 10;
/// The longest text.
const CHARACTERS: usize = 400;
/// Instructions for reading one value.
const EFFORT: u64 = 2_000_000;
/// Instructions that a test may take.
const LONGEST: u64 = 20_000_000;
/// Methods that are asked about an object afterwards.
const OBSERVERS: usize = 3;

impl Worker<'_> {
    /// Hands a path that has ended to whoever collects them. False if nobody wants more.
    pub(crate) fn collect(&mut self, path: &mut Path, end: &End) -> bool {
        let Some(sink) = self.config.paths.clone() else {
            return true;
        };
        let passed = self.passed(path);
        let kind = match end {
            End::Returned(_) => Kind::Returned,
            End::Threw(exception) => match self.machine.class_of(&path.state, *exception) {
                Ok(class) => Kind::Threw(self.machine.class(class).name.to_string()),
                Err(_) => Kind::Cut,
            },
            _ => Kind::Cut,
        };
        // What does not end is refused, with the reason.
        if sink.wants(&passed, &kind) || kind == Kind::Cut {
            match self.describe_end(path, end, passed.clone()) {
                Ok(described) => sink.take(described),
                Err(why) => sink.refuse(&passed, why),
            }
        }
        sink.goes_on()
    }

    /// Tells whoever collects paths how far one came that is not followed to its end.
    pub(crate) fn passed_by(&self, path: &Path) {
        if let Some(sink) = &self.config.paths {
            sink.reach(&self.passed(path));
        }
    }

    /// A path lets others go on; there may be nothing left to look for.
    pub(crate) fn pause(&self, path: &Path) {
        if let Some(sink) = &self.config.paths
            && !sink.pause(&self.passed(path))
        {
            self.limits.stop(crate::limits::Why::Covered);
        }
    }

    /// Whether a path has run for longer than anybody would want a test to. It is left then.
    pub(crate) fn runs_too_long(&mut self, path: &Path) -> bool {
        let Some(sink) = &self.config.paths else {
            return false;
        };
        if path.state.instructions < LONGEST {
            return false;
        }
        let why = format!("it runs for more than {} million instructions", LONGEST / 1_000_000);
        sink.refuse(&self.passed(path), why.clone());
        self.findings.reason(Reason::new(ReasonKind::Truncated, why));
        true
    }

    /// What a path passed, in order.
    fn passed(&self, path: &Path) -> Vec<Pass> {
        let mut names: BTreeMap<MethodId, Arc<str>> = BTreeMap::new();
        let mut passed: Vec<Pass> = Vec::with_capacity(path.state.passed.len());
        for one in &path.state.passed {
            let (method, what) = match *one {
                Passed::Edge { method, from, to } => (method, What::Edge(from, to)),
                Passed::Line { method, line } => (method, What::Line(line)),
            };
            let name = names.entry(method).or_insert_with(|| {
                let linked = self.machine.method(method);
                let class = self.machine.class(linked.class);
                format!("{}.{}{}", class.name, linked.name, linked.descriptor).into()
            });
            passed.push(Pass {
                method: name.clone(),
                what,
            });
        }
        passed.sort();
        passed
    }

    fn describe_end(
        &mut self,
        path: &mut Path,
        end: &End,
        passed: Vec<Pass>,
    ) -> Result<PathEnd, String> {
        match end {
            End::Returned(_) | End::Threw(_) => {}
            End::Exited => return Err("it ends the JVM".to_owned()),
            End::Unsupported { what, .. } => return Err(format!("unsupported: {what}")),
            End::Bound(hit) => {
                let hit = self.describer.bound(&self.machine, path, hit);
                return Err(format!("cut off by {}", super::bound_words(&hit)));
            }
            End::Infeasible => return Err("it does not exist".to_owned()),
        }
        // What the environment says in a fixed way, such as the line separator, is the same wherever tests are run.
        let chosen = |i: &&machine::Input| {
            i.role == Role::Environment && !matches!(i.value, InputValue::Text(_))
        };
        if let Some(input) = path.state.inputs.iter().find(chosen) {
            return Err(format!(
                "it depends on {}, which a test cannot choose",
                input.name
            ));
        }
        if path.state.inputs.iter().any(|i| i.role == Role::Stdin) {
            return Err("it reads standard input".to_owned());
        }
        if self.shorten_strings(path).is_err() {
            return Err("it takes strings that are too long to write down".to_owned());
        }
        let calls = Calls::of(&self.machine.pool, &path.conditions);
        if !calls.is_empty() {
            if !self.has_functions_as_they_are(path, None) {
                return Err(format!("no concrete input was found ({})", calls.names()));
            }
        } else {
            tidy(&mut self.machine, &mut self.evaluator, path);
        }
        let order = self
            .machine
            .pool
            .find_symbols(machine::natives::ORDER_SYMBOL);
        let unsure = hashes(&path.state);
        let on_order = |c: Term| {
            let support = self.machine.pool.support(c);
            order.iter().any(|s| support.binary_search(s).is_ok())
        };
        if path.all_conditions().any(on_order) {
            return Err("it depends on the iteration order of Set.of and Map.of".to_owned());
        }
        let inputs = self
            .describer
            .all_inputs(&mut self.machine, &mut self.evaluator, path);
        let ending = match end {
            End::Returned(slot) => {
                let value = match slot {
                    Some(slot) => self.told(path, *slot, &order),
                    None => Told::Void,
                };
                match (unsure, value) {
                    // What it is here may be something else on the next JVM.
                    (true, Told::Value(value)) if value != outcome::InputValue::Null => {
                        Ending::Returned {
                            value: Told::Unknown,
                            observed: Vec::new(),
                        }
                    }
                    (true, Told::List(_)) => Ending::Returned {
                        value: Told::Object,
                        observed: Vec::new(),
                    },
                    (true, value) => Ending::Returned {
                        value,
                        observed: Vec::new(),
                    },
                    (false, value) => {
                        let observed = self.observe(path, *slot, &order);
                        Ending::Returned { value, observed }
                    }
                }
            }
            End::Threw(exception) => {
                let class = self
                    .machine
                    .class_of(&path.state, *exception)
                    .map_err(|_| "what it throws is not known".to_owned())?;
                let name = self.machine.class(class).name.to_string();
                let ancestors = self.machine.class(class).ancestors.clone();
                let of_jvm = |name: &str| name == "java/lang/VirtualMachineError";
                if ancestors
                    .iter()
                    .any(|a| of_jvm(&self.machine.class(*a).name))
                {
                    return Err(format!("it ends with {}", name.replace('/', ".")));
                }
                let assertion =
                    self.describer
                        .failed_assertion(&mut self.machine, &path.state, *exception);
                Ending::Threw {
                    class: name,
                    assertion,
                }
            }
            _ => return Err("it does not end".to_owned()),
        };
        Ok(PathEnd {
            inputs,
            ending,
            passed,
            unsure: unsure.then(|| "identity hash codes, which differ from JVM to JVM".to_owned()),
        })
    }

    /// The value in a slot of the type that the entry returns.
    fn told(&mut self, path: &mut Path, slot: Slot, order: &[Term]) -> Told {
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
        let mut reader = Reader {
            machine: &mut self.machine,
            evaluator: &mut self.evaluator,
            path,
            order,
            depth: 0,
        };
        reader.told(slot, ty)
    }

    /// What methods without parameters say of the object that the entry was called on or made.
    fn observe(
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
        let mut observed = Vec::new();
        for (method, name, ty) in self.observers(id) {
            if observed.len() == OBSERVERS {
                break;
            }
            // The object's own methods may still fail, or need what is not modelled: then they say nothing.
            let mut after = path.split(path.model.clone());
            after.state.kept.insert(object);
            let known = std::mem::take(&mut self.machine.approximations);
            let value = self.call(&mut after, method, &[Slot::reference(object)]);
            let certain = self.machine.approximations.is_empty();
            self.machine.approximations.extend(known);
            let Some(Some(slot)) = value.filter(|_| certain) else {
                continue;
            };
            let value = self.read(&mut after, slot, &ty, order);
            // A field that nobody had looked at would have to be given a value first.
            let same = after.state.inputs.len() == path.state.inputs.len();
            if same && matches!(value, Told::Value(_)) {
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
        let Ok(id) = self.machine.load(class) else {
            return false;
        };
        let class = self.machine.class(id).clone();
        let Some(file) = class.file.clone() else {
            return false;
        };
        match file.method(name, descriptor) {
            Some(method) => self.machine.changes(&class, &file, method, 4),
            None => false,
        }
    }

    /// Public methods of the class without parameters that change nothing and return something simple, those that say
    /// most first.
    fn observers(&mut self, id: machine::ClassId) -> Vec<(MethodId, String, String)> {
        let mut found = Vec::new();
        let class = self.machine.class(id).clone();
        let Some(file) = class.file.clone().filter(|_| class.application) else {
            return found;
        };
        for method in &file.methods {
            let ty = method.descriptor.strip_prefix("()").unwrap_or("V");
            let simple = matches!(ty, "Z" | "B" | "C" | "S" | "I" | "J" | "F" | "D" | "[I")
                || ty == "Ljava/lang/String;";
            let flags = access::PUBLIC | access::STATIC | access::SYNTHETIC | access::ABSTRACT;
            if !simple
                || method.access & flags != access::PUBLIC
                || method.code.is_none()
                || matches!(&*method.name, "hashCode")
                || self.machine.changes(&class, &file, method, 4)
            {
                continue;
            }
            let looked_up = self
                .machine
                .lookup(&class.name, &method.name, &method.descriptor);
            if let Ok(id) = looked_up {
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

    /// Calls a method on what a path has left. None if it does not return.
    fn call(&mut self, path: &mut Path, method: MethodId, args: &[Slot]) -> Option<Option<Slot>> {
        call(&mut self.machine, &mut self.evaluator, path, method, args)
    }
}

fn call(
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

struct Reader<'a> {
    machine: &'a mut Machine,
    evaluator: &'a mut logic::Evaluator,
    path: &'a mut Path,
    /// Symbols of what no test can choose.
    order: &'a [Term],
    depth: u32,
}

impl Reader<'_> {
    fn told(&mut self, slot: Slot, ty: &str) -> Told {
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
        self.list(object, &class).unwrap_or(Told::Object)
    }

    /// The elements of a list of the JDK.
    fn list(&mut self, object: Ref, class: &machine::Class) -> Option<Told> {
        let list = self.machine.load("java/util/List").ok()?;
        if class.application || self.depth > 0 || !class.is_subclass_of(list) {
            return None;
        }
        let method = self
            .machine
            .lookup(&class.name, "toArray", "()[Ljava/lang/Object;")
            .ok()?;
        let mut after = self.path.split(self.path.model.clone());
        after.state.kept.insert(object);
        let args = [Slot::reference(object)];
        let array = call(self.machine, self.evaluator, &mut after, method, &args)??;
        let mut inner = Reader {
            machine: self.machine,
            evaluator: self.evaluator,
            path: &mut after,
            order: self.order,
            depth: 1,
        };
        match inner.array(array.as_ref(), "[Ljava/lang/Object;") {
            Told::Value(outcome::InputValue::Array(values)) if values.len() <= LISTED => {
                let simple = |v: &outcome::InputValue| !matches!(v, outcome::InputValue::Array(_));
                values.iter().all(simple).then_some(Told::List(values))
            }
            _ => None,
        }
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

    fn array(&mut self, array: Ref, class: &str) -> Told {
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

fn receiver(state: &State) -> Option<Ref> {
    state.inputs.iter().find_map(|input| match &input.value {
        InputValue::Made(made) if input.role == Role::Receiver => Some(made.object),
        _ => None,
    })
}

/// Whether somebody asked for the identity hash code of an object.
fn hashes(state: &State) -> bool {
    let mut asked = false;
    state
        .heap
        .for_each(&mut |_, object| asked |= object.hash != 0);
    asked
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
