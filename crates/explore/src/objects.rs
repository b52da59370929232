//! The inputs of a path in the report's words: values from the model, objects as a program would make them, with the
//! names under which a reader finds those that are shared.

use crate::describe::{bits, evaluate, primitive};
use crate::path::Path;
use classpath::access;
use logic::{Evaluator, Model, Op, Term, Value};
use machine::{Input, InputValue, Machine, MadeObject, Make, Role, Type};
use outcome::{FieldValue, JavaString, Made, MethodCall, ObjectValue, Visibility};
use std::collections::{BTreeMap, BTreeSet};

pub struct Values<'a> {
    pub machine: &'a mut Machine,
    pub evaluator: &'a mut Evaluator,
    pub path: &'a Path,
    pub inputs: &'a [Input],
    /// Strings and boxes are to be objects of their own.
    pub fresh: bool,
    /// Lengths that may as well be zero.
    idle: BTreeSet<Term>,
    /// Symbols that the path says something about.
    used: BTreeSet<Term>,
    fields: BTreeMap<u32, Vec<u32>>,
    shared: BTreeSet<u32>,
}

impl<'a> Values<'a> {
    pub fn new(
        machine: &'a mut Machine,
        evaluator: &'a mut Evaluator,
        path: &'a Path,
        inputs: &'a [Input],
        fresh: bool,
        idle: BTreeSet<Term>,
        used: BTreeSet<Term>,
    ) -> Values<'a> {
        let mut fields: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        let mut shared = BTreeSet::new();
        for (i, input) in inputs.iter().enumerate() {
            let i = i as u32;
            if let Some(field) = &input.field {
                fields.entry(field.owner).or_default().push(i);
            }
            if let InputValue::Same(other) = &input.value {
                shared.insert(*other);
            }
        }
        Values {
            machine,
            evaluator,
            path,
            inputs,
            fresh,
            idle,
            used,
            fields,
            shared,
        }
    }

    pub fn value(&mut self, index: u32) -> outcome::InputValue {
        let Some(input) = self.inputs.get(index as usize).cloned() else {
            return outcome::InputValue::Null;
        };
        let value = match &input.value {
            InputValue::Same(other) => outcome::InputValue::Same {
                time: *other,
                name: input_name(&self.inputs.iter().collect::<Vec<_>>(), *other as usize),
            },
            InputValue::Made(made) => match &made.recipe.make {
                Make::Array { .. } => {
                    let elements = made.parts.iter().map(|part| self.value(*part));
                    outcome::InputValue::Array(elements.collect())
                }
                _ => outcome::InputValue::Object(Box::new(self.object(index, made))),
            },
            _ => self.plain(&input),
        };
        match self.shared.contains(&index) {
            true => outcome::InputValue::Shared {
                time: index,
                value: Box::new(value),
            },
            false => value,
        }
    }

    fn object(&mut self, index: u32, made: &MadeObject) -> ObjectValue {
        let recipe = &made.recipe;
        let mut parts: Vec<outcome::InputValue> = Vec::new();
        for part in &made.parts {
            parts.push(self.value(*part));
        }
        let mut parts = parts.into_iter();
        let arguments: Vec<_> = parts.by_ref().take(recipe.params.len()).collect();
        let mut calls = Vec::new();
        for call in &recipe.calls {
            let arguments: Vec<_> = parts.by_ref().take(call.params.len()).collect();
            if arguments.len() == call.params.len() {
                calls.push(MethodCall {
                    method: call.name.to_string(),
                    types: self.types(&call.params),
                    arguments,
                });
            }
        }
        let class = recipe.class.replace('/', ".");
        let classpath = self.machine.classpath().clone();
        let file = classpath.find(&recipe.class).ok().flatten();
        let source = file.as_ref().and_then(|file| classpath.source_name(file));
        let owner = |class: &str| {
            let file = classpath.find(class).ok().flatten();
            let name = file.and_then(|file| classpath.source_name(&file));
            name.unwrap_or_else(|| class.replace('/', "."))
        };
        let how = match &recipe.make {
            Make::Constructor { descriptor } => {
                let method = file.as_ref().and_then(|f| f.method("<init>", descriptor));
                let own = method.map_or(0, |m| m.access);
                let nested = file.as_ref().and_then(|file| {
                    let is_it = |inner: &&classpath::InnerClass| inner.inner == file.name;
                    file.inner_classes.iter().find(is_it)
                });
                let flags = nested.map_or_else(
                    || file.as_ref().map_or(0, |file| file.access),
                    |nested| nested.access,
                );
                let visibility = visibility(own).max(visibility(flags));
                // A constructor that takes reflection is found by types that a test need not be able to name, either.
                let spelled = |ty: &classpath::FieldType| match ty {
                    classpath::FieldType::Object(name)
                        if visibility != Visibility::Public
                            && name.contains('$')
                            && class_visibility(&classpath, name) != Visibility::Public =>
                    {
                        ty.java_name()
                    }
                    _ => classpath.source_type(ty),
                };
                let types = classpath::MethodDescriptor::parse(descriptor);
                let types = types.map(|types| types.params.iter().map(spelled).collect());
                Made::New {
                    types: types.unwrap_or_default(),
                    arguments,
                    visibility,
                    inner: nested.is_some_and(|n| n.access & access::STATIC == 0)
                        && file.as_ref().is_some_and(|f| f.record.is_none()),
                }
            }
            Make::Factory {
                class,
                name,
                descriptor,
                ..
            } => {
                let file = classpath.find(class).ok().flatten();
                let method = file.as_ref().and_then(|f| f.method(name, descriptor));
                let own = method.map_or(0, |m| m.access);
                let visibility = visibility(own).max(class_visibility(&classpath, class));
                Made::Factory {
                    class: match visibility {
                        Visibility::Private => class.replace('/', "."),
                        _ => owner(class),
                    },
                    method: name.to_string(),
                    types: self.types(&recipe.params),
                    arguments,
                    visibility,
                    wider: !descriptor.ends_with(&format!(")L{};", recipe.class)),
                }
            }
            Make::Method { name, .. } => Made::Method {
                name: name.to_string(),
                arguments,
            },
            Make::Constant { class, name, .. } => {
                let file = classpath.find(class).ok().flatten();
                let mut fields = file.iter().flat_map(|f| &f.fields);
                let own = match &**name {
                    "class" => access::PUBLIC,
                    _ => fields.find(|f| *f.name == **name).map_or(0, |f| f.access),
                };
                let visibility = visibility(own).max(class_visibility(&classpath, class));
                Made::Constant {
                    class: match visibility {
                        Visibility::Package if &**name == "class" => class.replace('/', "."),
                        Visibility::Private => class.replace('/', "."),
                        _ => owner(class),
                    },
                    name: name.to_string(),
                    visibility,
                }
            }
            Make::Array { .. } => unreachable!("arrays are no objects here"),
        };
        let source = source.map(|source| source + &self.type_arguments(recipe));
        let fields = self.fields.get(&index).cloned().unwrap_or_default();
        let fields = fields.into_iter().filter_map(|field| {
            let input = &self.inputs[field as usize];
            let of = input.field.clone()?;
            // Whatever the constructor left there will do.
            if let InputValue::Primitive(term) = &input.value
                && !self.used.contains(term)
            {
                return None;
            }
            let ty = match class_visibility(&classpath, &input.ty.replace('.', "/")) {
                Visibility::Public => source_spelling(&classpath, &input.ty),
                // A test may have to name the type that the field is declared with, which is wider.
                _ => declared_type(&classpath, &of.class, &of.name)
                    .unwrap_or_else(|| source_spelling(&classpath, &input.ty)),
            };
            let value = self.value(field);
            Some(FieldValue {
                time: field,
                name: of.name.to_string(),
                class: of.class.replace('/', "."),
                ty,
                setter: of.setter.as_ref().map(|setter| setter.to_string()),
                visibility: visibility(of.access),
                value,
            })
        });
        ObjectValue {
            time: index,
            class,
            source,
            made: how,
            calls,
            fields: fields.collect(),
            failed: made.object.is_null(),
        }
    }

    fn types(&self, params: &[machine::Param]) -> Vec<String> {
        let classpath = self.machine.classpath();
        params.iter().map(|p| written(classpath, &p.ty)).collect()
    }

    /// `<java.lang.String>` for a collection whose elements are known to be of that type.
    fn type_arguments(&self, recipe: &machine::Recipe) -> String {
        let Type::Class { args, .. } = &recipe.ty else {
            return String::new();
        };
        if recipe.calls.is_empty() && !recipe.class.starts_with("java/util/") || args.is_empty() {
            return String::new();
        }
        let classpath = self.machine.classpath();
        let args: Vec<String> = args.iter().map(|arg| written(classpath, arg)).collect();
        format!("<{}>", args.join(", "))
    }

    fn length(&mut self, length: Term) -> usize {
        if self.idle.contains(&length) {
            return 0;
        }
        bits(&evaluate(
            self.machine,
            self.evaluator,
            &self.path.model,
            length,
        )) as usize
    }

    /// The bits of a symbol's value. A model has one NaN; where the path looked at its bits, their symbol has the right
    /// ones.
    fn exact_bits(&mut self, term: Term) -> u128 {
        let asked = self.machine.float_bits.get(&term).copied();
        let term = asked.filter(|b| self.used.contains(b)).unwrap_or(term);
        bits(&evaluate(
            self.machine,
            self.evaluator,
            &self.path.model,
            term,
        ))
    }

    /// The bits of those elements of a floating-point array whose bits the path looked at.
    fn cell_bits(&mut self, cells: Term) -> BTreeMap<u128, u128> {
        let pool = &self.machine.pool;
        let of_cells = |term: Term| {
            let children = pool.children(term);
            (pool.op(term) == Op::Select && children[0] == cells).then(|| children[1])
        };
        let asked = self.machine.float_bits.iter();
        let asked = asked.filter_map(|(term, b)| Some((of_cells(*term)?, *b)));
        let asked: Vec<(Term, Term)> = asked.filter(|(_, b)| self.used.contains(b)).collect();
        let mut value = |term| {
            bits(&evaluate(
                self.machine,
                self.evaluator,
                &self.path.model,
                term,
            ))
        };
        asked
            .into_iter()
            .map(|(index, b)| (value(index), value(b)))
            .collect()
    }

    fn plain(&mut self, input: &Input) -> outcome::InputValue {
        let fresh = self.fresh;
        let own = |value| match fresh {
            true => outcome::InputValue::Fresh(Box::new(value)),
            false => value,
        };
        match &input.value {
            InputValue::Primitive(term) => primitive(&input.ty, self.exact_bits(*term)),
            InputValue::Boxed(term) => {
                let inside = match input.ty.rsplit('.').next().unwrap_or("") {
                    "Integer" => "int",
                    "Character" => "char",
                    "Boolean" => "boolean",
                    "Byte" => "byte",
                    "Short" => "short",
                    "Long" => "long",
                    "Float" => "float",
                    _ => "double",
                };
                let value = primitive(inside, self.exact_bits(*term));
                own(outcome::InputValue::boxed(value))
            }
            InputValue::String {
                length,
                symbol,
                cut,
                ..
            } => {
                let length = self.length(*length);
                let (machine, evaluator) = (&mut *self.machine, &mut *self.evaluator);
                let units =
                    crate::strings::units(machine, evaluator, self.path, symbol, length, *cut);
                own(outcome::InputValue::String(JavaString::from_units(units)))
            }
            InputValue::Array { length, cells, .. } => {
                let length = self.length(*length);
                let element = input.ty.trim_end_matches("[]");
                let known = self.cell_bits(*cells);
                let cells = evaluate(self.machine, self.evaluator, &self.path.model, *cells);
                let elements = (0..length).map(|i| {
                    if let Some(bits) = known.get(&(i as u128)) {
                        return primitive(element, *bits);
                    }
                    let value = cells
                        .as_array()
                        .map(|a| a.get(&Value::bv(32, i as u128)).clone());
                    primitive(element, value.as_ref().map_or(0, bits))
                });
                outcome::InputValue::Array(elements.collect())
            }
            InputValue::Text(text) => outcome::InputValue::String((&**text).into()),
            InputValue::Null | InputValue::Same(_) | InputValue::Made(_) => {
                outcome::InputValue::Null
            }
        }
    }
}

/// How a reader finds an input: `list.next`, `accounts[0]`.
pub fn input_name(inputs: &[&Input], index: usize) -> String {
    let Some(input) = inputs.get(index) else {
        return String::new();
    };
    let is_parent = |other: &&Input| match &other.value {
        InputValue::Made(made) => made.parts.contains(&(index as u32)),
        _ => false,
    };
    let parent = match (&input.field, input.role) {
        (Some(field), _) => Some(field.owner as usize),
        (None, Role::Part) => inputs.iter().position(is_parent),
        _ => None,
    };
    match parent {
        Some(parent) if parent != index => {
            let separator = if input.name.starts_with('[') { "" } else { "." };
            format!("{}{separator}{}", input_name(inputs, parent), input.name)
        }
        _ => input.name.to_string(),
    }
}

fn visibility(flags: u16) -> Visibility {
    if flags & access::PUBLIC != 0 {
        Visibility::Public
    } else if flags & access::PRIVATE != 0 {
        Visibility::Private
    } else {
        Visibility::Package
    }
}

/// Who may name a class, with those around it.
fn class_visibility(classpath: &classpath::ClassPath, class: &str) -> Visibility {
    let Some(file) = classpath.find(class).ok().flatten() else {
        return Visibility::Public;
    };
    let nested = file.inner_classes.iter().find(|i| i.inner == file.name);
    match nested {
        None => visibility(file.access),
        Some(nested) => {
            let outer = nested.outer.as_deref();
            let around = outer.map_or(Visibility::Private, |o| class_visibility(classpath, o));
            visibility(nested.access).max(around)
        }
    }
}

/// The type of a field, as source writes it.
fn declared_type(classpath: &classpath::ClassPath, class: &str, name: &str) -> Option<String> {
    let file = classpath.find(class).ok().flatten()?;
    let field = file.fields.iter().find(|field| *field.name == *name)?;
    let ty = classpath::FieldType::parse(&field.descriptor).ok()?;
    Some(classpath.source_type(&ty))
}

/// A binary name, perhaps with brackets, as source writes it.
fn source_spelling(classpath: &classpath::ClassPath, name: &str) -> String {
    let element = name.trim_end_matches("[]");
    let class = classpath.find(&element.replace('.', "/")).ok().flatten();
    let source = class.and_then(|class| classpath.source_name(&class));
    match source {
        Some(source) => source + &name[element.len()..],
        None => name.to_owned(),
    }
}

/// A type with its arguments, as source writes it.
fn written(classpath: &classpath::ClassPath, ty: &Type) -> String {
    match ty {
        Type::Array(element) => written(classpath, element) + "[]",
        Type::Class { name, args } => {
            let class = classpath.find(name).ok().flatten();
            let source = class.and_then(|class| classpath.source_name(&class));
            let source = source.unwrap_or_else(|| name.replace('/', "."));
            match args.is_empty() {
                true => source,
                false => {
                    let args: Vec<String> = args.iter().map(|a| written(classpath, a)).collect();
                    format!("{source}<{}>", args.join(", "))
                }
            }
        }
        Type::Primitive(_) => ty.java_name(),
    }
}

/// Whether an input says anything: a receiver without state is not worth a word, unless it is of a subclass of the entry's
/// class.
pub fn is_telling(input: &Input, inputs: &[Input], class: &str) -> bool {
    let InputValue::Made(made) = &input.value else {
        return true;
    };
    let index = inputs.iter().position(|other| std::ptr::eq(other, input));
    let has_fields = inputs.iter().any(|other| {
        let owner = other.field.as_ref().map(|f| f.owner as usize);
        owner.is_some() && owner == index
    });
    let of_class = *made.recipe.class == *class;
    let constructed = matches!(made.recipe.make, Make::Constructor { .. });
    let plain = of_class && constructed && made.parts.is_empty();
    input.role != Role::Receiver || !plain || has_fields
}

/// Lengths that the path does not relate to anything else and that may be zero: the shortest is as good as any.
pub fn idle_lengths(machine: &mut Machine, path: &Path, inputs: &[Input]) -> BTreeSet<Term> {
    let lengths = inputs.iter().filter_map(|input| match &input.value {
        InputValue::String { length, .. } | InputValue::Array { length, .. } => Some(*length),
        _ => None,
    });
    let mut idle: BTreeSet<Term> = lengths.collect();
    for condition in path.all_conditions() {
        let support = machine.pool.support(condition);
        if let [only] = &support[..]
            && idle.contains(only)
        {
            let mut zero = Model::default();
            zero.set(*only, Value::bv(32, 0));
            let holds = Evaluator::default().eval(&machine.pool, &zero, condition);
            if holds.is_ok_and(|value| value.as_bool() == Some(true)) {
                continue;
            }
        }
        for symbol in support.iter() {
            idle.remove(symbol);
        }
    }
    idle
}
