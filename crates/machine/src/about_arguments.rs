//! Which exceptions are about arguments of the method that is the entry, so that they reject these instead of showing a
//! fault: what was thrown on purpose by a method that got such an argument, or something computed from it. That is
//! decided when the exception is made, because the values that the frames got are still there then.

use crate::exceptions::THROWER;
use crate::heap::{Cells, Data};
use crate::inputs::{InputValue, Role};
use crate::machine::Machine;
use crate::provenance::{self, Passed, Source};
use crate::state::State;
use crate::value::{ClassId, MethodId, Ref, Slot};
use ir::{ElementKind, Kind};
use logic::Term;
use std::collections::{HashMap, HashSet};

/// What a method got, receiver first.
type Received = Vec<Passed>;

/// How many objects are looked into.
const MOST_OBJECTS: usize = 256;

/// How deep: `this`, a string in a field of it, and the characters of that.
const DEPTH: u32 = 3;

/// `Formatter.format`, which gets the text behind the formatter and a locale.
const FORMAT: (&str, &str) = (
    "format",
    "(Ljava/util/Locale;Ljava/lang/String;[Ljava/lang/Object;)Ljava/util/Formatter;",
);

/// What the frames say about where an exception comes from.
#[derive(Default)]
struct Origin {
    /// What the method got that throws it.
    thrower: Option<Received>,
    /// Whether that is the entry itself.
    in_entry: bool,
    /// What a method got that checks a condition for the one that throws, as `checkArgument(boolean, …)` does.
    checker: Option<Received>,
    /// What the innermost method got that has numbers among its parameters.
    numbers: Option<Received>,
    /// The text that `Formatter.format` got.
    format: Option<Received>,
    /// Whether the method that throws is the JDK's check of a range of indices.
    of_range: bool,
    /// Whether nothing was decided since the method began that throws, and it is called on an object.
    undecided: bool,
}

impl Origin {
    /// Whether a method throws that got nothing but numbers that the program writes down, and asked for nothing else of
    /// what it is called on. A text would rather be the message of the exception.
    fn is_idle(&self) -> bool {
        let number = |one: &Passed| is_number(one) && one.from == Source::Constant;
        let written = |thrower: &Received| thrower.len() > 1 && thrower[1..].iter().all(number);
        self.undecided && self.thrower.as_ref().is_some_and(written)
    }
}

impl Machine {
    /// Remembers an exception that is being made if it rejects an argument: an `IllegalArgumentException` of a method
    /// that got the argument or something computed from it, and an `IndexOutOfBoundsException` about an index that is
    /// the argument itself. Accesses of arrays and the like never reject anything. A range of indices is like an index,
    /// and what does not fit a format is the program's fault unless the format is the argument.
    pub(crate) fn look_for_arguments(&mut self, st: &mut State, exception: Ref) {
        if !self.method_entry || !st.entered {
            return;
        }
        let Some(class) = st.heap.class_of(exception) else {
            return;
        };
        let is_a = |name: &str| {
            let ancestors = &self.class(class).ancestors;
            (ancestors.iter()).any(|ancestor| *self.class(*ancestor).name == *name)
        };
        let illegal = is_a("java/lang/IllegalArgumentException");
        if !illegal && !is_a("java/lang/IndexOutOfBoundsException") {
            return;
        }
        let Some(origin) = self.origin_of(st, exception) else {
            return;
        };
        // Whatever the entry got is an argument, but for what it is called on.
        let given = |received: &Received| received.iter().any(|one| !is_receiver(st, one));
        let any = |received: Option<Received>| {
            received.is_some_and(|received| self.is_any_about(st, &received))
        };
        let about = match origin.numbers {
            _ if origin.in_entry => origin.thrower.as_ref().is_some_and(given),
            _ if is_a("java/util/IllegalFormatException") => any(origin.format),
            _ if origin.is_idle() => false,
            _ if illegal && !origin.of_range => any(origin.thrower) || any(origin.checker),
            Some(numbers) => self.is_index_about(st, &numbers),
            None => false,
        };
        if about {
            st.about_arguments.insert(exception);
        }
    }

    /// Whether a symbol belongs to an argument of the entry; what the receiver was made of does not.
    pub fn is_of_argument(&self, st: &State, symbol: Term) -> bool {
        if !self.pool.is_symbol(symbol) {
            return false;
        }
        // Named by the number of the input that it is for, or that comes next (`Machine::symbol_name`).
        let name = self.pool.symbol_name(symbol);
        let digits = name.find(|c: char| !c.is_ascii_digit()).unwrap_or(0);
        match name[digits..].starts_with([':', '.']) {
            true => (name[..digits].parse()).is_ok_and(|index| belongs_to_argument(st, index)),
            false => false,
        }
    }

    /// The frames from the one that throws to the entry; none where the machine itself throws, for an access to an array
    /// for example.
    fn origin_of(&self, st: &State, exception: Ref) -> Option<Origin> {
        let mut origin = Origin::default();
        // The machine throws, or a native does.
        let mut by_machine = false;
        let mut making = true;
        // The body of a lambda belongs to the method around it, if that is still running.
        let mut around: Option<(ClassId, String)> = None;
        let mut lambda: Option<Received> = None;
        let mut is_none = false;
        let mut callee = None;
        st.stack.for_each(|frame, slots| {
            let method = self.method(frame.method);
            if let Some(callee) = callee.replace(frame.method) {
                let callee = self.method(callee).name.clone();
                let lists = [
                    &mut origin.thrower,
                    &mut origin.checker,
                    &mut origin.numbers,
                    &mut origin.format,
                ];
                for list in lists.into_iter().chain([&mut lambda]).flatten() {
                    provenance::trace(list, &callee, frame);
                }
            }
            if method.is_synthetic_frame() {
                by_machine |= making && &*method.name == THROWER;
                return true;
            }
            let received = provenance::received(frame, slots);
            if making {
                let own = match &*method.name {
                    "fillInStackTrace" => true,
                    "<init>" => received
                        .first()
                        .is_some_and(|first| first.slot.as_ref() == exception),
                    _ => false,
                };
                if own {
                    return true;
                }
                making = false;
                if by_machine {
                    // A native has no frame: what it got stands at the call.
                    let op = frame.code.ops.get(frame.pc as usize).map(|op| op.get());
                    let Some(call) = op.and_then(|op| frame.code.call_of(op)) else {
                        is_none = true;
                        return false;
                    };
                    let given = provenance::given(&frame.code, call, slots);
                    if given.iter().any(is_number) {
                        origin.numbers = Some(given.clone());
                    }
                    origin.thrower = Some(given);
                }
            }
            let is_entry = frame.depth <= 1;
            if origin.thrower.is_none() {
                match &around {
                    None => match around_lambda(&method.name) {
                        Some(name) => {
                            around = Some((method.class, name.to_owned()));
                            lambda = Some(received.clone());
                        }
                        None if !is_entry && checks_condition(&method.descriptor) => {
                            origin.checker.get_or_insert_with(|| received.clone());
                        }
                        None => {
                            origin.thrower = Some(received.clone());
                            origin.in_entry = is_entry;
                            origin.of_range = self.is_check_of_range(frame.method);
                            origin.undecided = frame.forks == st.forks && !method.is_static();
                        }
                    },
                    Some((class, name)) if *class == method.class && **name == *method.name => {
                        origin.thrower = Some(received.clone());
                        origin.in_entry = is_entry;
                    }
                    Some(_) => {}
                }
            }
            if (&*method.name, &*method.descriptor) == FORMAT {
                origin.format = received.get(2).map(|text| vec![text.clone()]);
            }
            if origin.numbers.is_none() && !is_entry && received.iter().any(is_number) {
                origin.numbers = Some(received);
            }
            if is_entry {
                let lists = [
                    &mut origin.thrower,
                    &mut origin.checker,
                    &mut origin.numbers,
                    &mut origin.format,
                ];
                for one in lists.into_iter().chain([&mut lambda]).flatten().flatten() {
                    if let Source::Param(_) = one.from {
                        one.from = Source::Entry;
                    }
                }
                return false;
            }
            true
        });
        origin.thrower = origin.thrower.or(lambda);
        (!is_none).then_some(origin)
    }

    /// Whether a method of the JDK checks that a range of indices begins before it ends.
    fn is_check_of_range(&self, method: MethodId) -> bool {
        let method = self.method(method);
        let checks = method.name.starts_with("copyOfRange")
            || matches!(&*method.name, "rangeCheck" | "subListRangeCheck");
        checks && self.class(method.class).name.starts_with("java/util/")
    }

    /// Whether anything that a method got is, has or was computed from an argument. What the entry is called on counts
    /// only if the method got nothing else.
    fn is_any_about(&self, st: &State, received: &Received) -> bool {
        let alone = received.iter().all(|one| is_receiver(st, one));
        let mut looking = Looking {
            machine: self,
            st,
            terms: HashMap::new(),
            objects: HashSet::new(),
            literals: st.interned.values().copied().collect(),
        };
        (received.iter())
            .filter(|one| alone || !is_receiver(st, one))
            // What the program writes down may be equal to an argument, and is none.
            .filter(|one| one.from != Source::Constant)
            .any(|one| {
                let is_argument = one.from == Source::Entry && !is_receiver(st, one);
                is_argument
                    || looking.slot(one.kind, one.slot, DEPTH)
                    || looking.was_fixed(one.kind, one.slot)
            })
    }

    /// Whether one of the numbers is an argument, and none is computed from arguments: those are a matter of whoever
    /// computes them.
    fn is_index_about(&self, st: &State, received: &Received) -> bool {
        let mut some = false;
        for one in received.iter().filter(|one| is_number(one)) {
            let Some(term) = one.slot.term else {
                // The path has brought the argument down to this value.
                some |= one.from == Source::Entry && was_fixed(self, st, one.kind, one.slot);
                continue;
            };
            let support = self.pool.support(term);
            if !support
                .iter()
                .any(|symbol| self.is_of_argument(st, *symbol))
            {
                continue;
            }
            if self.is_number_given(st, term) {
                some = true;
            } else if !is_length(st, term) {
                return false;
            }
        }
        some
    }

    /// Whether a term is the number that an argument is, on every way where paths have merged.
    fn is_number_given(&self, st: &State, term: Term) -> bool {
        let children = self.pool.children(term);
        match self.pool.op(term) {
            logic::Op::Ite => children[1..].iter().all(|t| self.is_number_given(st, *t)),
            logic::Op::BvSext | logic::Op::BvZext => self.is_number_given(st, children[0]),
            _ => {
                let is_it = |input: &crate::inputs::Input| matches!(input.value, InputValue::Primitive(t) | InputValue::Boxed(t) if t == term);
                self.is_of_argument(st, term) && st.inputs.iter().any(is_it)
            }
        }
    }
}

/// Whether a value is what the entry is called on.
fn is_receiver(st: &State, one: &Passed) -> bool {
    let receiver = st.inputs.iter().find(|input| input.role == Role::Receiver);
    let object = receiver.and_then(|input| input.references().next());
    one.kind == Kind::Ref && object.is_some_and(|object| object == one.slot.as_ref())
}

fn is_number(one: &Passed) -> bool {
    matches!(one.kind, Kind::Int | Kind::Long)
}

/// Whether a number is the value that the path has brought an argument down to.
fn was_fixed(machine: &Machine, st: &State, kind: Kind, slot: Slot) -> bool {
    let bits = match (slot.term, kind) {
        (None, Kind::Int) => i64::from(slot.bits as u32 as i32),
        (None, Kind::Long) => slot.bits as i64,
        _ => return false,
    };
    st.fixed.iter().any(|(symbol, fixed)| {
        let width = machine.pool.width(*symbol);
        // `byte` and `short` are signed, `char` is not.
        let unsigned = *fixed as i64;
        let unused = 64u32.saturating_sub(width);
        let signed = unsigned << unused >> unused;
        (bits == unsigned || bits == signed) && machine.is_of_argument(st, *symbol)
    })
}

/// Whether a term is the length of an input.
fn is_length(st: &State, term: Term) -> bool {
    st.inputs.iter().any(|input| match input.value {
        InputValue::String { length, .. } | InputValue::Array { length, .. } => length == term,
        _ => false,
    })
}

/// Whether a method of this descriptor gets the outcome of a condition that its caller wants checked.
fn checks_condition(descriptor: &str) -> bool {
    descriptor.starts_with("(Z") && descriptor.ends_with(")V")
}

/// `check` of `lambda$check$0`.
fn around_lambda(name: &str) -> Option<&str> {
    let (around, _) = name.strip_prefix("lambda$")?.rsplit_once('$')?;
    Some(around)
}

/// Whether an input belongs to an argument: is one, is part of one, or a field of one.
fn belongs_to_argument(st: &State, index: usize) -> bool {
    let mut index = index;
    // Parts come before what they are parts of; fields after it.
    for _ in 0..=st.inputs.len() {
        let Some(input) = st.inputs.get(index) else {
            return false;
        };
        match (input.role, &input.field) {
            (Role::Parameter, _) => return true,
            (Role::Part, Some(field)) => index = field.owner as usize,
            (Role::Part, None) => {
                let has = |input: &crate::inputs::Input| match &input.value {
                    InputValue::Made(made) => made.parts.contains(&(index as u32)),
                    _ => false,
                };
                match st.inputs.iter().skip(index + 1).position(has) {
                    Some(behind) => index += 1 + behind,
                    None => return false,
                }
            }
            _ => return false,
        }
    }
    false
}

/// Looks for arguments in values.
struct Looking<'a> {
    machine: &'a Machine,
    st: &'a State,
    terms: HashMap<Term, bool>,
    objects: HashSet<Ref>,
    /// String constants.
    literals: HashSet<Ref>,
}

impl Looking<'_> {
    fn slot(&mut self, kind: Kind, slot: Slot, depth: u32) -> bool {
        match (slot.term, kind) {
            (Some(term), _) => self.term(term),
            (None, Kind::Ref) => self.object(slot.as_ref(), depth),
            (None, _) => false,
        }
    }

    /// Whether a number stands in the place of an argument that the path has brought down to this value.
    fn was_fixed(&self, kind: Kind, slot: Slot) -> bool {
        was_fixed(self.machine, self.st, kind, slot)
    }

    /// The same for what an object holds. Zero is what everything holds at first.
    fn part_was_fixed(&self, kind: Kind, slot: Slot) -> bool {
        slot.bits != 0 && self.was_fixed(kind, slot)
    }

    /// Whether a term depends on an argument; where paths have merged, on each of the ways.
    fn term(&mut self, term: Term) -> bool {
        if let Some(known) = self.terms.get(&term) {
            return *known;
        }
        let pool = &self.machine.pool;
        let children = pool.children(term).to_vec();
        let found = match pool.op(term) {
            _ if children.is_empty() => self.machine.is_of_argument(self.st, term),
            logic::Op::Ite => children[1..].iter().all(|child| self.term(*child)),
            _ => children.iter().any(|child| self.term(*child)),
        };
        self.terms.insert(term, found);
        found
    }

    fn object(&mut self, object: Ref, depth: u32) -> bool {
        let st = self.st;
        if object.is_null() {
            // Nobody knows where a null comes from; one that is an argument is most likely the one that is refused.
            let is_null = |input: &crate::inputs::Input| {
                input.role == Role::Parameter && matches!(input.value, InputValue::Null)
            };
            return st.inputs.iter().any(is_null);
        }
        if depth == 0 || self.objects.len() >= MOST_OBJECTS || !self.objects.insert(object) {
            return false;
        }
        let mut inputs = st.inputs.iter().enumerate();
        let is_input = inputs.any(|(i, input)| {
            input.references().any(|known| known == object) && belongs_to_argument(st, i)
        });
        if is_input {
            return true;
        }
        // A string that the program writes down is made of nothing.
        if self.literals.contains(&object) {
            return false;
        }
        let Some(content) = st.heap.get(object) else {
            return false;
        };
        let below = depth - 1;
        let not_null = |r: &Ref| !r.is_null();
        match &content.data {
            Data::Fields(fields) => {
                let kinds = st.heap.class_of(object).map(|class| {
                    let class = self.machine.class(class);
                    class.instance_slots.clone()
                });
                let kind = |at: usize| kinds.as_ref().and_then(|kinds| kinds.get(at).copied());
                (fields.iter().enumerate()).any(|(at, slot)| {
                    let kind = kind(at).unwrap_or(Kind::Int);
                    let is_null =
                        kind == Kind::Ref && slot.term.is_none() && slot.as_ref().is_null();
                    !is_null && (self.slot(kind, *slot, below) || self.part_was_fixed(kind, *slot))
                })
            }
            Data::Refs(cells) => {
                let mut cells = cells.iter().filter(|r| not_null(r));
                cells.any(|cell| self.object(*cell, below))
            }
            Data::Pending(pending) => {
                let written = pending.writes.iter().map(|(_, value)| value);
                let mut all = pending.cells.iter().chain(written).filter(|r| not_null(r));
                all.any(|cell| self.object(*cell, below))
            }
            Data::Symbolic(array) => {
                let length = self.slot(Kind::Int, array.length, below);
                length
                    || match &array.cells {
                        Cells::Slots(slots) => {
                            let kind = match array.element {
                                ElementKind::Long => Kind::Long,
                                _ => Kind::Int,
                            };
                            (slots.iter()).any(|slot| {
                                self.slot(kind, *slot, below) || self.part_was_fixed(kind, *slot)
                            })
                        }
                        Cells::Array(cells) => self.term(*cells),
                        Cells::Text {
                            length, characters, ..
                        } => {
                            self.term(*length)
                                || (characters.iter()).any(|slot| {
                                    self.slot(Kind::Int, *slot, below)
                                        || self.part_was_fixed(Kind::Int, *slot)
                                })
                        }
                        Cells::Deferred { args, .. } => {
                            (args.iter()).any(|slot| self.slot(Kind::Int, *slot, below))
                        }
                    }
            }
            // The characters of a string; others are of no interest.
            Data::Bytes(bytes) => bytes.chunks_exact(2).any(|pair| {
                let unit = u16::from_le_bytes([pair[0] as u8, pair[1] as u8]);
                self.part_was_fixed(Kind::Int, Slot::int(i32::from(unit)))
            }),
            _ => false,
        }
    }
}
