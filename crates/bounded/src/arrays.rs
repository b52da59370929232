//! Arrays of references whose type is below that of the variable that holds them: not everything that the variable's type
//! takes may be stored there (JLS 10.5). Parameters hold such arrays, and fields do, unless all that the program ever
//! assigns to them was made with their own type.

use crate::generics;
use crate::graph::{Atom, Graph, MapInfo, Question, Statement};
use crate::program::Program;
use classpath::{ClassFile, MemberRef, Method, Name, PoolEntry, access};
use ir::{Body, Inst, InvokeKind, Operand, Reg, Terminator};
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

/// Whether a descriptor is that of an array of references other than arrays.
fn is_plain(descriptor: &str) -> bool {
    descriptor.starts_with("[L")
}

/// The class of the elements of such an array.
fn element(descriptor: &str) -> &str {
    descriptor[2..].trim_end_matches(';')
}

fn is_final(program: &Program, class: &str) -> bool {
    let found = program.classpath.find(class).ok().flatten();
    found.is_some_and(|file| file.access & access::FINAL != 0)
}

/// Where a method finds arrays of references before it runs.
struct Holders<'g> {
    /// The type, and whether arrays below it may be there.
    types: Vec<(&'g Name, bool)>,
    /// Something holds arrays of which less is known.
    others: bool,
}

fn holders<'g>(program: &Program, graph: &'g Graph) -> Holders<'g> {
    let mut found = Holders {
        types: Vec::new(),
        others: !graph.calls.is_empty() || graph.asked.iter().any(|ty| ty.starts_with('[')),
    };
    let is_of_objects = |ty: &str| ty.starts_with('[') && ty.ends_with(';');
    let frame = &graph.frames[0];
    let generic = generics::of_parameters(program, &frame.class, frame.method);
    let receivers = graph.params.len() - generic.len().min(graph.params.len());
    // What is of a type variable's type fits where the variable has a bound, as far as anybody knows.
    let is_bounded = |at: usize| {
        let ty = at.checked_sub(receivers).and_then(|at| generic.get(at));
        let of = ty.and_then(|ty| ty.of.as_ref());
        of.is_some_and(|of| of.is_variable() && of.class() != Some("java/lang/Object"))
    };
    for (at, param) in graph.params.iter().enumerate() {
        let descriptor = graph.vars[param.0 as usize].descriptor.as_ref();
        if let Some(ty) = descriptor.filter(|ty| is_of_objects(ty)) {
            found.others |= !is_plain(ty) || is_bounded(at);
            found.types.push((ty, !is_bounded(at)));
        }
    }
    for map in &graph.maps {
        if let MapInfo::Field {
            class,
            name,
            descriptor: ty,
        } = map
            && is_of_objects(ty)
        {
            let below = program.holds_arrays_below(class, name, ty);
            found.others |= !is_plain(ty) || !below && !program.holds_its_own_arrays(map);
            found.types.push((ty, below));
        }
    }
    // Those that static fields hold are of their types.
    let statics = graph.vars.iter().filter(|var| var.field.is_some());
    let statics = statics.filter_map(|var| var.descriptor.as_ref());
    found.others |= statics.into_iter().any(|ty| is_of_objects(ty));
    found
}

/// Whether a method stores into arrays what may not fit.
pub fn stores(graph: &Graph) -> bool {
    graph.edges.iter().any(|edge| match &edge.statement {
        Statement::Guard(test) => matches!(test.what, Question::Fits { .. }),
        _ => false,
    })
}

/// Types below those of the arrays that a method is given, in which something cannot be stored.
pub fn special(program: &Program, graph: &Graph) -> BTreeSet<Name> {
    let holders = holders(program, graph).types.into_iter();
    let below = holders.filter(|(ty, below)| *below && is_plain(ty));
    below
        .flat_map(|(ty, _)| elements_below(program, graph, element(ty)))
        .map(|element| format!("[{element}").into())
        .collect()
}

/// Types below that of an array's elements, as descriptors: what is of none of them is not storable everywhere. Two are enough,
/// since hardly anything is of both.
fn elements_below(program: &Program, graph: &Graph, class: &str) -> Vec<String> {
    if program.is_own(class) {
        let mut own = program.concrete_below(class);
        own.retain(|name| &**name != class && !program.is_open(name));
        return own.iter().take(2).map(|name| format!("L{name};")).collect();
    }
    let library = [
        "Ljava/lang/String;",
        "[I",
        "Ljava/lang/Integer;",
        "Ljava/lang/Long;",
    ];
    let is_below = |known: &&str| {
        let name = known
            .strip_prefix('L')
            .map(|name| name.trim_end_matches(';'));
        let name = name.unwrap_or(known);
        name != class && program.is_subclass(name, class)
    };
    let below = library.into_iter().filter(is_below).map(str::to_owned);
    below.take(1 + usize::from(stores_texts(graph))).collect()
}

/// Whether something is stored that may be no other than a string.
fn stores_texts(graph: &Graph) -> bool {
    graph.edges.iter().any(|edge| match &edge.statement {
        Statement::Guard(test) => match &test.what {
            Question::Fits { value, .. } => match value {
                Atom::Text(_) => true,
                Atom::Var(var) => {
                    let ty = graph.vars[var.0 as usize].descriptor.as_deref();
                    ty.is_none_or(|ty| ty == "Ljava/lang/String;")
                }
                _ => false,
            },
            _ => false,
        },
        _ => false,
    })
}

/// Whether a method may find arrays of more special types than the scope has: `known` are those.
pub fn finds_others(program: &Program, graph: &Graph, known: &BTreeSet<Name>) -> bool {
    let holders = holders(program, graph);
    let mut below = holders.types.iter().filter(|(_, below)| *below);
    holders.others
        || below.any(|(ty, _)| {
            let is_known = known.iter().any(|special| program.is_subclass(special, ty));
            !is_known && !is_final(program, element(ty))
        })
}

impl Program {
    /// Whether a place holds arrays of its own type only: a private field to which nothing else is assigned.
    pub fn holds_its_own_arrays(&self, place: &MapInfo) -> bool {
        let MapInfo::Field {
            class,
            name,
            descriptor,
        } = place
        else {
            return false;
        };
        let is_private = || {
            let found = self.field(class, name, descriptor);
            found.is_some_and(|(_, flags)| flags & access::PRIVATE != 0)
        };
        is_plain(descriptor) && is_private() && !self.holds_arrays_below(class, name, descriptor)
    }

    /// Whether a field may hold arrays of a type below its own, going by what the program's classes assign to it.
    pub fn holds_arrays_below(&self, class: &str, name: &str, descriptor: &str) -> bool {
        let key = [class, name, descriptor].map(Name::from);
        let lock = || match self.array_fields.lock() {
            Ok(known) => known,
            Err(poisoned) => poisoned.into_inner(),
        };
        if let Some(known) = lock().get(&key) {
            return *known;
        }
        let field = MemberRef {
            class: class.into(),
            name: name.into(),
            descriptor: descriptor.into(),
        };
        let found = !self.assigns_made(&field).unwrap_or(false);
        lock().insert(key, found);
        found
    }

    /// Whether all that is assigned to a field was made with its type. None if some class cannot be read.
    fn assigns_made(&self, field: &MemberRef) -> Option<bool> {
        for name in self.classpath.application_classes().ok()? {
            let class = self.classpath.find(&name).ok()??;
            let mut entries = (1..=u16::MAX).map_while(|index| class.pool.get(index));
            let is_named = entries.any(|entry| match entry {
                PoolEntry::Field(member) => {
                    member.name == field.name && member.descriptor == field.descriptor
                }
                _ => false,
            });
            if !is_named {
                continue;
            }
            for method in 0..class.methods.len() {
                if class.methods[method].code.is_none() {
                    continue;
                }
                let body = self.methods.get(&class, method).ok()?;
                let blocks = body.body.blocks.iter().enumerate();
                let insts = blocks.flat_map(|(block, b)| {
                    let insts = b.insts.iter().enumerate();
                    insts.map(move |(at, inst)| ((block, at), inst))
                });
                for (at, inst) in insts {
                    let (Inst::PutField {
                        field: to, value, ..
                    }
                    | Inst::PutStatic { field: to, value }) = inst
                    else {
                        continue;
                    };
                    let mut origin = Origin {
                        program: self,
                        field,
                        seen: HashSet::new(),
                        followed: HashSet::new(),
                    };
                    if origin.is_the_field(to) && !origin.is_made(&body.body, *value, at) {
                        return Some(false);
                    }
                }
            }
        }
        Some(true)
    }
}

/// `Arrays.copyOf`, of objects.
pub fn is_copy_of(method: &MemberRef) -> bool {
    &*method.class == "java/util/Arrays"
        && &*method.name == "copyOf"
        && &*method.descriptor == "([Ljava/lang/Object;I)[Ljava/lang/Object;"
}

/// The type of arrays of objects that a register of a method holds, where all that is assigned to it says the same.
pub fn type_of(
    class: &ClassFile,
    method: &Method,
    body: &Body,
    array: Operand,
    at: At,
) -> Option<Name> {
    let mut known = Types {
        class,
        method,
        body,
        seen: HashSet::new(),
        found: BTreeSet::new(),
    };
    known.collect(array, at)?;
    let mut types = known.found.into_iter();
    match (types.next(), types.next()) {
        (Some(only), None) => Some(only).filter(|ty| ty.starts_with('[') && ty.ends_with(';')),
        _ => None,
    }
}

struct Types<'a> {
    class: &'a ClassFile,
    method: &'a Method,
    body: &'a Body,
    seen: HashSet<At>,
    found: BTreeSet<Name>,
}

impl Types<'_> {
    /// None if something of an unknown type is assigned.
    fn collect(&mut self, value: Operand, at: At) -> Option<()> {
        let Operand::Reg(register) = value else {
            return Some(());
        };
        let body = self.body;
        let Some(assigned) = assigned(body, register, at) else {
            let index = body.params.iter().position(|param| *param == register)?;
            let is_assigned = |inst: &Inst| inst.dst() == Some(register);
            let mut insts = body.blocks.iter().flat_map(|block| &block.insts);
            if insts.any(is_assigned) {
                return None;
            }
            let receiver = usize::from(self.method.access & access::STATIC == 0);
            let ty: Name = match index.checked_sub(receiver) {
                None => self.class.name.clone(),
                Some(index) => {
                    let (params, _) = ir::split_descriptor(&self.method.descriptor)?;
                    (*params.get(index)?).into()
                }
            };
            self.found.insert(ty);
            return Some(());
        };
        for (at, inst) in assigned {
            if !self.seen.insert(at) {
                continue;
            }
            let ty = match inst {
                Inst::Move { src, .. } => {
                    self.collect(*src, at)?;
                    continue;
                }
                Inst::NewArray { descriptor, .. } | Inst::NewMultiArray { descriptor, .. } => {
                    descriptor.clone()
                }
                Inst::GetField { field, .. } | Inst::GetStatic { field, .. } => {
                    field.descriptor.clone()
                }
                Inst::CheckCast { class, .. } => class.clone(),
                Inst::Invoke { method, .. } => method.descriptor.rsplit(')').next()?.into(),
                _ => return None,
            };
            self.found.insert(ty);
        }
        Some(())
    }
}

/// A place in a body: the block, and the instruction before which it is.
pub type At = (usize, usize);

/// The instructions that may have assigned a register's value, with their places: the last one of the block, or else all of the
/// body. None if it may also have come in from elsewhere.
fn assigned(body: &Body, register: Reg, (block, end): At) -> Option<Vec<(At, &Inst)>> {
    let before = body.blocks[block].insts[..end].iter().enumerate().rev();
    let mut last = before.filter(|(_, inst)| inst.dst() == Some(register));
    if let Some((at, inst)) = last.next() {
        return Some(vec![((block, at), inst)]);
    }
    let comes_in =
        body.params.contains(&register) || body.blocks.iter().any(|b| b.caught == Some(register));
    if comes_in {
        return None;
    }
    let all = body.blocks.iter().enumerate().flat_map(|(block, b)| {
        let insts = b.insts.iter().enumerate();
        insts.map(move |(at, inst)| ((block, at), inst))
    });
    Some(
        all.filter(|(_, inst)| inst.dst() == Some(register))
            .collect(),
    )
}

/// Where an array comes from that is assigned to a field.
struct Origin<'a> {
    program: &'a Program,
    field: &'a MemberRef,
    /// Places of the body that were looked at.
    seen: HashSet<At>,
    /// Methods whose results were looked at.
    followed: HashSet<(Name, usize)>,
}

impl Origin<'_> {
    /// Whether a value is null, made with the field's type, or what the field held before.
    fn is_made(&mut self, body: &Body, value: Operand, at: At) -> bool {
        let Operand::Reg(register) = value else {
            return true;
        };
        let Some(assigned) = assigned(body, register, at) else {
            return false;
        };
        let mut all = assigned.into_iter();
        all.all(|(at, inst)| !self.seen.insert(at) || self.makes(body, inst, at))
    }

    fn makes(&mut self, body: &Body, inst: &Inst, at: At) -> bool {
        match inst {
            Inst::NewArray { descriptor, .. } | Inst::NewMultiArray { descriptor, .. } => {
                *descriptor == self.field.descriptor
            }
            Inst::Move { src, .. } | Inst::CheckCast { src, .. } => self.is_made(body, *src, at),
            Inst::GetField { field, .. } | Inst::GetStatic { field, .. } => {
                self.is_the_field(field)
            }
            Inst::Invoke {
                kind, method, args, ..
            } => {
                let copies = &*method.name == "clone" && method.descriptor.starts_with("()")
                    || &*method.class == "java/util/Arrays"
                        && matches!(&*method.name, "copyOf" | "copyOfRange")
                        && !method.descriptor.contains("Ljava/lang/Class;");
                match (args.first(), kind) {
                    (Some(original), _) if copies => self.is_made(body, *original, at),
                    (_, InvokeKind::Static | InvokeKind::Special) => self.returns_made(method),
                    _ => false,
                }
            }
            _ => false,
        }
    }

    fn is_the_field(&self, other: &MemberRef) -> bool {
        let (name, descriptor) = (&self.field.name, &self.field.descriptor);
        let holder = |class: &str| {
            let found = self.program.field(class, name, descriptor);
            found.map(|(holder, _)| holder)
        };
        (name, descriptor) == (&other.name, &other.descriptor)
            && holder(&other.class) == holder(&self.field.class)
    }

    /// Whether all results of one of the program's methods were made with the field's type.
    fn returns_made(&mut self, method: &MemberRef) -> bool {
        let selected = (self.program).select(&method.class, &method.name, &method.descriptor);
        let Some((class, at)) = selected.filter(|(class, _)| self.program.is_own(&class.name))
        else {
            return false;
        };
        if !self.followed.insert((class.name.clone(), at)) {
            return true;
        }
        let Some(body) = self.body(&class, at) else {
            return false;
        };
        let blocks = body.body.blocks.iter().enumerate();
        let mut returned = blocks.filter_map(|(block, b)| match &b.terminator {
            Terminator::Return(value) => Some(((block, b.insts.len()), (*value)?)),
            _ => None,
        });
        let outside = std::mem::take(&mut self.seen);
        let made = returned.all(|(at, value)| self.is_made(&body.body, value, at));
        self.seen = outside;
        made
    }

    fn body(&self, class: &Arc<ClassFile>, method: usize) -> Option<Arc<ir::MethodBody>> {
        let has_code = class.methods[method].code.is_some();
        let body = has_code.then(|| self.program.methods.get(class, method));
        body?.ok()
    }
}
