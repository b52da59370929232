//! The whole execution of a counterexample, cell by cell, for a replay. Beyond what the pictures show it has static fields,
//! and every object that a quantifier, an invariant or a constraint can be about.

use super::Reader;
use crate::boxes;
use crate::constants::{Fixed, Step};
use crate::encode::{Heap, State};
use crate::graph::{End, MapInfo};
use crate::lists;
use crate::problem::Subject;
use crate::universe::is_builder;
use classpath::Name;
use logic::{Term, Value};
use outcome::{
    Execution, HeapArgument, HeapConstant, HeapContent, HeapEnd, HeapField, HeapObject, HeapStatic,
    HeapStep, HeapText, HeapValue, InputValue, JavaString,
};
use std::collections::BTreeSet;

impl Reader<'_, '_> {
    pub(super) fn execution(
        &mut self,
        subject: &Subject,
        before: &State,
        after: &State,
    ) -> Execution {
        let graph = &subject.graph;
        let mut arguments = Vec::new();
        for (var, value) in graph.params.iter().zip(self.problem.params.clone()) {
            let info = &graph.vars[var.0 as usize];
            let descriptor = info.descriptor.as_deref().unwrap_or("I");
            arguments.push(HeapArgument {
                name: info.name.clone(),
                descriptor: descriptor.to_owned(),
                value: self.concrete(value, descriptor),
            });
        }
        let end = self.end(subject, after);
        let mut result = None;
        if end == HeapEnd::Returns
            && let Some(var) = graph.result
            && let Some(term) = after.vars.get(&var).copied()
        {
            let descriptor = graph.vars[var.0 as usize].descriptor.as_deref();
            let declared = &subject.class.methods[subject.method].descriptor;
            let declared = declared.rsplit(')').next();
            result = Some(self.concrete(term, declared.or(descriptor).unwrap_or("I")));
        }
        let statics = self.static_fields(before, after);
        let mut roots: BTreeSet<u32> = BTreeSet::new();
        let values = arguments.iter().map(|argument| &argument.value);
        let values = values.chain(&result);
        let values = values.chain(statics.iter().flat_map(|one| [&one.before, &one.after]));
        roots.extend(values.filter_map(|value| match value {
            HeapValue::Object(number) => Some(*number),
            _ => None,
        }));
        roots.extend(self.spoken_of(subject, after));
        roots.extend(self.changeable(before));
        let objects = self.heap_objects(roots, before, after);
        Execution {
            objects,
            statics,
            arguments,
            result,
            end,
        }
    }

    fn end(&mut self, subject: &Subject, after: &State) -> HeapEnd {
        for (edge, condition) in self.problem.taken.clone() {
            let end = &subject.graph.edge(edge).end;
            if end.is_none() || !self.is_true(condition) {
                continue;
            }
            match end {
                Some(End::Check(at)) => {
                    let exception = &subject.graph.checks[*at as usize].exception;
                    return HeapEnd::Throws(exception.replace('/', "."));
                }
                Some(End::Throws) => {
                    let thrown = after.vars.get(&subject.graph.thrown).copied();
                    let number = thrown.and_then(|term| self.number(term));
                    let class =
                        number.and_then(|number| self.problem.heap.universe.class_of(number));
                    let class = class.map_or("java.lang.Throwable".to_owned(), |class| {
                        class.name.replace('/', ".")
                    });
                    return HeapEnd::Throws(class);
                }
                _ => return HeapEnd::Returns,
            }
        }
        HeapEnd::Returns
    }

    fn static_fields(&mut self, before: &State, after: &State) -> Vec<HeapStatic> {
        let mut found = Vec::new();
        for (class, name, first, last) in self.problem.heap.statics(before, after) {
            let holder = self.problem.heap.program.classpath.find(&class);
            let holder = holder.ok().flatten();
            let field = holder
                .as_ref()
                .and_then(|holder| holder.fields.iter().find(|field| field.name == name));
            let Some(descriptor) = field.map(|field| field.descriptor.to_string()) else {
                continue;
            };
            found.push(HeapStatic {
                class: class.to_string(),
                name: name.to_string(),
                before: self.concrete(first, &descriptor),
                after: self.concrete(last, &descriptor),
                descriptor,
            });
        }
        found
    }

    /// Objects that exist in the end and that something is said about without leading to them.
    fn spoken_of(&mut self, subject: &Subject, after: &State) -> Vec<u32> {
        let mut found = self.with_invariants(subject, after);
        let classes = self.problem.heap.universe.classes.clone();
        for (at, class) in classes.iter().enumerate() {
            if !self.problem.heap.is_counted(at) && !self.problem.heap.is_spoken_of(at) {
                continue;
            }
            for number in class.numbers() {
                let object = self.object(number);
                let exists = self.problem.heap.exists(after, object);
                if self.is_true(exists) {
                    found.push(number);
                }
            }
        }
        found
    }

    fn heap_objects(
        &mut self,
        roots: BTreeSet<u32>,
        before: &State,
        after: &State,
    ) -> Vec<HeapObject> {
        let mut objects = Vec::new();
        let mut seen = BTreeSet::new();
        let mut work: Vec<u32> = roots.into_iter().collect();
        while let Some(number) = work.pop() {
            let Some(class) = self.problem.heap.universe.class_of(number).cloned() else {
                continue;
            };
            if !seen.insert(number) {
                continue;
            }
            let existed = class.numbers_before().contains(&number);
            if class.is_text() {
                let state = if existed { before } else { after };
                let text = self.heap_text(state, number, class.constants);
                objects.push(HeapObject {
                    number,
                    name: String::new(),
                    class: class.name.to_string(),
                    opaque: true,
                    text: Some(text),
                    boxed: None,
                    constant: None,
                    before: existed.then(HeapContent::default),
                    after: HeapContent::default(),
                });
                continue;
            }
            let mut content = existed.then(|| self.content(before, number, &class.name));
            let mut ended = self.content(after, number, &class.name);
            if is_builder(&class.name) {
                ended = HeapContent::default();
            }
            let value = ended.fields.iter().find(|field| field.name == "value");
            let value = value.map(|field| field.value.clone());
            let constant = self.problem.heap.universe.fixed_at(number).map(|fixed| {
                if let Some(content) = &mut content {
                    content.fields.retain(|field| {
                        let key = (Name::from(&*field.class), Name::from(&*field.name));
                        !fixed.fields.contains_key(&key)
                    });
                    if fixed.elements.is_some() {
                        content.elements.clear();
                    }
                }
                place(fixed)
            });
            let object = HeapObject {
                number,
                name: String::new(),
                class: class.name.to_string(),
                opaque: class.opaque,
                text: None,
                boxed: boxes::of_class(&class.name).map(|kind| match value {
                    Some(HeapValue::Plain(value)) => value,
                    _ => zero(kind.descriptor),
                }),
                constant,
                before: content,
                after: ended,
            };
            let contents = object.before.iter().chain([&object.after]);
            for content in contents {
                let fields = content.fields.iter().map(|field| &field.value);
                for value in fields.chain(&content.elements) {
                    if let HeapValue::Object(number) = value {
                        work.push(*number);
                    }
                }
            }
            objects.push(object);
        }
        objects.sort_by_key(|object| object.number);
        self.name_others(&seen);
        for object in &mut objects {
            object.name = (self.names.get(&object.number).cloned()).unwrap_or_default();
        }
        objects
    }

    /// A string; characters that nobody looks at are any.
    fn heap_text(&mut self, state: &State, number: u32, constant: bool) -> HeapText {
        let content = self.content(state, number, "[C");
        let mut units: Vec<u16> = (content.elements.iter())
            .map(|value| match value {
                HeapValue::Plain(InputValue::Char(unit)) => *unit,
                _ => 0,
            })
            .collect();
        units.resize(content.length as usize, u16::from(b'a'));
        let class = self.problem.heap.universe.class_of(number);
        let first = class.map_or(number, |class| class.first);
        let known = &self.problem.heap.universe.texts;
        if constant && let Some(text) = known.get((number - first) as usize) {
            units = text.to_vec();
        }
        HeapText {
            value: JavaString::from_units(units),
            constant,
        }
    }

    fn content(&mut self, state: &State, number: u32, class: &str) -> HeapContent {
        let mut content = HeapContent::default();
        if let Some(fixed) = self.problem.heap.universe.fixed_at(number) {
            content.length = fixed.length;
        }
        for (info, offset, term) in self.problem.heap.cells_of(state, number) {
            match info {
                MapInfo::Length => content.length = self.number(term).unwrap_or(0),
                MapInfo::Elements(_) => {
                    let element = class.strip_prefix('[').unwrap_or("Ljava/lang/Object;");
                    let value = self.concrete(term, element);
                    debug_assert_eq!(content.elements.len(), offset as usize);
                    content.elements.push(value);
                }
                info if lists::is_list(class) && lists::counts_changes(&info) => {}
                // Ghost fields are no part of a JVM's heap.
                MapInfo::Field {
                    class,
                    name,
                    descriptor,
                } if (self.problem.heap.program)
                    .field(&class, &name, &descriptor)
                    .is_none() => {}
                MapInfo::Field {
                    class,
                    name,
                    descriptor,
                } => content.fields.push(HeapField {
                    value: self.concrete(term, &descriptor),
                    class: class.to_string(),
                    name: name.to_string(),
                    descriptor: descriptor.to_string(),
                }),
            }
        }
        content.elements.truncate(content.length as usize);
        content
    }

    /// A value as the JVM has it.
    fn concrete(&mut self, term: Term, descriptor: &str) -> HeapValue {
        let kind = descriptor.as_bytes().first().copied().unwrap_or(b'I');
        let value = self.value(term);
        if matches!(kind, b'L' | b'[') {
            return match value {
                Some(Value::Bv { bits, .. }) if bits != 0 => HeapValue::Object(bits as u32),
                _ => HeapValue::Null,
            };
        }
        let (bits, width) = match value {
            Some(Value::Bv { bits, width }) => (bits, width),
            Some(Value::Bool(value)) => (u128::from(value), 1),
            Some(Value::Fp { bits, .. }) => (bits, 64),
            _ => (0, 32),
        };
        let shift = 128 - width;
        let signed = ((bits << shift) as i128) >> shift;
        HeapValue::Plain(match kind {
            b'Z' => InputValue::Boolean(bits != 0),
            b'B' => InputValue::Byte(signed as i8),
            b'S' => InputValue::Short(signed as i16),
            b'C' => InputValue::Char(bits as u16),
            b'J' => InputValue::Long(signed as i64),
            b'F' => InputValue::Float(bits as u32),
            b'D' => InputValue::Double(bits as u64),
            _ => InputValue::Int(signed as i32),
        })
    }
}

/// Where a replay finds an object of a static final field; without a name if nothing leads to it.
fn place(fixed: &Fixed) -> HeapConstant {
    let Some(path) = &fixed.path else {
        return HeapConstant {
            class: fixed.class.to_string(),
            field: String::new(),
            steps: Vec::new(),
        };
    };
    let step = |step: &Step| match step {
        Step::Field { class, name } => HeapStep::Field {
            class: class.to_string(),
            name: name.to_string(),
        },
        Step::Element(index) => HeapStep::Element(*index),
    };
    HeapConstant {
        class: path.class.to_string(),
        field: path.field.to_string(),
        steps: path.steps.iter().map(step).collect(),
    }
}

/// The value of a box that nobody looks into.
fn zero(descriptor: &str) -> InputValue {
    match descriptor {
        "Z" => InputValue::Boolean(false),
        "B" => InputValue::Byte(0),
        "S" => InputValue::Short(0),
        "C" => InputValue::Char(0),
        "J" => InputValue::Long(0),
        "F" => InputValue::Float(0),
        "D" => InputValue::Double(0),
        _ => InputValue::Int(0),
    }
}
