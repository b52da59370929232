//! Evaluates class initialisers (JLS 12.4) over constants. What cannot be told is *unknown* and flows on; a test of it, an
//! exception or a class that is initialised in a circle stops the initialiser, and what it has not assigned by then is
//! unknown. Whatever code that is not followed may have got hold of has *escaped*: what it can change is unknown.

use super::arithmetic::Arithmetic;
use super::memory::narrow;
use super::settled::Settled;
use super::{Constant, Initialised, ObjectId};
use crate::graph::is_concatenation;
use crate::program::Program;
use crate::universe::TEXT;
use crate::values;
use classpath::{ClassFile, MemberRef, Name};
use ir::{Block, BlockId, Condition, Inst, InvokeKind, Operand, Terminator};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Instructions of one initialiser.
const STEPS: u32 = 100_000;
/// Calls within each other.
const DEPTH: usize = 64;
/// Initialisers within each other.
const NESTED: usize = 16;
/// Elements of all arrays of one initialiser.
pub(super) const ELEMENTS: usize = 100_000;
/// The stack for all that.
const STACK: usize = 64 << 20;

/// The initialiser, or a call of the library, is not followed any further.
pub(super) struct Stopped;

pub(super) type Result<T> = std::result::Result<T, Stopped>;

/// Evaluates the initialiser of a class, and of those that it needs.
pub(crate) fn initialise(
    program: &Program,
    done: &mut BTreeMap<Name, Arc<Initialised>>,
    class: &Name,
) {
    std::thread::scope(|scope| {
        let evaluate = || {
            let mut evaluator = Evaluator {
                program,
                done,
                under_way: Vec::new(),
                arithmetic: Arithmetic::new(),
                settled: Settled::new(program),
            };
            // Whatever stops it is known of the classes by then.
            let _ = evaluator.trigger(class);
        };
        let thread = std::thread::Builder::new().stack_size(STACK);
        if let Ok(running) = thread.spawn_scoped(scope, evaluate) {
            // Without a result, everything is unknown.
            let _ = running.join();
        }
    });
    done.entry(class.clone()).or_default();
}

/// An object while initialisers run.
pub(super) struct Made {
    pub class: Name,
    /// What has been assigned.
    pub fields: BTreeMap<(Name, Name), Constant>,
    pub elements: Vec<Constant>,
    /// Code that was not followed may have it.
    pub escaped: bool,
    /// Such code may have had it changed by methods of the class, if there are any that do.
    pub exposed: bool,
}

impl Made {
    pub fn is_open(&self) -> bool {
        self.escaped || self.exposed
    }
}

/// An initialiser under way.
pub(super) struct Init {
    pub class: Arc<ClassFile>,
    pub statics: BTreeMap<Name, Constant>,
    pub objects: Vec<Made>,
    /// Whether it came to its end.
    pub complete: bool,
    /// Something ran that was not followed and may have assigned static fields.
    pub wild: bool,
    /// It needs a class that needs it.
    circular: bool,
    steps: u32,
    pub elements: usize,
    /// For each call, whether exceptions are caught where it is.
    catching: Vec<bool>,
    /// Objects whose constructors have not come to their ends.
    pub unfinished: Vec<ObjectId>,
}

pub(super) struct Evaluator<'a> {
    pub program: &'a Program,
    pub done: &'a mut BTreeMap<Name, Arc<Initialised>>,
    pub under_way: Vec<Init>,
    arithmetic: Arithmetic,
    settled: Settled<'a>,
}

impl Evaluator<'_> {
    /// Initialises a class where something needs that.
    pub(super) fn trigger(&mut self, name: &Name) -> Result<()> {
        if self.done.contains_key(name) || !self.program.is_followed(name) {
            return Ok(());
        }
        let Some(class) = self.program.classpath.find(name).ok().flatten() else {
            return Ok(());
        };
        let known = |init: &Init| init.class.name == class.name;
        match self.under_way.iter().position(known) {
            Some(at) if at + 1 == self.under_way.len() => return Ok(()),
            Some(at) => return self.circle(at),
            None => {}
        }
        let initialiser = class.methods.iter().position(|m| &*m.name == "<clinit>");
        let parent = class.super_name.clone();
        let Some(initialiser) = initialiser else {
            if let Some(parent) = parent {
                self.trigger(&parent)?;
            }
            return Ok(());
        };
        let program = self.program;
        let below = |init: &Init| program.is_subclass(&class.name, &init.class.name);
        if let Some(at) = self.under_way.iter().position(below) {
            return self.circle(at);
        }
        if let Some(parent) = parent {
            self.trigger(&parent)?;
        }
        if self.under_way.len() >= NESTED {
            return Err(Stopped);
        }
        self.under_way.push(Init {
            class: class.clone(),
            statics: BTreeMap::new(),
            objects: Vec::new(),
            complete: false,
            wild: false,
            circular: false,
            steps: 0,
            elements: 0,
            catching: Vec::new(),
            unfinished: Vec::new(),
        });
        let ended = self.run(&class, initialiser, Vec::new());
        if let Some(mut init) = self.under_way.pop() {
            init.complete = ended.is_ok();
            let circular = init.circular;
            let result = self.settled.finish(init, self.done);
            self.done.insert(class.name.clone(), Arc::new(result));
            if circular && let Some(outer) = self.under_way.last_mut() {
                outer.wild = true;
            }
        }
        match self.under_way.last() {
            Some(outer) if outer.circular => Err(Stopped),
            _ => Ok(()),
        }
    }

    /// All classes of a circle stop where they need the next, so that it does not matter which one came first.
    fn circle(&mut self, from: usize) -> Result<()> {
        for init in &mut self.under_way[from..] {
            init.circular = true;
        }
        Err(Stopped)
    }

    pub(super) fn top(&mut self) -> Result<&mut Init> {
        self.under_way.last_mut().ok_or(Stopped)
    }

    /// Something runs that is not followed.
    fn anything(&mut self, arguments: &[Constant]) -> Result<Constant> {
        let top = self.top()?;
        if top.catching.iter().any(|catches| *catches) {
            return Err(Stopped);
        }
        top.wild = true;
        let fields = top.class.fields.iter();
        let own: BTreeSet<Name> = (fields.filter(|field| super::settled::is_for_itself(field)))
            .map(|field| field.name.clone())
            .collect();
        let statics: Vec<(bool, Constant)> = (top.statics.iter())
            .map(|(name, value)| (!own.contains(name), value.clone()))
            .collect();
        arguments.iter().for_each(|value| self.open(value, true));
        for (escapes, value) in &statics {
            self.open(value, *escapes);
        }
        Ok(Constant::Unknown)
    }

    fn run(
        &mut self,
        class: &Arc<ClassFile>,
        method: usize,
        arguments: Vec<Constant>,
    ) -> Result<Option<Constant>> {
        let body = self
            .program
            .methods
            .get(class, method)
            .map_err(|_| Stopped)?;
        let code = &body.body;
        let top = self.top()?;
        if top.catching.len() >= DEPTH {
            return Err(Stopped);
        }
        top.catching.push(false);
        let mut made = None;
        if let ("<init>", Some(Constant::Object(object))) =
            (&*class.methods[method].name, arguments.first())
        {
            top.unfinished.push(object.clone());
            made = Some(object.clone());
        }
        let mut registers = vec![Constant::Unknown; code.registers.len()];
        for (param, argument) in code.params.iter().zip(arguments) {
            registers[usize::from(param.0)] = argument;
        }
        let mut at = BlockId(0);
        loop {
            let block = code.block(at);
            self.top()?.catching.pop();
            self.top()?.catching.push(!block.handlers.is_empty());
            match self.block(class, block, &mut registers)? {
                Next::Goto(to) => at = to,
                Next::Return(value) => {
                    let top = self.top()?;
                    top.catching.pop();
                    // Those of calls that were given up stay.
                    let known = |object: &ObjectId| Some(object) == made.as_ref();
                    if let Some(at) = top.unfinished.iter().rposition(known) {
                        top.unfinished.remove(at);
                    }
                    return Ok(value);
                }
            }
        }
    }

    fn block(
        &mut self,
        class: &ClassFile,
        block: &Block,
        registers: &mut [Constant],
    ) -> Result<Next> {
        for inst in &block.insts {
            self.tick()?;
            let value = self.instruction(class, inst, registers)?;
            if let (Some(dst), Some(value)) = (inst.dst(), value) {
                registers[usize::from(dst.0)] = value;
            }
        }
        self.tick()?;
        let get = |operand: &Operand| get(registers, *operand);
        Ok(match &block.terminator {
            Terminator::Goto(to) => Next::Goto(*to),
            Terminator::If {
                condition,
                a,
                b,
                then,
                otherwise,
            } => match self.holds(*condition, &get(a), &get(b)).ok_or(Stopped)? {
                true => Next::Goto(*then),
                false => Next::Goto(*otherwise),
            },
            Terminator::Switch {
                key,
                cases,
                default,
            } => {
                let Constant::Int(key) = get(key) else {
                    return Err(Stopped);
                };
                let case = cases.iter().find(|(case, _)| *case == key);
                Next::Goto(case.map_or(*default, |(_, to)| *to))
            }
            Terminator::Return(value) => Next::Return(value.as_ref().map(get)),
            Terminator::Throw(_) => return Err(Stopped),
        })
    }

    fn tick(&mut self) -> Result<()> {
        let top = self.top()?;
        top.steps += 1;
        match top.steps > STEPS {
            true => Err(Stopped),
            false => Ok(()),
        }
    }

    fn holds(&mut self, condition: Condition, a: &Constant, b: &Constant) -> Option<bool> {
        let same = match (a, b) {
            (Constant::Int(a), Constant::Int(b)) => {
                return Some(values::compare(condition, *a, *b));
            }
            (Constant::Unknown, _) | (_, Constant::Unknown) => return None,
            // Which boxes are the same is up to the JVM.
            (a, b) if a != b && self.is_box(a) && self.is_box(b) => return None,
            (a, b) => a == b,
        };
        match condition {
            Condition::Eq => Some(same),
            Condition::Ne => Some(!same),
            _ => None,
        }
    }

    fn is_box(&mut self, value: &Constant) -> bool {
        let class = self.class_of(value);
        class.is_some_and(|class| crate::boxes::of_class(&class).is_some())
    }

    /// The value of an instruction that has one; an exception stops.
    fn instruction(
        &mut self,
        class: &ClassFile,
        inst: &Inst,
        registers: &mut [Constant],
    ) -> Result<Option<Constant>> {
        let get = |operand: &Operand| get(registers, *operand);
        Ok(Some(match inst {
            Inst::Load { constant, .. } => match constant {
                classpath::Constant::String(text) => Constant::Text(text.clone()),
                _ => Constant::Unknown,
            },
            Inst::Move { src, .. } => get(src),
            Inst::Binary { op, kind, a, b, .. } => {
                let value = self.arithmetic.binary(*op, *kind, &get(a), &get(b));
                value.ok_or(Stopped)?
            }
            Inst::Negate { kind, src, .. } => self.arithmetic.negate(*kind, &get(src)),
            Inst::Convert { op, src, .. } => self.arithmetic.convert(*op, &get(src)),
            Inst::Compare { op, a, b, .. } => self.arithmetic.compare(*op, &get(a), &get(b)),
            Inst::ArrayLength { array, .. } => match self.length(&get(array))? {
                Some(length) => Constant::Int(length as i32),
                None => Constant::Unknown,
            },
            Inst::ArrayLoad { array, index, .. } => self.load(&get(array), &get(index))?,
            Inst::ArrayStore {
                element,
                array,
                index,
                value,
            } => {
                let value = narrow(*element, get(value));
                self.store(&get(array), &get(index), value)?;
                return Ok(None);
            }
            Inst::New { class, .. } => {
                self.trigger(class)?;
                self.make(class, Vec::new())?
            }
            Inst::NewArray {
                descriptor, length, ..
            } => {
                let Constant::Int(length) = get(length) else {
                    return Err(Stopped);
                };
                self.array(descriptor, length)?
            }
            Inst::NewMultiArray {
                descriptor,
                lengths,
                ..
            } => {
                let lengths: Vec<Constant> = lengths.iter().map(get).collect();
                self.arrays(descriptor, &lengths)?
            }
            Inst::GetField { object, field, .. } => self.get_field(&get(object), field)?,
            Inst::PutField {
                object,
                field,
                value,
            } => {
                let (object, value) = (get(object), get(value));
                self.put_field(&object, field, value)?;
                return Ok(None);
            }
            Inst::GetStatic { field, .. } => self.get_static(field)?,
            Inst::PutStatic { field, value } => {
                let value = get(value);
                self.put_static(field, value)?;
                return Ok(None);
            }
            Inst::Invoke {
                kind, method, args, ..
            } => {
                let arguments: Vec<Constant> = args.iter().map(get).collect();
                return self.call(*kind, method, arguments);
            }
            Inst::InvokeDynamic { site, args, .. } => {
                let arguments: Vec<Constant> = args.iter().map(get).collect();
                let bootstrap = class.bootstrap_methods.get(usize::from(site.bootstrap));
                let is_lambda = bootstrap.is_some_and(|b| {
                    &*b.handle.member.class == "java/lang/invoke/LambdaMetafactory"
                });
                if is_lambda || is_concatenation(&site.name, &site.descriptor) {
                    // It runs nothing of the program yet.
                    arguments.iter().for_each(|value| self.escape(value));
                    return Ok(Some(Constant::Unknown));
                }
                self.anything(&arguments)?
            }
            Inst::CheckCast { src, class, .. } => {
                let value = get(src);
                if let Some(of) = self.class_of(&value)
                    && !self.program.is_subclass(&of, class)
                {
                    return Err(Stopped);
                }
                value
            }
            Inst::InstanceOf { src, class, .. } => match get(src) {
                Constant::Null => Constant::Int(0),
                value => match self.class_of(&value) {
                    Some(of) => Constant::Int(self.program.is_subclass(&of, class).into()),
                    None => Constant::Unknown,
                },
            },
            Inst::MonitorEnter { .. } | Inst::MonitorExit { .. } => return Ok(None),
        }))
    }

    fn call(
        &mut self,
        kind: InvokeKind,
        method: &MemberRef,
        arguments: Vec<Constant>,
    ) -> Result<Option<Constant>> {
        if let Some(known) = self.known_call(method, &arguments)? {
            return Ok(known);
        }
        let class = match (kind, arguments.first()) {
            (InvokeKind::Static, _) => method.class.clone(),
            (_, Some(Constant::Null)) => return Err(Stopped),
            (InvokeKind::Special, _) => method.class.clone(),
            (_, Some(receiver)) => match self.class_of(receiver) {
                Some(class) => class,
                None => return self.anything(&arguments).map(Some),
            },
            (_, None) => return Err(Stopped),
        };
        let found = (self.program).select(&class, &method.name, &method.descriptor);
        let Some((holder, at)) = found else {
            return self.anything(&arguments).map(Some);
        };
        let followed = holder.methods[at].code.is_some();
        if self.program.is_own(&holder.name) {
            if kind == InvokeKind::Static {
                self.trigger(&holder.name)?;
            }
            return match followed {
                true => self.run(&holder, at, arguments),
                false => self.anything(&arguments).map(Some),
            };
        }
        // Of the library, what can be followed to its end.
        let circular = self.top()?.circular;
        let depth = self.top()?.catching.len();
        if followed && let Ok(value) = self.run(&holder, at, arguments.clone()) {
            return Ok(value);
        }
        let top = self.top()?;
        if top.circular != circular || top.steps > STEPS {
            return Err(Stopped);
        }
        top.catching.truncate(depth);
        self.anything(&arguments).map(Some)
    }

    /// Calls that mean something here without being followed.
    fn known_call(
        &mut self,
        method: &MemberRef,
        arguments: &[Constant],
    ) -> Result<Option<Option<Constant>>> {
        let value = match (&*method.class, &*method.name, arguments) {
            ("java/lang/Object", "<init>", _) => return Ok(Some(None)),
            // As for methods: assertions are on.
            ("java/lang/Class", "desiredAssertionStatus", _) => Constant::Int(1),
            (class, "clone", [array]) if class.starts_with('[') => {
                let (Some(length), Some(of)) = (self.length(array)?, self.class_of(array)) else {
                    return Ok(None);
                };
                let mut elements = Vec::with_capacity(length);
                for index in 0..length {
                    elements.push(self.load(array, &Constant::Int(index as i32))?);
                }
                self.make(&of, elements)?
            }
            (class, "valueOf", [value]) if crate::boxes::is_value_of(class, method) => {
                let kind = crate::boxes::of_class(class).ok_or(Stopped)?;
                let boxed = self.make(class, Vec::new())?;
                if let Constant::Object(object) = &boxed
                    && let Some(made) = self.made(object)
                {
                    let key = (Name::from(class), Name::from(kind.field));
                    made.fields.insert(key, value.clone());
                }
                boxed
            }
            (TEXT, "length", [Constant::Text(text)]) => Constant::Int(text.len() as i32),
            (TEXT, "charAt", [Constant::Text(text), Constant::Int(index)]) => {
                let unit = usize::try_from(*index).ok().and_then(|at| text.get(at));
                Constant::Int(i32::from(*unit.ok_or(Stopped)?))
            }
            (TEXT, "equals", [Constant::Text(text), Constant::Text(other)]) => {
                Constant::Int((text == other).into())
            }
            _ => return Ok(None),
        };
        Ok(Some(Some(value)))
    }
}

enum Next {
    Goto(BlockId),
    Return(Option<Constant>),
}

fn get(registers: &[Constant], operand: Operand) -> Constant {
    match operand {
        Operand::Reg(reg) => registers[usize::from(reg.0)].clone(),
        Operand::Int(value) => Constant::Int(value),
        Operand::Long(value) => Constant::Long(value),
        Operand::Float(bits) => Constant::Float(bits),
        Operand::Double(bits) => Constant::Double(bits),
        Operand::Null => Constant::Null,
    }
}

/// The objects of values, each once.
pub(super) fn objects<'v>(values: impl Iterator<Item = &'v Constant>) -> BTreeSet<ObjectId> {
    let object = |value: &Constant| match value {
        Constant::Object(object) => Some(object.clone()),
        _ => None,
    };
    values.filter_map(object).collect()
}
