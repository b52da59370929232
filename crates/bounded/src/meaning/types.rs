//! What a specification speaks of, found before anything is encoded: the types of its fields and variables decide which
//! objects there must be.

use super::{Callee, class_file_name};
use crate::constants::Constant;
use crate::generics;
use crate::graph::{self, Atom, Bounds, Calls, Graph, MapInfo, Var};
use crate::lists;
use crate::program::Program;
use crate::universe::Types;
use classpath::Name;
use jml::Specifications;
use jml::contract::{ModelMethod, Representation, Represents};
use jml::resolved::{
    Call, Dispatch, Expr, ExprKind, FieldOrigin, FieldRef, Literal, Location, LocationKind, Type,
    Via,
};
use std::collections::BTreeSet;

/// Calls `f` for an expression and all within it, location sets included.
pub fn visit(expr: &Expr, f: &mut impl FnMut(&Expr)) {
    f(expr);
    match &expr.kind {
        ExprKind::Literal(_)
        | ExprKind::This
        | ExprKind::Result
        | ExprKind::Thrown
        | ExprKind::Parameter(_)
        | ExprKind::Local(_)
        | ExprKind::Bound(_)
        | ExprKind::TypeLiteral(_)
        | ExprKind::StaticInvariantFor(_)
        | ExprKind::Unsupported(_) => {}
        ExprKind::Field { receiver, .. } => {
            if let Some(receiver) = receiver {
                visit(receiver, f);
            }
        }
        ExprKind::Element { array: a, index: b }
        | ExprKind::Binary(_, a, b)
        | ExprKind::Subtype(a, b)
        | ExprKind::Let {
            value: a, body: b, ..
        }
        | ExprKind::Provided {
            condition: a,
            value: b,
        }
        | ExprKind::Has { set: a, element: b }
        | ExprKind::Reaches { from: a, to: b, .. } => {
            visit(a, f);
            visit(b, f);
        }
        ExprKind::Conditional(a, b, c) => {
            visit(a, f);
            visit(b, f);
            visit(c, f);
        }
        ExprKind::Length(a)
        | ExprKind::Unary(_, a)
        | ExprKind::Convert(a)
        | ExprKind::Narrow(a)
        | ExprKind::Cast(a)
        | ExprKind::Unbox(a)
        | ExprKind::Boxed(a)
        | ExprKind::InstanceOf(a, _)
        | ExprKind::TypeOf(a)
        | ExprKind::ElementType(a)
        | ExprKind::Old(a, _)
        | ExprKind::Reachable { from: a, .. }
        | ExprKind::SizeOfSet(a)
        | ExprKind::NonNullElements(a)
        | ExprKind::InvariantFor(a) => visit(a, f),
        ExprKind::Quantifier(quantifier) => {
            visit(&quantifier.range, f);
            visit(&quantifier.body, f);
        }
        ExprKind::Call(call) | ExprKind::ModelCall(call) => {
            call.receiver.iter().for_each(|e| visit(e, f));
            call.arguments.iter().for_each(|e| visit(e, f));
        }
        ExprKind::Fresh(list) => list.iter().for_each(|e| visit(e, f)),
        ExprKind::NotModified(locations) | ExprKind::LocSetTest(_, locations) => {
            locations.iter().for_each(|l| visit_location(l, f));
        }
        ExprKind::Locations(location) => visit_location(location, f),
    }
}

pub fn visit_location(location: &Location, f: &mut impl FnMut(&Expr)) {
    match &location.kind {
        LocationKind::Nothing
        | LocationKind::StrictlyNothing
        | LocationKind::Everything
        | LocationKind::AllStatic(_)
        | LocationKind::FreshLocations
        | LocationKind::Unsupported(_) => {}
        LocationKind::Field { receiver, .. } => receiver.iter().for_each(|e| visit(e, f)),
        LocationKind::Element { array, index } => {
            visit(array, f);
            visit(index, f);
        }
        LocationKind::Range { array, low, high } => {
            visit(array, f);
            low.iter().chain(high).for_each(|e| visit(e, f));
        }
        LocationKind::AllFields(e)
        | LocationKind::Local(e)
        | LocationKind::Value(e)
        | LocationKind::EachOf { objects: e, .. } => visit(e, f),
        LocationKind::Union(list) | LocationKind::Intersection(list) => {
            list.iter().for_each(|l| visit_location(l, f));
        }
        LocationKind::Difference(a, b) => {
            visit_location(a, f);
            visit_location(b, f);
        }
        LocationKind::Conditional { condition, yes, no } => {
            visit(condition, f);
            visit_location(yes, f);
            visit_location(no, f);
        }
        LocationKind::Each { guard, of, .. } => {
            visit(guard, f);
            visit_location(of, f);
        }
    }
}

/// Edges beyond which the graph of a pure method is given up.
pub const OF_PURE_METHODS: usize = 20_000;

/// Gathers types from graphs and expressions, through pure methods, model fields and invariants.
pub struct Collector<'a> {
    program: &'a Program,
    specifications: &'a Specifications,
    bounds: Bounds,
    pub types: Types,
    /// Classes over all of whose objects something is said.
    pub quantified: BTreeSet<String>,
    /// The classes of the static fields that are read.
    statics: BTreeSet<Name>,
    reads: Reads,
    seen: BTreeSet<(String, String)>,
}

/// What the value of an expression rests on.
#[derive(Default)]
pub struct Reads {
    /// By class and name, static ones among them.
    pub fields: BTreeSet<(Name, Name)>,
    pub elements: bool,
    /// A method could not be looked into.
    pub anything: bool,
}

/// What an expression reads itself and through the methods and model fields that it asks for.
pub fn collect_reads(
    program: &Program,
    specifications: &Specifications,
    expr: &Expr,
    bounds: &Bounds,
) -> Reads {
    let mut collector = Collector::new(program, specifications, bounds);
    collector.expr(expr);
    collector.reads
}

/// The types that a graph and some expressions speak of, and the classes over all of whose objects they do.
pub fn collect_types<'e>(
    program: &Program,
    specifications: &Specifications,
    graph: &Graph,
    exprs: impl Iterator<Item = &'e Expr>,
    bounds: &Bounds,
) -> (Types, BTreeSet<String>) {
    let collector = collect(program, specifications, graph, exprs, bounds);
    (collector.types, collector.quantified)
}

/// The classes of the static fields that a graph and some expressions read, through whatever they call.
pub fn collect_statics<'e>(
    program: &Program,
    specifications: &Specifications,
    graph: &Graph,
    exprs: impl Iterator<Item = &'e Expr>,
    bounds: &Bounds,
) -> BTreeSet<Name> {
    collect(program, specifications, graph, exprs, bounds).statics
}

fn collect<'e, 'a>(
    program: &'a Program,
    specifications: &'a Specifications,
    graph: &Graph,
    exprs: impl Iterator<Item = &'e Expr>,
    bounds: &Bounds,
) -> Collector<'a> {
    let mut collector = Collector::new(program, specifications, bounds);
    collector.graph(graph);
    for (class, count) in &graph.made {
        collector.types.made.insert(class.clone(), *count);
    }
    collector.types.grows = graph.grows;
    exprs.for_each(|expr| collector.expr(expr));
    collector
}

impl<'a> Collector<'a> {
    fn new(program: &'a Program, specifications: &'a Specifications, bounds: &Bounds) -> Self {
        Collector {
            program,
            specifications,
            bounds: Bounds {
                edges: OF_PURE_METHODS,
                calls: Calls::Inline,
                ..bounds.clone()
            },
            types: Types::default(),
            quantified: BTreeSet::new(),
            statics: BTreeSet::new(),
            reads: Reads::default(),
            seen: BTreeSet::new(),
        }
    }

    fn graph(&mut self, graph: &Graph) {
        let frame = &graph.frames[0];
        // What the JDK asks of a list is of a type that the call tells.
        let asks = lists::knows_lists(&frame.class.name);
        let generic = generics::of_parameters(self.program, &frame.class, frame.method);
        let receivers = graph.params.len() - generic.len().min(graph.params.len());
        let vars = |var: &Var| &graph.vars[var.0 as usize];
        for var in graph.params.iter().take(receivers).map(vars) {
            if let (Some(descriptor), false) = (&var.descriptor, asks) {
                self.types.declare(descriptor);
            }
        }
        for ty in generic.iter().filter(|_| !asks) {
            self.types.declare_generic(self.program, ty);
        }
        for var in &graph.vars {
            if let Some((class, name)) = &var.field {
                self.field(class, name, var.descriptor.as_ref());
            }
        }
        let read = graph.vars.iter().filter_map(|var| var.field.clone());
        self.statics.extend(read.map(|(class, _)| class));
        for class in &graph.asked {
            match class.starts_with('[') {
                true => self.types.declare(class),
                false => {
                    self.types.declared.insert(class.clone());
                }
            }
        }
        for edge in &graph.edges {
            edge.statement.for_each_atom(|atom| match atom {
                Atom::Text(at) => {
                    self.types.texts.insert(graph.texts[at as usize].clone());
                }
                Atom::Fixed(at) => {
                    self.types.fixed.insert(graph.fixed[at as usize].0.clone());
                }
                _ => {}
            });
        }
        for map in &graph.maps {
            self.reads.elements |= !matches!(map, MapInfo::Field { .. });
            if let MapInfo::Field {
                class,
                name,
                descriptor,
            } = map
            {
                // Iterators of lists are made by the method.
                if !lists::knows_lists(class) {
                    self.field(class, name, Some(descriptor));
                }
                self.types.names |= &**class == "java/lang/Enum" && &**name == "name";
            }
        }
    }

    /// A field, with what its signature says; ghost fields have none.
    fn field(&mut self, class: &str, name: &str, descriptor: Option<&Name>) {
        (self.reads.fields).insert((class.into(), name.into()));
        match generics::of_field(self.program, class, name) {
            Some(ty) => self.types.declare_generic(self.program, &ty),
            None => descriptor
                .iter()
                .for_each(|descriptor| self.types.declare_source(descriptor)),
        }
    }

    fn ty(&mut self, ty: &Type) {
        if let Type::Java(ty) = ty {
            self.types.declare(&ty.to_string());
        }
    }

    pub fn expr(&mut self, expr: &Expr) {
        let mut found = Vec::new();
        visit(expr, &mut |e| found.push(e.clone()));
        for e in found {
            match &e.kind {
                ExprKind::Literal(Literal::String(text)) => {
                    self.types.texts.insert(text.clone());
                }
                ExprKind::Field { receiver, field } => {
                    match field.origin {
                        FieldOrigin::Java => {
                            let descriptor = field.descriptor().map(Name::from);
                            self.field(&field.class, &field.name, descriptor.as_ref());
                        }
                        _ => {
                            let named = (field.class.clone(), field.name.clone());
                            self.reads.fields.insert(named);
                            let descriptor = field.descriptor();
                            descriptor.iter().for_each(|d| self.types.declare_source(d));
                        }
                    }
                    if field.is_static {
                        self.statics.insert(field.class.clone());
                    }
                    if receiver.is_none() && field.is_final {
                        match (self.program).static_constant(&field.class, &field.name) {
                            Constant::Object(object) => {
                                self.types.fixed.insert(object);
                            }
                            Constant::Text(text) => {
                                self.types.texts.insert(text);
                            }
                            _ => {}
                        }
                    }
                    if field.origin == FieldOrigin::Model
                        && self
                            .seen
                            .insert((field.class.to_string(), field.name.to_string()))
                    {
                        for (all, _) in
                            representations(self.program, self.specifications, field, &field.class)
                        {
                            for represents in all {
                                if let Representation::Value(value) = &represents.meaning {
                                    self.expr(value);
                                }
                            }
                        }
                    }
                }
                ExprKind::Reaches { via, .. } | ExprKind::Reachable { via, .. } => {
                    if let Via::Fields(fields) = via {
                        fields.iter().for_each(|field| self.ty(&field.ty));
                    }
                }
                ExprKind::InstanceOf(_, ty) | ExprKind::TypeLiteral(Some(ty)) => {
                    self.types.declare(&ty.to_string());
                }
                ExprKind::StaticInvariantFor(class) => {
                    self.statics.insert(class.clone());
                }
                ExprKind::Cast(_) => self.ty(&e.ty),
                ExprKind::Quantifier(quantifier) => {
                    for variable in &quantifier.variables {
                        self.ty(&variable.ty);
                        self.quantified.extend(class_file_name(&variable.ty));
                    }
                }
                ExprKind::ModelCall(call) => {
                    let method = &call.method;
                    let key = (
                        method.class.to_string(),
                        format!("{}{}", method.name, method.descriptor),
                    );
                    if self.seen.insert(key) {
                        for (model, _) in models(self.program, self.specifications, call) {
                            let requires = model.requires.iter().map(|clause| &clause.expr);
                            requires.chain(&model.body).for_each(|e| self.expr(e));
                        }
                    }
                }
                ExprKind::Call(call) => {
                    let method = &call.method;
                    let key = (
                        format!("{}.{}", method.class, method.name),
                        method.descriptor.to_string(),
                    );
                    if self.seen.insert(key) {
                        for callee in callees(self.program, method, call.dispatch) {
                            self.callee(&callee.0);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn callee(&mut self, callee: &Callee) {
        let (class, method) = (&callee.class, callee.method);
        let built = graph::build(self.program, class, method, &self.bounds, &|_| false);
        self.reads.anything |= built.is_err();
        if let Ok(graph) = built {
            let is_known = self.types.declared.contains(&class.name);
            self.graph(&graph);
            // The receiver of a method that all enums have is of a type that the call tells, not of any enum.
            if &*class.name == "java/lang/Enum" && !is_known {
                self.types.declared.remove(&class.name);
            }
        }
    }
}

/// The model methods that a call can mean, with the classes of receivers for which they do; none for all receivers.
pub fn models(
    program: &Program,
    specifications: &Specifications,
    call: &Call,
) -> Vec<(ModelMethod, Vec<Name>)> {
    let method = &call.method;
    let of = |class: &str| {
        let mut all = specifications.class(class).model_methods;
        all.retain(|m| m.method.name == method.name && m.method.descriptor == method.descriptor);
        all.pop()
    };
    if call.dispatch != Dispatch::Virtual {
        return of(&method.class)
            .map(|model| (model, Vec::new()))
            .into_iter()
            .collect();
    }
    let mut found: Vec<(ModelMethod, Vec<Name>)> = Vec::new();
    for class in program.concrete_below(&method.class) {
        let Some(model) = of(&class) else { continue };
        match found
            .iter_mut()
            .find(|(known, _)| known.method == model.method)
        {
            Some((_, classes)) => classes.push(class),
            None => found.push((model, vec![class])),
        }
    }
    found
}

/// What represents a model field of an object of this type, with the classes of objects for which it does; of a static one
/// for none.
pub fn representations(
    program: &Program,
    specifications: &Specifications,
    field: &FieldRef,
    ty: &str,
) -> Vec<(Vec<Represents>, Vec<Name>)> {
    let of = |class: &str| {
        let models = specifications.class(class).model_fields.into_iter();
        let own = models.into_iter().find(|model| model.field == *field);
        own.map(|model| model.represents).unwrap_or_default()
    };
    if field.is_static {
        return vec![(of(&field.class), Vec::new())];
    }
    let mut found: Vec<(Vec<Represents>, Vec<Name>)> = Vec::new();
    let below = program.concrete_below(ty);
    if below.is_empty() {
        return vec![(of(ty), Vec::new())];
    }
    for class in below {
        let represents = of(&class);
        match found.iter_mut().find(|(known, _)| *known == represents) {
            Some((_, classes)) => classes.push(class),
            None => found.push((represents, vec![class])),
        }
    }
    found
}

/// The methods that a call in a specification can run, with the classes of receivers for which they do.
pub fn callees(
    program: &Program,
    method: &jml::resolved::MethodRef,
    dispatch: Dispatch,
) -> Vec<(Callee, Vec<Name>)> {
    if dispatch != Dispatch::Virtual {
        let found = program.select(&method.class, &method.name, &method.descriptor);
        let callee = found.map(|(class, method)| (Callee { class, method }, Vec::new()));
        return callee.into_iter().collect();
    }
    let none = BTreeSet::new();
    let targets = program.targets(&method.class, &method.name, &method.descriptor, &none);
    let callee = |target: crate::program::Target| {
        let (class, method) = (target.class, target.method);
        (Callee { class, method }, target.receivers)
    };
    targets.into_iter().map(callee).collect()
}
