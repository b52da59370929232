//! A model of a problem, read back: which obligation is broken, the heap before and after, the way through the method.

mod execution;

use crate::encode::{Encoding, Expanded, Heap, State, Texts};
use crate::graph::{EdgeId, MapInfo, Named, Question, Statement};
use crate::meaning::{Context, Meaning, Polarity, class_file_name, visit};
use crate::problem::{Obligation, Problem, Subject};
use crate::universe::{ObjectClass, source_name};
use classpath::{Name, access};
use jml::contract::Clause;
use jml::resolved::{ExprKind, Type};
use logic::{Evaluator, Model, Term, Value};
use outcome::{JavaString, write_java_char};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Debug, Clone)]
pub struct Counterexample {
    pub obligation: Obligation,
    /// The receiver and the parameters, by name.
    pub inputs: Vec<(String, String)>,
    /// Of a statement within a body: the variables that it mentions, where they are not what was passed.
    pub locals: Vec<(String, String)>,
    pub before: Vec<Object>,
    pub after: Vec<Object>,
    pub result: Option<String>,
    pub thrown: Option<String>,
    /// The object whose invariant is broken.
    pub broken_for: Option<String>,
    /// The edges taken, in order.
    pub path: Vec<EdgeId>,
    /// All of it, for a replay.
    pub execution: outcome::Execution,
}

/// An object of a picture of the heap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Object {
    pub number: u32,
    /// By type and role: `this`, `list`, `node2`.
    pub name: String,
    pub class: String,
    pub fields: Vec<Field>,
    /// What a string says, which has no fields then.
    pub text: Option<Vec<u16>>,
    /// Whether a string is a constant, and so the same object wherever it is written.
    pub is_constant: bool,
}

impl Object {
    /// What a string says, as Java would write it.
    pub fn quoted(&self) -> Option<String> {
        let text = self.text.clone()?;
        Some(JavaString::from_units(text).to_string())
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    pub name: String,
    pub descriptor: String,
    /// As Java would write it; objects by their names.
    pub value: String,
    /// The object's number, for references that are not null.
    pub target: Option<u32>,
    /// Whether the state before had another value.
    pub changed: bool,
}

/// A static field that somebody looked at.
struct Static {
    class: Name,
    name: Name,
    descriptor: String,
    before: Term,
    after: Term,
}

struct Reader<'p, 'a> {
    problem: &'p mut Problem<Expanded<'a>>,
    model: &'p Model,
    evaluator: Evaluator,
    names: BTreeMap<u32, String>,
    /// The object that a constructor makes, which has no state before.
    made: Option<u32>,
}

/// Reads a model; none if it satisfies no obligation's condition, which no model of the formula does.
pub fn read(
    subject: &Subject,
    problem: &mut Problem<Expanded>,
    model: &Model,
) -> Option<Counterexample> {
    let mut reader = Reader {
        evaluator: Evaluator::new(),
        problem,
        model,
        names: BTreeMap::new(),
        made: None,
    };
    let conditions = reader.problem.obligations.clone();
    let (obligation, _) = (conditions.into_iter()).find(|(_, term)| reader.is_true(*term))?;
    let mut after = None;
    for (condition, state) in reader.problem.after.clone() {
        if reader.is_true(condition) {
            after = Some(state);
            break;
        }
    }
    let after = after?;
    let before = reader.problem.before.clone();
    let mut roots: Vec<(String, Term, String)> = Vec::new();
    for (var, value) in subject
        .graph
        .params
        .iter()
        .zip(reader.problem.params.clone())
    {
        let info = &subject.graph.vars[var.0 as usize];
        let descriptor = info.descriptor.as_deref().unwrap_or("I").to_owned();
        roots.push((info.name.clone(), value, descriptor));
    }
    reader.name_constants();
    reader.name_roots(&roots);
    if let (true, Some((_, this, _))) = (subject.is_constructor(), roots.first()) {
        reader.made = reader.number(*this);
    }
    let broken_for = reader.broken_for(subject, &obligation, &before, &after);
    let others: Vec<(Term, String)> = (broken_for.iter())
        .map(|number| (reader.object(*number), "Ljava/lang/Object;".to_owned()))
        .collect();
    let of_result = subject
        .graph
        .result
        .and_then(|var| Some((var, *after.vars.get(&var)?)));
    let of_thrown = after.vars.get(&subject.graph.thrown).copied();
    let exists_before = |number: &u32| reader.problem.heap.is_object_before(*number);
    let others_before = match broken_for.as_ref().is_some_and(exists_before) {
        true => others.clone(),
        false => Vec::new(),
    };
    let seen_before = reader.reachable(
        &before,
        (roots
            .iter()
            .map(|(_, term, descriptor)| (*term, descriptor.clone())))
        .chain(others_before),
    );
    let ends = of_result.map(|(var, term)| {
        let descriptor = subject.graph.vars[var.0 as usize].descriptor.as_deref();
        (term, descriptor.unwrap_or("I").to_owned())
    });
    let seen_after = reader.reachable(
        &after,
        (roots
            .iter()
            .map(|(_, term, descriptor)| (*term, descriptor.clone())))
        .chain(ends.clone())
        .chain(others),
    );
    let mut seen_before = seen_before;
    let changeable = reader.changeable(&before);
    let numbers: Vec<(Term, String)> = (changeable.iter())
        .map(|number| (reader.object(*number), "Ljava/lang/Object;".to_owned()))
        .collect();
    seen_before.extend(reader.reachable(&before, numbers.clone().into_iter()));
    let seen_after: BTreeSet<u32> = &seen_after | &reader.reachable(&after, numbers.into_iter());
    let mut seen: BTreeSet<u32> = seen_before.union(&seen_after).copied().collect();
    // What decides may be an object that nothing given to the method leads to.
    let mut others = Vec::new();
    if let Some(clause) = obligation.clause() {
        others.extend(reader.ranged_over(subject, clause, &after));
    }
    if matches!(
        obligation,
        Obligation::Invariant(_) | Obligation::Constraint(_)
    ) {
        others.extend(reader.with_invariants(subject, &after));
    }
    let statics = reader.statics(&before, &after);
    let held = |at: fn(&Static) -> Term| -> Vec<(Term, String)> {
        let held = statics.iter().map(|one| (at(one), one.descriptor.clone()));
        held.collect()
    };
    seen_before.extend(reader.reachable(&before, held(|one| one.before).into_iter()));
    seen.extend(&seen_before);
    seen.extend(reader.reachable(&after, held(|one| one.after).into_iter()));
    let taken = reader.problem.taken.clone();
    let path = (taken.into_iter()).filter(|(_, term)| reader.is_true(*term));
    let path: Vec<EdgeId> = path.map(|(edge, _)| edge).collect();
    let locals = reader.locals(subject, &obligation, &path, &after);
    let of_locals = locals.iter().map(|(_, term, ty)| (*term, ty.clone()));
    seen.extend(reader.reachable(&after, of_locals));
    let numbers: Vec<(Term, String)> = (others.iter())
        .map(|number| (reader.object(*number), "Ljava/lang/Object;".to_owned()))
        .collect();
    seen.extend(reader.reachable(&after, numbers.clone().into_iter()));
    let before_too = reader.reachable(&before, numbers.into_iter());
    let heap = &reader.problem.heap;
    seen_before.extend((before_too.into_iter()).filter(|number| heap.is_object_before(*number)));
    reader.name_others(&seen);
    let broken_for = broken_for.and_then(|number| reader.names.get(&number).cloned());
    let made = reader.made;
    let mut shown = |all: &[(String, Term, String)]| -> Vec<(String, String)> {
        let shown = all.iter();
        let shown = shown.map(|(name, term, ty)| (name.clone(), reader.show(*term, ty)));
        shown.collect()
    };
    let inputs = shown(&roots[usize::from(made.is_some()).min(roots.len())..]);
    let mut locals = shown(&locals);
    locals.retain(|local| !inputs.contains(local));
    seen_before.retain(|number| Some(*number) != made);
    let pictured_before: Vec<u32> = seen_before.into_iter().collect();
    let mut before_objects = reader.picture(&before, &pictured_before, None);
    before_objects.extend(reader.classes(&statics, false));
    let pictured_after: Vec<u32> = seen.into_iter().collect();
    let mut after_objects = reader.picture(&after, &pictured_after, Some(&before));
    after_objects.extend(reader.classes(&statics, true));
    let result = ends.map(|(term, descriptor)| reader.show(term, &descriptor));
    let thrown = of_thrown.and_then(|term| {
        let number = reader.number(term)?;
        let class = reader.problem.heap.universe.class_of(number)?;
        Some(source_name(&class.name))
    });
    let execution = reader.execution(subject, &before, &after);
    Some(Counterexample {
        obligation,
        inputs,
        locals,
        before: before_objects,
        after: after_objects,
        result,
        thrown,
        broken_for,
        path,
        execution,
    })
}

impl Reader<'_, '_> {
    fn value(&mut self, term: Term) -> Option<Value> {
        (self.evaluator)
            .eval(&self.problem.heap.pool, self.model, term)
            .ok()
    }

    fn is_true(&mut self, term: Term) -> bool {
        matches!(self.value(term), Some(Value::Bool(true)))
    }

    fn object(&mut self, number: u32) -> Term {
        let width = self.problem.heap.universe.width;
        self.problem.heap.pool.bv(width, u128::from(number))
    }

    fn number(&mut self, term: Term) -> Option<u32> {
        match self.value(term)? {
            Value::Bv { bits, .. } => u32::try_from(bits).ok(),
            _ => None,
        }
    }

    /// Static fields whose values are not the same in every execution.
    fn statics(&mut self, before: &State, after: &State) -> Vec<Static> {
        let mut found = Vec::new();
        for (class, name, before, after) in self.problem.heap.statics(before, after) {
            let holder = self.problem.heap.program.classpath.find(&class);
            let Some(holder) = holder.ok().flatten() else {
                continue;
            };
            let field = holder.fields.iter().find(|field| field.name == name);
            let Some(field) = field.filter(|field| field.access & access::FINAL == 0) else {
                continue;
            };
            found.push(Static {
                class,
                name,
                descriptor: field.descriptor.to_string(),
                before,
                after,
            });
        }
        found
    }

    /// Static fields as fields of their classes.
    fn classes(&mut self, statics: &[Static], after: bool) -> Vec<Object> {
        let mut found: Vec<Object> = Vec::new();
        for one in statics {
            let was = self.show(one.before, &one.descriptor);
            let value = match after {
                true => self.show(one.after, &one.descriptor),
                false => was.clone(),
            };
            let term = if after { one.after } else { one.before };
            let is_reference = one.descriptor.starts_with(['L', '[']);
            let target = is_reference.then(|| self.number(term)).flatten();
            let name = source_name(&one.class);
            if found.last().is_none_or(|last| last.name != name) {
                found.push(Object {
                    // No object has such a number.
                    number: u32::MAX - found.len() as u32,
                    name,
                    class: "class".into(),
                    fields: Vec::new(),
                    text: None,
                    is_constant: false,
                });
            }
            let fields = found.last_mut().map(|last| &mut last.fields);
            fields.into_iter().for_each(|fields| {
                fields.push(Field {
                    name: one.name.to_string(),
                    descriptor: one.descriptor.clone(),
                    changed: value != was,
                    value: value.clone(),
                    target: target.filter(|number| *number != 0),
                });
            });
        }
        found
    }

    /// The variables that a broken statement within a body mentions.
    fn locals(
        &mut self,
        subject: &Subject,
        obligation: &Obligation,
        path: &[EdgeId],
        after: &State,
    ) -> Vec<(String, Term, String)> {
        let Obligation::Assert(clause) = obligation else {
            return Vec::new();
        };
        let graph = &subject.graph;
        let broken = path.iter().rev().find_map(|edge| {
            let (Statement::Assume(test) | Statement::Guard(test)) = &graph.edge(*edge).statement
            else {
                return None;
            };
            let Question::Said { said, atoms } = &test.what else {
                return None;
            };
            Some((&graph.said[*said as usize], atoms)).filter(|_| !test.holds)
        });
        let Some((said, atoms)) = broken else {
            return Vec::new();
        };
        let mut types = Vec::new();
        visit(&clause.expr, &mut |expr| {
            if let (ExprKind::Local(local), Type::Java(ty)) = (&expr.kind, &expr.ty) {
                types.push((local.clone(), ty.to_string()));
            }
        });
        let mut found = Vec::new();
        for (named, atom) in said.names.iter().zip(atoms) {
            let (name, ty) = match named {
                Named::Local(local) => {
                    let Some((_, ty)) = types.iter().find(|(known, _)| known == local) else {
                        continue;
                    };
                    (local.name.to_string(), ty.clone())
                }
                Named::Parameter(at) if said.frame == 0 => {
                    let Some(var) = graph.params.get(at + said.hidden) else {
                        continue;
                    };
                    let info = &graph.vars[var.0 as usize];
                    let ty = info.descriptor.as_deref().unwrap_or("I");
                    (info.name.clone(), ty.to_owned())
                }
                _ => continue,
            };
            if let Some(value) = self.problem.heap.operand(graph, after, *atom) {
                found.push((name, value, ty));
            }
        }
        found
    }

    /// The first object for which an invariant does not hold after the method, one that the method got, made or changed.
    fn broken_for(
        &mut self,
        subject: &Subject,
        obligation: &Obligation,
        before: &State,
        after: &State,
    ) -> Option<u32> {
        let Obligation::Invariant(clause) = obligation else {
            return None;
        };
        let classes: Vec<_> = self.problem.heap.universe.classes.clone();
        let mut other = None;
        for class in classes.iter().filter(|class| !class.opaque) {
            let said = subject.program.invariants_of_new(&class.name);
            if !said
                .iter()
                .any(|said| !said.is_static && said.clause == *clause)
            {
                continue;
            }
            for number in class.numbers() {
                let object = self.object(number);
                let exists = self.problem.heap.exists(after, object);
                if !self.is_true(exists) {
                    continue;
                }
                let context = Context {
                    pre: before.clone(),
                    now: after.clone(),
                    this: Some(object),
                    params: Vec::new(),
                    result: None,
                    thrown: None,
                };
                let mut meaning = Meaning::new(
                    &mut self.problem.heap,
                    subject.program,
                    subject.specifications,
                    context,
                );
                let holds = meaning.holds(&clause.expr, Polarity::Both).ok()?;
                if self.is_true(holds) {
                    continue;
                }
                let written = self.problem.heap.is_written(before, after, object);
                if self.names.contains_key(&number)
                    || !self.problem.heap.is_object_before(number)
                    || self.is_true(written)
                {
                    return Some(number);
                }
                other = Some(number);
            }
        }
        other
    }

    /// Objects of static final fields are known by them.
    fn name_constants(&mut self) {
        for (number, (_, fixed)) in &self.problem.heap.universe.fixed {
            if let Some(path) = &fixed.path {
                self.names.insert(*number, path.to_string());
            }
        }
    }

    /// Objects of static final fields with a state that the formula speaks of.
    fn changeable(&mut self, state: &State) -> Vec<u32> {
        let fixed = self.problem.heap.universe.fixed.clone();
        let mut found = Vec::new();
        for (number, (_, fixed)) in fixed {
            let cells = self.problem.heap.cells_of(state, number);
            let changes = |info: &MapInfo| match info {
                MapInfo::Field { class, name, .. } => {
                    let key = (class.clone(), name.clone());
                    !fixed.fields.contains_key(&key)
                }
                MapInfo::Elements(_) => fixed.elements.is_none(),
                MapInfo::Length => false,
            };
            if cells.iter().any(|(info, ..)| changes(info)) {
                found.push(number);
            }
        }
        found
    }

    fn name_roots(&mut self, roots: &[(String, Term, String)]) {
        for (name, term, descriptor) in roots {
            if descriptor.starts_with(['L', '['])
                && let Some(number) = self.number(*term).filter(|number| *number != 0)
            {
                self.names.entry(number).or_insert_with(|| name.clone());
            }
        }
    }

    /// The objects that exist in a state and whose class has invariants or constraints.
    fn with_invariants(&mut self, subject: &Subject, state: &State) -> Vec<u32> {
        self.existing(state, |class| {
            let spec = subject.specifications.class(&class.name);
            !subject.program.invariants(&class.name).is_empty() || !spec.constraints.is_empty()
        })
    }

    /// The objects that exist in a state and that a clause ranges over, whether something leads to them or not.
    fn ranged_over(&mut self, subject: &Subject, clause: &Clause, state: &State) -> Vec<u32> {
        let mut types = BTreeSet::new();
        visit(&clause.expr, &mut |e| {
            if let ExprKind::Quantifier(quantifier) = &e.kind {
                // Where only what is reached counts, something leads to all that decides.
                let mut is_led_to = false;
                visit(&quantifier.range, &mut |e| {
                    is_led_to |= matches!(e.kind, ExprKind::Reaches { .. });
                });
                let variables = quantifier.variables.iter().filter(|_| !is_led_to);
                types.extend(variables.filter_map(|v| class_file_name(&v.ty)));
            }
        });
        let is_of = |class: &str, ty: &String| subject.program.is_subclass(class, ty);
        self.existing(state, |class| types.iter().any(|ty| is_of(&class.name, ty)))
    }

    fn existing(&mut self, state: &State, wanted: impl Fn(&ObjectClass) -> bool) -> Vec<u32> {
        let mut classes = self.problem.heap.universe.classes.clone();
        classes.retain(wanted);
        let mut found = Vec::new();
        for number in classes.iter().flat_map(ObjectClass::numbers) {
            let object = self.object(number);
            let exists = self.problem.heap.exists(state, object);
            if self.is_true(exists) {
                found.push(number);
            }
        }
        found
    }

    /// Objects without a role are named by their type and counted: `node1`, `node2`.
    fn name_others(&mut self, seen: &BTreeSet<u32>) {
        let mut counts: BTreeMap<String, u32> = BTreeMap::new();
        for number in seen {
            if self.names.contains_key(number) {
                continue;
            }
            let class = self.problem.heap.universe.class_of(*number);
            let class = class
                .map(|class| source_name(&class.name))
                .unwrap_or_default();
            let simple = class.rsplit(['.', '$']).next().unwrap_or(&class);
            let mut name: String = simple.replace("[]", "Array");
            if let Some(first) = name.get_mut(0..1) {
                first.make_ascii_lowercase();
            }
            let count = counts.entry(name.clone()).or_default();
            let counted = loop {
                *count += 1;
                let counted = format!("{name}{count}");
                if !self.names.values().any(|known| *known == counted) {
                    break counted;
                }
            };
            self.names.insert(*number, counted);
        }
    }

    /// The objects that can be reached from values through maps that the formula speaks of.
    fn reachable(
        &mut self,
        state: &State,
        roots: impl Iterator<Item = (Term, String)>,
    ) -> BTreeSet<u32> {
        let mut found = BTreeSet::new();
        let mut work = Vec::new();
        for (term, descriptor) in roots {
            if descriptor.starts_with(['L', '[']) {
                work.extend(self.number(term));
            }
        }
        while let Some(number) = work.pop() {
            if number == 0 || !found.insert(number) {
                continue;
            }
            for (_, descriptor, term) in self.problem.heap.fields_of(state, number) {
                if descriptor.starts_with(['L', '[']) {
                    work.extend(self.number(term));
                }
            }
        }
        found
    }

    fn picture(&mut self, state: &State, numbers: &[u32], before: Option<&State>) -> Vec<Object> {
        let mut objects = Vec::new();
        for number in numbers {
            let Some(class) = self.problem.heap.universe.class_of(*number) else {
                continue;
            };
            let (class, is_text) = (class.name.clone(), class.has_text());
            let mut fields = Vec::new();
            if is_text {
                objects.push(Object {
                    number: *number,
                    name: self.names.get(number).cloned().unwrap_or_default(),
                    class: source_name(&class),
                    fields,
                    text: Some(self.text(state, *number)),
                    is_constant: self.problem.heap.universe.text_of(*number).is_some(),
                });
                continue;
            }
            let length = self.array_length(state, *number);
            for (index, (name, descriptor, term)) in self
                .problem
                .heap
                .fields_of(state, *number)
                .into_iter()
                .enumerate()
            {
                if let Some(length) = length
                    && index > 0
                    && index as u32 > length
                {
                    break;
                }
                let changed = match before {
                    Some(before)
                        if self.problem.heap.is_object_before(*number)
                            || self.made == Some(*number) =>
                    {
                        let old = self.problem.heap.fields_of(before, *number);
                        let old = old.get(index).map(|(_, _, term)| *term);
                        old.is_some_and(|old| self.value(old) != self.value(term))
                    }
                    _ => false,
                };
                let target = match descriptor.starts_with(['L', '[']) {
                    true => self.number(term).filter(|number| *number != 0),
                    false => None,
                };
                let value = self.show(term, &descriptor);
                fields.push(Field {
                    name,
                    descriptor,
                    value,
                    target,
                    changed,
                });
            }
            objects.push(Object {
                number: *number,
                name: self.names.get(number).cloned().unwrap_or_default(),
                class: source_name(&class),
                fields,
                text: None,
                is_constant: false,
            });
        }
        objects
    }

    fn text(&mut self, state: &State, number: u32) -> Vec<u16> {
        let object = self.object(number);
        let length = self.problem.heap.length(state, object);
        let length = self.number(length).unwrap_or(0);
        let mut units = Vec::new();
        for index in 0..length {
            let widths = self.problem.heap.widths;
            let index = widths.int(&mut self.problem.heap.pool, index as i32);
            let unit = self.problem.heap.character(state, object, index);
            units.push(self.number(unit).unwrap_or(0) as u16);
        }
        units
    }

    fn array_length(&mut self, state: &State, number: u32) -> Option<u32> {
        let class = self.problem.heap.universe.class_of(number)?;
        if !class.is_array() && !class.is_list() {
            return None;
        }
        let fields = self.problem.heap.fields_of(state, number);
        let (_, _, term) = fields.first()?;
        self.number(*term)
    }

    /// A value as Java writes it, objects by name.
    fn show(&mut self, term: Term, descriptor: &str) -> String {
        let Some(value) = self.value(term) else {
            return "?".into();
        };
        match (value, descriptor.as_bytes().first()) {
            (Value::Bool(value), _) => value.to_string(),
            (Value::Bv { bits, .. }, Some(b'L' | b'[')) => match bits {
                0 => "null".into(),
                number => {
                    let known = self.names.get(&(number as u32));
                    known.cloned().unwrap_or_else(|| format!("#{number}"))
                }
            },
            (Value::Bv { bits, .. }, Some(b'Z')) => (bits != 0).to_string(),
            (Value::Bv { bits, .. }, Some(b'C')) => {
                let mut text = String::new();
                // Writing to a string does not fail.
                let _ = write_java_char(&mut text, bits as u16);
                text
            }
            (Value::Bv { bits, width }, _) => {
                let shift = 128 - width;
                let signed = ((bits << shift) as i128) >> shift;
                signed.to_string()
            }
            (Value::Fp { bits, .. }, Some(b'F')) => match f32::from_bits(bits as u32) {
                value if value.is_finite() => format!("{value:?}f"),
                value => endless(f64::from(value)).into(),
            },
            (Value::Fp { bits, .. }, _) => match f64::from_bits(bits as u64) {
                value if value.is_finite() => format!("{value:?}"),
                value => endless(value).into(),
            },
            _ => "?".into(),
        }
    }
}

/// A fraction that has no digits, as Java prints it.
fn endless(value: f64) -> &'static str {
    match value {
        value if value.is_nan() => "NaN",
        value if value > 0.0 => "Infinity",
        _ => "-Infinity",
    }
}
