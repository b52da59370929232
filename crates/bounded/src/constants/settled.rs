//! What stays as an initialiser left it: final fields, private fields that only constructors assign, and arrays in private
//! static final fields whose class neither writes to them nor hands them out. Reflection is no part of this.

use super::evaluate::{Init, Made, objects};
use super::{Constant, Fixed, Initialised, LONG, ObjectId, Path, Step};
use crate::program::Program;
use classpath::{ClassFile, Field, MemberRef, Name, access};
use ir::{Body, Inst, InvokeKind, Operand, Reg, Terminator};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

pub(super) struct Settled<'a> {
    program: &'a Program,
    /// The instance fields of a class that nobody changes after its constructors.
    fields: BTreeMap<Name, BTreeSet<Name>>,
}

impl<'a> Settled<'a> {
    pub fn new(program: &'a Program) -> Settled<'a> {
        let fields = BTreeMap::new();
        Settled { program, fields }
    }

    /// What is known of a class from now on.
    pub fn finish(&mut self, init: Init, done: &BTreeMap<Name, Arc<Initialised>>) -> Initialised {
        let class = init.class.clone();
        let is_long = |value: &Constant| match value {
            Constant::Object(object) if object.by == class.name => {
                let made = init.objects.get(object.at as usize);
                made.is_none_or(|made| made.elements.len() > LONG)
            }
            Constant::Object(object) => {
                let owner = done.get(&object.by);
                owner.is_none_or(|owner| owner.objects.len() <= object.at as usize)
            }
            Constant::Text(text) => text.len() > LONG,
            _ => false,
        };
        let known = |value: &Constant| match is_long(value) {
            true => Constant::Unknown,
            false => value.clone(),
        };
        let mut statics = BTreeMap::new();
        let finals = class.fields.iter().filter(|f| is_static_final(f));
        for field in finals {
            if let Some(value) = init.statics.get(&field.name) {
                statics.insert(field.name.clone(), known(value));
            }
        }
        let mut fixed: Vec<Fixed> = Vec::with_capacity(init.objects.len());
        for (at, made) in init.objects.iter().enumerate() {
            let finished = init
                .unfinished
                .iter()
                .all(|object| object.at as usize != at);
            let mut fields = BTreeMap::new();
            for (holder, field) in self.settled_fields(&made.class) {
                let key = (holder, field.name.clone());
                let value = match made.fields.get(&key) {
                    _ if !finished => Constant::Unknown,
                    Some(value) => known(value),
                    None if init.complete => Constant::default(&field.descriptor),
                    None => Constant::Unknown,
                };
                fields.insert(key, value);
            }
            fixed.push(Fixed {
                class: made.class.clone(),
                fields,
                length: made.elements.len() as u32,
                elements: None,
                path: None,
            });
        }
        for field in class.fields.iter().filter(|f| is_static_final(f)) {
            let Some(Constant::Object(array)) = statics.get(&field.name) else {
                continue;
            };
            let made_up = field.access & access::SYNTHETIC != 0;
            if !field.descriptor.starts_with('[') || !is_for_itself(field) {
                continue;
            }
            let handed = self.handed_out(&class, field);
            if handed == Handed::Out {
                continue;
            }
            // What the compiler made for itself is not touched by what was written after it.
            let arrays = owned(&init, array, &field.descriptor)
                .filter(|_| handed == Handed::Never && (made_up || init.complete));
            let of = |at: &usize| {
                let elements = init.objects[*at].elements.iter();
                elements.map(known).collect::<Vec<Constant>>()
            };
            let arrays = arrays.unwrap_or_default();
            let all: Vec<Vec<Constant>> = arrays.iter().map(of).collect();
            if all.is_empty() || all.iter().any(|one| one.contains(&Constant::Unknown)) {
                // Nobody may be able to change its elements, and nobody knows them.
                statics.insert(field.name.clone(), Constant::Unknown);
                continue;
            }
            for (at, elements) in arrays.into_iter().zip(all) {
                fixed[at].elements = Some(elements);
            }
        }
        find_paths(&init, &mut fixed);
        Initialised {
            statics,
            objects: fixed,
        }
    }

    /// The fields of an object that nobody changes, with the classes that declare them.
    fn settled_fields(&mut self, class: &Name) -> Vec<(Name, Field)> {
        let mut found = Vec::new();
        if class.starts_with('[') {
            return found;
        }
        let chain = self.program.classpath.super_chain(class);
        for holder in chain.unwrap_or_default() {
            let settled = self.settled_of(&holder);
            let fields = holder.fields.iter();
            for field in fields.filter(|field| settled.contains(&field.name)) {
                found.push((holder.name.clone(), field.clone()));
            }
        }
        found
    }

    fn settled_of(&mut self, class: &Arc<ClassFile>) -> BTreeSet<Name> {
        if let Some(known) = self.fields.get(&class.name) {
            return known.clone();
        }
        let fields = class.fields.iter();
        let fields = fields.filter(|field| field.access & access::STATIC == 0);
        let mut settled: BTreeSet<Name> = BTreeSet::new();
        let mut open: BTreeSet<Name> = BTreeSet::new();
        for field in fields {
            if field.access & access::FINAL != 0 {
                settled.insert(field.name.clone());
            } else if field.access & access::PRIVATE != 0 && self.program.is_own(&class.name) {
                open.insert(field.name.clone());
            }
        }
        if !open.is_empty() {
            self.for_each_body(&class.name, |holder, name, body| {
                let Some(body) = body else {
                    open.clear();
                    return;
                };
                let in_constructor = holder.name == class.name && name == "<init>";
                let is_this = |reg: Reg| {
                    let mut insts = body.blocks.iter().flat_map(|block| &block.insts);
                    body.params.first() == Some(&reg)
                        && insts.all(|inst| inst.dst() != Some(reg))
                        && body.blocks.iter().all(|block| block.caught != Some(reg))
                };
                for inst in body.blocks.iter().flat_map(|block| &block.insts) {
                    if let Inst::PutField { object, field, .. } = inst
                        && open.contains(&field.name)
                        && !(in_constructor && object.reg().is_some_and(is_this))
                    {
                        open.remove(&field.name);
                    }
                }
            });
            settled.extend(open);
        }
        self.fields.insert(class.name.clone(), settled.clone());
        settled
    }

    /// Calls `f` for every method that may see what is private in a class: those of the classes around it and within.
    fn for_each_body(&self, class: &str, mut f: impl FnMut(&ClassFile, &str, Option<&Body>)) {
        let classpath = &self.program.classpath;
        let outermost = |name: &str| name.split('$').next().unwrap_or(name).to_owned();
        let around = outermost(class);
        for name in classpath.application_classes().unwrap_or_default() {
            if outermost(&name) != around {
                continue;
            }
            let Some(file) = classpath.find(&name).ok().flatten() else {
                continue;
            };
            for (at, method) in file.methods.iter().enumerate() {
                if method.code.is_none() {
                    continue;
                }
                let body = self.program.methods.get(&file, at);
                let body = body.as_ref().ok().map(|body| &body.body);
                f(&file, &method.name, body);
            }
        }
    }

    /// Whether code beyond the initialiser writes to an array in a static field, or lets anybody else have it.
    fn handed_out(&self, class: &ClassFile, field: &Field) -> Handed {
        let mut found = Handed::Never;
        self.for_each_body(&class.name, |holder, name, body| {
            let initialises = holder.name == class.name && name == "<clinit>";
            if !initialises {
                let here = body.map_or(Handed::Perhaps, |body| hands_out(body, class, field));
                found = found.max(here);
            }
        });
        found
    }
}

/// What becomes of an array in a private field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Handed {
    /// It is only read.
    Never,
    /// A call gets it, which may do anything with it, or nothing.
    Perhaps,
    /// It is written to, or somebody else has it from then on.
    Out,
}

/// Whether a static final field is its class's own business.
pub(super) fn is_for_itself(field: &Field) -> bool {
    is_static_final(field) && field.access & (access::PRIVATE | access::SYNTHETIC) != 0
}

fn is_static_final(field: &Field) -> bool {
    let both = access::STATIC | access::FINAL;
    field.access & both == both
}

/// The arrays within an array, itself included, if nothing else holds any of them. All of them must be arrays by the type
/// of the field, too: whoever takes one out of an `Object[]` is not watched.
fn owned(init: &Init, array: &ObjectId, descriptor: &str) -> Option<Vec<usize>> {
    let made = init.objects.get(array.at as usize)?;
    if *made.class != *descriptor {
        return None;
    }
    let mut held: BTreeMap<&ObjectId, u32> = BTreeMap::new();
    let parts = |made: &'_ Made| -> Vec<Constant> {
        made.fields
            .values()
            .chain(&made.elements)
            .cloned()
            .collect()
    };
    let all: Vec<Constant> = (init.objects.iter().flat_map(parts))
        .chain(init.statics.values().cloned())
        .collect();
    for value in &all {
        if let Constant::Object(object) = value {
            *held.entry(object).or_default() += 1;
        }
    }
    let mut found = Vec::new();
    let mut work = vec![array.clone()];
    while let Some(object) = work.pop() {
        if object.by != init.class.name || held.get(&object) != Some(&1) {
            return None;
        }
        let made = init.objects.get(object.at as usize)?;
        if made.escaped {
            return None;
        }
        found.push(object.at as usize);
        for inner in objects(made.elements.iter()) {
            let of = |object: &ObjectId| init.objects.get(object.at as usize);
            let own = inner.by == init.class.name;
            match own.then(|| of(&inner)).flatten() {
                Some(inside) if inside.class.starts_with('[') => {
                    if *inside.class != made.class[1..] {
                        return None;
                    }
                    work.push(inner);
                }
                _ if made.class.starts_with("[[") => return None,
                _ => {}
            }
        }
    }
    Some(found)
}

/// Whether a method writes to the array in a static field, or lets anybody else have it.
fn hands_out(body: &Body, class: &ClassFile, field: &Field) -> Handed {
    let is_it = |inst: &Inst| match inst {
        Inst::GetStatic { field: read, .. } => read.class == class.name && read.name == field.name,
        _ => false,
    };
    if !body
        .blocks
        .iter()
        .any(|block| block.insts.iter().any(is_it))
    {
        return Handed::Never;
    }
    let mut found = Handed::Never;
    // An array of arrays is more than itself: registers that hold one, with how many dimensions it has.
    let dimensions = field.descriptor.bytes().take_while(|b| *b == b'[').count();
    let mut entries: Vec<Option<BTreeMap<Reg, usize>>> = vec![None; body.blocks.len()];
    let mut work = vec![0usize];
    entries[0] = Some(BTreeMap::new());
    while let Some(at) = work.pop() {
        let block = &body.blocks[at];
        let mut holding = entries[at].clone().unwrap_or_default();
        let mut ever = holding.clone();
        for inst in &block.insts {
            let mut reads = 0;
            inst.for_each_operand(|operand| {
                let held = operand.reg().and_then(|reg| holding.get(&reg));
                reads = reads.max(held.copied().unwrap_or(0));
            });
            let mut holds = if is_it(inst) { dimensions } else { 0 };
            if reads > 0 {
                match inst {
                    Inst::Move { .. } | Inst::CheckCast { .. } => holds = reads,
                    Inst::ArrayLoad { .. } => holds = reads - 1,
                    Inst::ArrayLength { .. }
                    | Inst::InstanceOf { .. }
                    | Inst::MonitorEnter { .. }
                    | Inst::MonitorExit { .. } => {}
                    Inst::Invoke {
                        kind: InvokeKind::Virtual,
                        method,
                        args,
                        ..
                    } if reads == 1 && &*method.name == "clone" && args.len() == 1 => {}
                    Inst::Invoke { method, args, .. }
                        if reads == 1 && only_reads(method, args, &holding) => {}
                    Inst::Invoke { .. } | Inst::InvokeDynamic { .. } => found = Handed::Perhaps,
                    _ => return Handed::Out,
                }
            }
            if let Some(dst) = inst.dst() {
                match holds {
                    0 => holding.remove(&dst),
                    _ => holding.insert(dst, holds),
                };
                join(&mut ever, &holding);
            }
        }
        let has =
            |operand: ir::Operand| operand.reg().is_some_and(|reg| holding.contains_key(&reg));
        match &block.terminator {
            Terminator::Return(Some(value)) if has(*value) => return Handed::Out,
            Terminator::Throw(value) if has(*value) => return Handed::Out,
            _ => {}
        }
        let mut flow = |to: ir::BlockId, holding: &BTreeMap<Reg, usize>| {
            let entry = &mut entries[to.0 as usize];
            let is_new = entry.is_none();
            if join(entry.get_or_insert_default(), holding) || is_new {
                work.push(to.0 as usize);
            }
        };
        block.terminator.for_each_target(|to| flow(to, &holding));
        for handler in &block.handlers {
            flow(handler.target, &ever);
        }
    }
    found
}

/// Whether a method of the JDK looks at an array and does no more.
fn only_reads(method: &MemberRef, args: &[Operand], holding: &BTreeMap<Reg, usize>) -> bool {
    let holds = |operand: &Operand| operand.reg().is_some_and(|reg| holding.contains_key(&reg));
    match (&*method.class, &*method.name) {
        ("java/lang/System", "arraycopy") => !args.iter().skip(1).any(holds),
        (
            "java/util/Arrays",
            "binarySearch" | "copyOf" | "copyOfRange" | "equals" | "hashCode" | "toString",
        ) => true,
        _ => false,
    }
}

/// Adds what may be held; whether there is more then.
fn join(known: &mut BTreeMap<Reg, usize>, other: &BTreeMap<Reg, usize>) -> bool {
    let mut more = false;
    for (reg, dimensions) in other {
        let entry = known.entry(*reg).or_default();
        more |= *dimensions > *entry;
        *entry = (*entry).max(*dimensions);
    }
    more
}

/// Finds objects from static fields, over as few steps as possible.
fn find_paths(init: &Init, fixed: &mut [Fixed]) {
    let mut work: std::collections::VecDeque<(ObjectId, Path)> = Default::default();
    for field in init.class.fields.iter().filter(|f| is_static_final(f)) {
        if let Some(Constant::Object(object)) = init.statics.get(&field.name) {
            let path = Path {
                class: init.class.name.clone(),
                field: field.name.clone(),
                steps: Vec::new(),
            };
            work.push_back((object.clone(), path));
        }
    }
    while let Some((object, path)) = work.pop_front() {
        let at = object.at as usize;
        if object.by != init.class.name || fixed.get(at).is_none_or(|one| one.path.is_some()) {
            continue;
        }
        let made = &init.objects[at];
        for ((class, name), value) in &made.fields {
            if let Constant::Object(object) = value {
                let (class, name) = (class.clone(), name.clone());
                let step = Step::Field { class, name };
                work.push_back((object.clone(), path.then(step)));
            }
        }
        for (index, value) in made.elements.iter().enumerate() {
            if let Constant::Object(object) = value {
                let step = Step::Element(index as u32);
                work.push_back((object.clone(), path.then(step)));
            }
        }
        fixed[at].path = Some(path);
    }
}
