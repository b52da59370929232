//! Statements of JML in the graph: an `assert` is a test that ends the path where it fails, an `assume` one without
//! another side, `set` and ghost variables are assignments of what an expression of JML means. They are found as calls
//! with a number (`crate::marks`), so they run where a statement of Java in their place would.

use super::build::{Builder, Site};
use super::{Atom, End, MapInfo, NodeId, Place, Question, Statement, Test, Var, VarInfo};
use crate::marks::Marks;
use crate::meaning::{visit, visit_location};
use classpath::{ClassFile, FieldType, MemberRef, Name, access};
use ir::{BlockId, Kind};
use jml::contract::{self, Anchor, BodyStatement, BodyStatementKind, Clause, Contract};
use jml::resolved::{Expr, ExprKind, FieldRef, Local, Location, LocationKind, Type};
use std::sync::Arc;

/// One copy of a statement of JML.
#[derive(Debug, Clone)]
pub struct Said {
    pub what: What,
    pub frame: u32,
    pub pc: u32,
    /// What the atoms stand for that come with it.
    pub names: Vec<Named>,
    /// How many parameters the descriptor of the frame's method has before the declared ones, the receiver included.
    pub hidden: usize,
}

#[derive(Debug, Clone)]
pub enum What {
    Assert(Clause),
    Assume(Clause),
    /// A value for a ghost field, of the receiver's, or for a ghost variable.
    Value {
        receiver: Option<Expr>,
        value: Expr,
        place: contract::Place,
    },
    /// Any value of a primitive type.
    Anything(Name),
    Unreachable(contract::Place),
    Reachable(contract::Place),
    /// A loop begins that may change these locations only.
    Begins(Vec<Location>, contract::Place),
    /// Nothing else has changed since it began, by the number of that.
    Frame(u32, contract::Place),
    /// What a method that is followed demands of its callers: all clauses of one of these cases.
    Demand {
        method: String,
        cases: Vec<Vec<Clause>>,
    },
    /// A method is followed within itself: in each of these cases, its measure is smaller than when a frame began.
    Measure {
        outer: u32,
        cases: Vec<Measured>,
        place: contract::Place,
    },
}

/// A measure of a method, and the conditions under which it counts.
#[derive(Debug, Clone)]
pub struct Measured {
    pub requires: Vec<Clause>,
    /// The first that is another one counts.
    pub values: Vec<Expr>,
}

/// A variable of Java or a ghost variable, as a statement of JML speaks of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Named {
    This,
    Parameter(usize),
    Local(Local),
}

impl Said {
    /// Every expression that may have to be evaluated.
    pub fn expressions(&self) -> Vec<Expr> {
        match &self.what {
            What::Assert(clause) | What::Assume(clause) => vec![clause.expr.clone()],
            What::Value {
                receiver, value, ..
            } => receiver.iter().chain([value]).cloned().collect(),
            What::Demand { cases, .. } => {
                let clauses = cases.iter().flatten();
                clauses.map(|clause| clause.expr.clone()).collect()
            }
            What::Measure { cases, .. } => {
                let each = cases.iter().flat_map(|case| {
                    let requires = case.requires.iter().map(|clause| &clause.expr);
                    requires.chain(&case.values).cloned()
                });
                each.collect()
            }
            What::Begins(locations, _) => {
                let mut found = Vec::new();
                for location in locations {
                    // Local variables are nobody else's.
                    if !matches!(location.kind, LocationKind::Local(_)) {
                        visit_location(location, &mut |e: &Expr| found.push(e.clone()));
                    }
                }
                found
            }
            What::Anything(_) | What::Unreachable(_) | What::Reachable(_) | What::Frame(..) => {
                Vec::new()
            }
        }
    }

    pub fn word(&self) -> &'static str {
        match &self.what {
            What::Assert(_) => "assertion",
            What::Assume(_) => "assumption",
            What::Value { .. } | What::Anything(_) => "value",
            What::Unreachable(_) => "unreachable",
            What::Reachable(_) => "reachable",
            What::Demand { .. } => "precondition",
            What::Measure { .. } => "measure",
            What::Begins(..) | What::Frame(..) => "frame",
        }
    }

    /// What has gone wrong where it does not hold.
    pub fn broken(&self) -> &'static str {
        match &self.what {
            What::Assert(_) => "not the assertion",
            What::Unreachable(_) => "reached",
            What::Demand { .. } => "not the precondition",
            What::Measure { .. } => "not smaller",
            What::Frame(..) => "another location changed",
            What::Assume(_)
            | What::Value { .. }
            | What::Anything(_)
            | What::Reachable(_)
            | What::Begins(..) => "no value",
        }
    }

    /// Where it is written.
    pub fn at(&self) -> String {
        let place = match &self.what {
            What::Assert(clause) | What::Assume(clause) => &clause.place,
            What::Value { place, .. }
            | What::Unreachable(place)
            | What::Reachable(place)
            | What::Measure { place, .. }
            | What::Begins(_, place)
            | What::Frame(_, place) => place,
            What::Demand { cases, .. } => match cases.iter().flatten().next() {
                Some(first) => &first.place,
                None => return "its declaration".into(),
            },
            What::Anything(_) => return "its declaration".into(),
        };
        format!("line {}", place.span.from.line)
    }
}

type Result<T> = std::result::Result<T, String>;

impl Builder<'_> {
    /// The class whose code has marks for the statements of a method, if it has statements that count.
    pub(super) fn marked(
        &self,
        class: &Arc<ClassFile>,
        method: usize,
    ) -> Result<Option<Arc<ClassFile>>> {
        match self.counts.statements {
            true => self.program.marked(class, method),
            false => Ok(None),
        }
    }

    /// A mark: the statement that it stands for. The node behind it, if control can come there.
    pub(super) fn mark(&mut self, node: NodeId, arguments: &[Atom], site: &Site) -> Option<NodeId> {
        match self.statement(node, arguments, site) {
            Ok(next) => next,
            Err(why) => {
                self.unsupported(node, why, site);
                None
            }
        }
    }

    fn statement(
        &mut self,
        node: NodeId,
        arguments: &[Atom],
        site: &Site,
    ) -> Result<Option<NodeId>> {
        let frame = &self.frames[site.frame as usize];
        let key = Marks::key(&frame.class, frame.method);
        let number = match arguments {
            [Atom::Int(number)] => usize::try_from(*number).ok(),
            _ => None,
        };
        let marked = number.and_then(|at| self.program.marks.statements.get(at));
        let marked = marked.filter(|marked| marked.method == key);
        let marked = marked.ok_or("a JML statement of another method")?;
        let (statement, hidden) = (marked.statement.clone(), marked.hidden_parameters);
        let mut node = node;
        match &statement.kind {
            BodyStatementKind::Assert(clauses) => {
                for clause in clauses {
                    node = self.require(node, What::Assert(clause.clone()), hidden, site)?;
                }
            }
            BodyStatementKind::Assume(clauses) => {
                for clause in clauses {
                    let what = What::Assume(clause.clone());
                    let (said, atoms) = self.say(what, hidden, site)?;
                    let what = Question::Said { said, atoms };
                    let test = Test { what, holds: true };
                    node = self.then(node, Statement::Guard(test), site);
                }
            }
            BodyStatementKind::Set { target, value } => {
                let (receiver, to) = match &target.kind {
                    LocationKind::Field { receiver, field } => {
                        (receiver.clone(), self.ghost_field(field)?)
                    }
                    LocationKind::Local(Expr {
                        kind: ExprKind::Local(local),
                        ty,
                        ..
                    }) => (None, Place::Var(self.ghost(local, ty, site)?)),
                    _ => return Err("`set` of something else than a ghost location".into()),
                };
                let place = statement.place.clone();
                node = self.set(node, receiver, value.clone(), place, to, hidden, site)?;
            }
            BodyStatementKind::Ghost {
                variable,
                ty,
                initial,
            } => {
                let to = Place::Var(self.ghost(variable, ty, site)?);
                match (initial, ty) {
                    (Some(value), _) => {
                        let place = statement.place.clone();
                        node = self.set(node, None, value.clone(), place, to, hidden, site)?;
                    }
                    (None, Type::Java(ty)) if !ty.is_reference() => {
                        let what = What::Anything(ty.to_string().into());
                        let (said, atoms) = self.say(what, hidden, site)?;
                        node = self.then(node, Statement::Set { said, to, atoms }, site);
                    }
                    (None, _) => {
                        let name = &variable.name;
                        return Err(format!("the ghost variable {name} without a value"));
                    }
                }
            }
            BodyStatementKind::Reachable => {
                let what = What::Reachable(statement.place.clone());
                let (said, atoms) = self.say(what, hidden, site)?;
                let what = Question::Said { said, atoms };
                let test = Test { what, holds: true };
                node = self.then(node, Statement::Guard(test), site);
            }
            BodyStatementKind::Unreachable => {
                let what = What::Unreachable(statement.place.clone());
                let (said, _) = self.say(what, hidden, site)?;
                self.ends(node, Statement::Skip, End::Said(said), site);
                return Ok(None);
            }
            BodyStatementKind::Frame(locations) => {
                node = self.frame_of_loop(node, &statement, locations, hidden, site)?;
            }
        }
        Ok(Some(node))
    }

    /// What a loop may change: the state is kept where control comes to its test for the first time, and compared with what
    /// it is where control comes there again, or behind the loop.
    fn frame_of_loop(
        &mut self,
        node: NodeId,
        statement: &BodyStatement,
        locations: &[Location],
        hidden: usize,
        site: &Site,
    ) -> Result<NodeId> {
        let of = statement.at.span().start;
        if let Anchor::Before(_) = statement.at {
            let here = (site.frame, of, site.block);
            if !self.before_loops.contains(&here) {
                self.before_loops.push(here);
            }
            return Ok(node);
        }
        let body = self.frames[site.frame as usize].body.clone();
        let graphs = body.graphs();
        // The code of a loop is there more than once if it stands in a `finally`.
        let leads = |(frame, known, block): &&(u32, usize, BlockId)| {
            *frame == site.frame && *known == of && graphs.dominators.dominates(*block, site.block)
        };
        let before = self.before_loops.iter().rfind(leads);
        let (.., before) = *before.ok_or("`assignable` of a loop whose beginning is not found")?;
        let around = site.iterations.iter().copied();
        let around = around.filter(|(id, _)| graphs.loops.contains(*id, before));
        let key = (site.frame, before, around.collect());
        let place = statement.place.clone();
        let since = self.begun.get(&key).copied();
        // Control comes to the test in the first round before it does in any other, and leaves the loop after that.
        if since.is_none() && matches!(statement.at, Anchor::Loop(_)) {
            let what = What::Begins(locations.to_vec(), place);
            let (said, atoms) = self.say(what, hidden, site)?;
            self.begun.insert(key, said);
            return Ok(self.then(node, Statement::Begin { said, atoms }, site));
        }
        let since = since
            .ok_or("`assignable` of a loop that is left for another round of one around it")?;
        self.require(node, What::Frame(since, place), hidden, site)
    }

    /// What a method that is about to be followed demands by clauses that somebody wrote. That parameters are not null by
    /// default is not among it: the code that is followed shows what null does.
    pub(super) fn demand(
        &mut self,
        node: NodeId,
        contract: &Contract,
        arguments: &[Atom],
        site: &Site,
    ) -> NodeId {
        let is_written = |clause: &&Clause| clause.origin == contract::Origin::Written;
        let cases = contract.cases.iter();
        let cases: Vec<Vec<Clause>> = cases
            .map(|case| case.requires.iter().filter(is_written).cloned().collect())
            .collect();
        if cases.iter().any(Vec::is_empty) {
            return node;
        }
        let what = What::Demand {
            method: contract.method.spelled(),
            cases,
        };
        let (said, atoms) = self.say_of_call(what, contract, arguments, site);
        self.required(node, said, &atoms, site)
    }

    /// A method that is about to be followed within itself has a smaller measure than the frame that it is within.
    pub(super) fn measure(
        &mut self,
        node: NodeId,
        contract: &Contract,
        outer: u32,
        arguments: &[Atom],
        site: &Site,
    ) -> Result<NodeId> {
        let is_alone = contract.cases.len() == 1;
        let (mut cases, mut place) = (Vec::new(), None);
        for case in &contract.cases {
            let (Some(first), Some(last)) = (case.measured_by.first(), case.measured_by.last())
            else {
                continue;
            };
            let values = case.measured_by.iter().map(jml::loops::kept_in);
            let values: Option<Vec<_>> = values.collect();
            let values = values.ok_or("`measured_by` of a value that may be large")?;
            cases.push(Measured {
                // What a call has to fulfil is asked before.
                requires: match is_alone {
                    true => Vec::new(),
                    false => case.requires.clone(),
                },
                values: values.into_iter().map(|(_, value)| value).collect(),
            });
            let mut span = first.span;
            (span.end, span.to) = (last.span.end, last.span.to);
            place.get_or_insert(contract::Place {
                file: case.place.file.clone(),
                span,
            });
        }
        let Some(place) = place else {
            return Ok(node);
        };
        let what = What::Measure {
            outer,
            cases,
            place,
        };
        let (said, atoms) = self.say_of_call(what, contract, arguments, site);
        Ok(self.required(node, said, &atoms, site))
    }

    /// Whether the measure of a method counts, so that the state in which it begins is asked for.
    pub(super) fn is_measured(&self, class: &ClassFile, method: usize) -> bool {
        let info = &class.methods[method];
        let contract = || {
            self.program
                .contract(&class.name, &info.name, &info.descriptor)
        };
        let measured = |contract: Arc<Contract>| {
            let mut cases = contract.cases.iter();
            cases.any(|case| !case.measured_by.is_empty())
        };
        self.counts.statements
            && self.program.is_own(&class.name)
            && contract().is_some_and(measured)
    }

    /// Gives a number to what is said of a call, with what is passed.
    fn say_of_call(
        &mut self,
        what: What,
        contract: &Contract,
        arguments: &[Atom],
        site: &Site,
    ) -> (u32, Box<[Atom]>) {
        let receiver = (!contract.is_static).then_some(Named::This);
        let hidden = receiver.iter().len() + contract.hidden_parameters;
        let parameters = (0..arguments.len().saturating_sub(hidden)).map(Named::Parameter);
        let passed = arguments.iter().take(receiver.iter().len());
        let atoms: Box<[Atom]> = passed
            .chain(arguments.iter().skip(hidden))
            .copied()
            .collect();
        self.said.push(Said {
            what,
            frame: site.frame,
            pc: site.pc,
            names: receiver.into_iter().chain(parameters).collect(),
            hidden,
        });
        (self.said.len() as u32 - 1, atoms)
    }

    /// Goes on where what is said holds, and ends the path where it does not.
    fn require(&mut self, node: NodeId, what: What, hidden: usize, site: &Site) -> Result<NodeId> {
        let (said, atoms) = self.say(what, hidden, site)?;
        Ok(self.required(node, said, &atoms, site))
    }

    fn required(&mut self, node: NodeId, said: u32, atoms: &[Atom], site: &Site) -> NodeId {
        let atoms = atoms.into();
        let what = Question::Said { said, atoms };
        let test = Test { what, holds: true };
        let broken = Statement::Guard(test.clone().negated());
        self.ends(node, broken, End::Said(said), site);
        self.then(node, Statement::Guard(test), site)
    }

    #[allow(clippy::too_many_arguments)]
    fn set(
        &mut self,
        node: NodeId,
        receiver: Option<Expr>,
        value: Expr,
        place: contract::Place,
        to: Place,
        hidden: usize,
        site: &Site,
    ) -> Result<NodeId> {
        let what = What::Value {
            receiver,
            value,
            place,
        };
        let (said, atoms) = self.say(what, hidden, site)?;
        let node = self.required(node, said, &atoms, site);
        Ok(self.then(node, Statement::Set { said, to, atoms }, site))
    }

    /// Gives a statement its number, and finds the variables that it speaks of.
    fn say(&mut self, what: What, hidden: usize, site: &Site) -> Result<(u32, Box<[Atom]>)> {
        let frame = &self.frames[site.frame as usize];
        let is_static = frame.class.methods[frame.method].access & access::STATIC != 0;
        let hidden = hidden + usize::from(!is_static);
        let mut said = Said {
            what,
            frame: site.frame,
            pc: site.pc,
            names: Vec::new(),
            hidden,
        };
        let mut wanted: Vec<(Named, Type)> = Vec::new();
        if !is_static {
            wanted.push((Named::This, Type::Unknown));
        }
        for expr in said.expressions() {
            visit(&expr, &mut |e| {
                let named = match &e.kind {
                    ExprKind::Parameter(at) => Named::Parameter(*at),
                    ExprKind::Local(local) => Named::Local(local.clone()),
                    _ => return,
                };
                if !wanted.iter().any(|(known, _)| *known == named) {
                    wanted.push((named, e.ty.clone()));
                }
            });
        }
        let mut atoms = Vec::new();
        for (named, ty) in wanted {
            atoms.push(match &named {
                Named::This => self.parameter(0, site)?,
                Named::Parameter(at) => self.parameter(hidden + at, site)?,
                Named::Local(local) if local.ghost => Atom::Var(self.ghost(local, &ty, site)?),
                Named::Local(local) => self.local(local, site)?,
            });
            said.names.push(named);
        }
        self.said.push(said);
        Ok((self.said.len() as u32 - 1, atoms.into()))
    }

    fn parameter(&self, at: usize, site: &Site) -> Result<Atom> {
        let frame = &self.frames[site.frame as usize];
        let register = frame.body.body.params.get(at);
        let register = register.ok_or("a parameter that the code does not have")?;
        Ok(self.register(site, *register))
    }

    /// A variable of Java, by the table of variables that the compiler leaves. It has no entry where the variable may be
    /// without a value.
    fn local(&self, local: &Local, site: &Site) -> Result<Atom> {
        let frame = &self.frames[site.frame as usize];
        let here =
            |v: &&ir::Variable| v.name == local.name && v.start_pc <= site.pc && site.pc < v.end_pc;
        let mut found = frame.body.body.variables.iter().filter(here);
        match (found.next(), found.next()) {
            (Some(only), None) => Ok(self.register(site, only.reg)),
            _ => Err(format!(
                "the local variable {}, whose value is not known there",
                local.name
            )),
        }
    }

    fn ghost(&mut self, local: &Local, ty: &Type, site: &Site) -> Result<Var> {
        let key = (site.frame, local.clone());
        if let Some(known) = self.ghosts.get(&key) {
            return Ok(*known);
        }
        let (descriptor, kind) = java(ty, &local.name)?;
        let mut name = local.name.to_string();
        if site.frame > 0 {
            name = format!("{name}@{}", site.frame);
        }
        let var = self.var(VarInfo {
            name,
            kind,
            descriptor: Some(descriptor),
            field: None,
        });
        self.ghosts.insert(key, var);
        Ok(var)
    }

    fn ghost_field(&mut self, field: &FieldRef) -> Result<Place> {
        let (descriptor, kind) = java(&field.ty, &field.name)?;
        let (class, name) = (field.class.clone(), field.name.clone());
        if !field.is_static {
            return Ok(Place::Map(self.map(MapInfo::Field {
                class,
                name,
                descriptor,
            })));
        }
        let key = (class, name);
        if let Some(known) = self.statics.get(&key) {
            return Ok(Place::Var(*known));
        }
        let simple = key.0.rsplit('/').next().unwrap_or(&key.0);
        let var = self.var(VarInfo {
            name: format!("{simple}.{}", key.1),
            kind,
            descriptor: Some(descriptor),
            field: Some(key.clone()),
        });
        self.statics.insert(key, var);
        Ok(Place::Var(var))
    }

    /// Whether a call is that of another class's constructor, with which a constructor begins.
    pub(super) fn is_super_call(
        &self,
        method: &MemberRef,
        receiver: Option<&Atom>,
        site: &Site,
    ) -> bool {
        let frame = &self.frames[site.frame as usize];
        self.counts.statements
            && &*method.name == "<init>"
            && &*frame.class.methods[frame.method].name == "<init>"
            && method.class != frame.class.name
            && self.program.is_own(&frame.class.name)
            && receiver == self.parameter(0, site).ok().as_ref()
    }

    /// Ghost fields of a new object get the values that they are declared with, before anything else of the class
    /// happens. So those values may rest on nothing.
    pub(super) fn ghosts_begin(&mut self, node: NodeId, this: Atom, site: &Site) -> Option<NodeId> {
        let class = self.frames[site.frame as usize].class.name.clone();
        let mut node = node;
        for ghost in self.program.specifications.class(&class).ghost_fields {
            let (field, Some(value)) = (ghost.field, ghost.initial) else {
                continue;
            };
            let holder = self.program.classpath.find(&field.class).ok().flatten();
            let of_interface = holder.is_some_and(|holder| holder.is_interface());
            if field.is_static || field.class != class && !of_interface {
                continue;
            }
            if !rests_on_nothing(&value) || of_interface {
                let name = &field.name;
                let what = match &value.kind {
                    ExprKind::Unsupported(what) => {
                        format!("the first value of the ghost field {name}: {what}")
                    }
                    _ => format!("the ghost field {name}, whose first value is computed"),
                };
                self.unsupported(node, what, site);
                return None;
            }
            let to = match self.ghost_field(&field) {
                Ok(to) => to,
                Err(why) => {
                    self.unsupported(node, why, site);
                    return None;
                }
            };
            let receiver = Expr {
                kind: ExprKind::This,
                ty: Type::Java(FieldType::Object(class.clone())),
                span: value.span,
            };
            self.said.push(Said {
                what: What::Value {
                    receiver: Some(receiver),
                    value,
                    place: ghost.place,
                },
                frame: site.frame,
                pc: site.pc,
                names: vec![Named::This],
                hidden: 0,
            });
            let said = self.said.len() as u32 - 1;
            let atoms = Box::new([this]);
            node = self.then(node, Statement::Set { said, to, atoms }, site);
        }
        Some(node)
    }
}

/// The descriptor and the kind of a type that Java has.
fn java(ty: &Type, name: &str) -> Result<(Name, Kind)> {
    let descriptor = match ty {
        Type::Java(ty) => ty.to_string(),
        _ => return Err(format!("the ghost {name} of a type of JML")),
    };
    let kind = Kind::of_descriptor(&descriptor).ok_or("a ghost of no type")?;
    Ok((descriptor.into(), kind))
}

fn rests_on_nothing(expr: &Expr) -> bool {
    let mut found = true;
    visit(expr, &mut |e| {
        found &= matches!(
            e.kind,
            ExprKind::Literal(_)
                | ExprKind::Unary(..)
                | ExprKind::Binary(..)
                | ExprKind::Conditional(..)
                | ExprKind::Convert(_)
                | ExprKind::Narrow(_)
        );
    });
    found
}
