//! How many objects of a class a counterexample can need. What nothing leads to from the method's arguments and from static
//! fields is of no consequence, except where a specification speaks of all objects: a promise that fails for some object
//! needs that object, an assumption that holds for all holds for fewer. So the scope is cut down to what can be reached from
//! arguments, static fields and such witnesses; every counterexample in the whole scope is also one without the rest.

use crate::encode::all_reference_maps;
use crate::graph::{MapInfo, What};
use crate::meaning::{class_file_name, visit, visit_location};
use crate::problem::Subject;
use crate::universe::{Scope, Universe, source_name};
use ir::ElementKind;
use jml::contract::Contract;
use jml::resolved::{
    BinaryOp, Expr, ExprKind, FieldOrigin, Location, LocationKind, QuantifierKind, UnaryOp,
};
use std::collections::{BTreeMap, BTreeSet};

/// Objects that must be there for some reason, by type.
#[derive(Debug, Default, Clone)]
struct Witnesses {
    /// So many of a type.
    counts: BTreeMap<String, u32>,
    /// Types of which all objects may matter.
    all: BTreeSet<String>,
    /// Whether there is more to an expression than can be seen: invariants, model fields or model methods.
    hidden: bool,
    /// Whether a set of locations is made of all objects of some type.
    everything: bool,
}

/// What is wanted of a condition in a counterexample.
#[derive(Debug, Clone, Copy)]
struct Wanted {
    truth: bool,
    /// For more than one thing at a time.
    often: bool,
    /// Whether it has that value in every counterexample. Otherwise it may also have the other one, or none, and that may be
    /// owed to one object for which nothing holds or nothing can be said.
    surely: bool,
}

impl Subject<'_> {
    /// The scope of a universe without objects that no counterexample needs; `quantified` are the types that anything is
    /// said of all of.
    pub(crate) fn cut_down(
        &self,
        scope: &Scope,
        universe: &Universe,
        quantified: &BTreeSet<String>,
    ) -> Scope {
        // What a contract says of a result, or of what has changed, may be any object.
        if !self.graph.calls.is_empty() {
            return scope.clone();
        }
        let witnesses = self.witnesses(universe, quantified);
        if witnesses.everything {
            return scope.clone();
        }
        let roots = self.roots();
        let at_first: Vec<u32> = (universe.classes.iter())
            .map(|class| {
                let is = |ty: &str| self.program.is_subclass(&class.name, ty);
                let stays = class.constants || class.opaque && !class.is_text();
                if stays || witnesses.all.iter().any(|ty| is(ty)) {
                    return class.before;
                }
                let counts = witnesses.counts.iter().filter(|(ty, _)| is(ty));
                let wanted: u32 = counts.map(|(_, count)| *count).sum();
                wanted + roots.iter().filter(|ty| is(ty)).count() as u32
            })
            .collect();
        let slots = self.slots(scope, universe);
        let mut needed = at_first.clone();
        loop {
            let mut next = at_first.clone();
            for (from, to, count) in &slots {
                let led = needed[*from].saturating_mul(*count);
                next[*to] = next[*to].saturating_add(led);
            }
            for (next, class) in next.iter_mut().zip(&universe.classes) {
                *next = (*next).min(class.before);
            }
            if next == needed {
                break;
            }
            needed = next;
        }
        let mut cut = scope.clone();
        for (class, needed) in universe.classes.iter().zip(needed) {
            if class.constants || class.before == 0 || &*class.name == "java/lang/Object" {
                continue;
            }
            // All by their full names: another class may have the same simple one. With none at all there would be
            // nothing to speak of.
            cut.classes.insert(source_name(&class.name), needed.max(1));
        }
        cut
    }

    /// The types of arguments and static fields, each as often as there are some.
    fn roots(&self) -> Vec<String> {
        let vars = &self.graph.vars;
        let params = self.graph.params.iter().map(|var| &vars[var.0 as usize]);
        let fields = vars.iter().filter(|var| var.field.is_some());
        let used = params
            .chain(fields)
            .filter_map(|var| var.descriptor.clone());
        let mut found: Vec<String> = used.map(|descriptor| descriptor.to_string()).collect();
        let fields = self.program.static_types.iter();
        found.extend(fields.map(|descriptor| descriptor.to_string()));
        found.retain(|descriptor| descriptor.starts_with(['L', '[']));
        found.iter().map(|ty| type_name(ty)).collect()
    }

    /// How many references an object of one class can hold to objects of another.
    fn slots(&self, scope: &Scope, universe: &Universe) -> Vec<(usize, usize, u32)> {
        let maps = all_reference_maps(self.program, universe);
        let mut found = Vec::new();
        let length = scope.length.max(universe.longest_array(ElementKind::Ref));
        for (from, class) in universe.classes.iter().enumerate() {
            let mut seen: Vec<&MapInfo> = Vec::new();
            for map in maps.iter().filter(|map| class.has(self.program, map)) {
                if seen.contains(&map) {
                    continue;
                }
                seen.push(map);
                let (types, count) = match map {
                    MapInfo::Field { descriptor, .. } => (vec![type_name(descriptor)], 1),
                    _ if class.is_list() => {
                        let types = universe.elements.iter().map(|ty| ty.to_string());
                        (types.collect(), length)
                    }
                    _ => (vec![type_name(&class.name[1..])], length),
                };
                for (to, target) in universe.classes.iter().enumerate() {
                    let fits = |ty: &String| self.program.is_subclass(&target.name, ty);
                    if types.iter().any(fits) {
                        found.push((from, to, count));
                    }
                }
            }
        }
        found
    }

    fn witnesses(&self, universe: &Universe, quantified: &BTreeSet<String>) -> Witnesses {
        let mut assumed = Witnesses::default();
        let mut seen = BTreeSet::new();
        let mut promised: Vec<Witnesses> = Vec::new();
        let truth = |often| Wanted {
            truth: true,
            often,
            surely: true,
        };
        let falsehood = Wanted {
            truth: false,
            often: false,
            surely: false,
        };
        let mut promise = |expr: &Expr, seen: &mut BTreeSet<String>, own: Option<&str>| {
            let mut one = Witnesses::default();
            one.look(expr, falsehood, seen);
            own.iter().for_each(|ty| one.count(ty));
            promised.push(one);
        };
        for case in &self.contract.cases {
            for clause in &case.requires {
                assumed.look(&clause.expr, truth(false), &mut seen);
            }
            for location in case.assignable.iter().chain(&case.accessible).flatten() {
                assumed.everything |= is_made_of_all(location);
                visit_location(location, &mut |e| assumed.keep(e));
            }
        }
        for expr in promises(&self.contract) {
            promise(expr, &mut seen, None);
        }
        for said in &self.graph.said {
            match &said.what {
                What::Assert(clause) => promise(&clause.expr, &mut seen, None),
                What::Assume(clause) => assumed.look(&clause.expr, truth(true), &mut seen),
                What::Value { .. } => {
                    let all = said.expressions().into_iter();
                    all.for_each(|expr| assumed.keep(expr));
                }
                What::Anything(_) | What::Unreachable(_) | What::Reachable(_) => {}
            }
        }
        let classes: BTreeSet<_> = (universe.classes.iter().map(|class| class.name.clone()))
            .filter(|name| self.program.is_own(name))
            .collect();
        let beyond = self.static_invariants_beyond(&classes);
        let specs: Vec<_> = classes
            .iter()
            .map(|class| (class, self.specifications.class(class)))
            .collect();
        for (class, spec) in &specs {
            for invariant in &spec.invariants {
                let expr = &invariant.clause.expr;
                assumed.look(expr, truth(!invariant.is_static), &mut seen);
                // It may also break for an object that has nothing to do with the method.
                promise(expr, &mut seen, (!invariant.is_static).then_some(&**class));
            }
            for said in spec.constraints.iter().chain(&spec.initially) {
                promise(&said.clause.expr, &mut seen, None);
            }
        }
        for invariant in &beyond {
            assumed.look(&invariant.clause.expr, truth(false), &mut seen);
            promise(&invariant.clause.expr, &mut seen, None);
        }
        // One broken promise is enough.
        let mut most: BTreeMap<String, u32> = BTreeMap::new();
        for one in promised {
            for (ty, count) in one.counts {
                let slot = most.entry(ty).or_default();
                *slot = (*slot).max(count);
            }
            assumed.all.extend(one.all);
            assumed.hidden |= one.hidden;
            assumed.everything |= one.everything;
        }
        for (ty, count) in most {
            *assumed.counts.entry(ty).or_default() += count;
        }
        // What else is said of all objects is said in frames, in values, or behind a name.
        let unseen = quantified
            .iter()
            .filter(|ty| assumed.hidden || !seen.contains(*ty));
        assumed.all.extend(unseen.cloned());
        assumed
    }
}

fn promises(contract: &Contract) -> Vec<&Expr> {
    let mut found = Vec::new();
    for case in &contract.cases {
        let signals = case.signals.iter().flat_map(|signals| &signals.clauses);
        let clauses = case.ensures.iter().chain(signals);
        found.extend(clauses.map(|clause| &clause.expr));
    }
    found
}

/// A type as classes are named: `acme/Node`, `[I`.
fn type_name(descriptor: &str) -> String {
    match descriptor.strip_prefix('L') {
        Some(name) => name.trim_end_matches(';').to_owned(),
        None => descriptor.to_owned(),
    }
}

impl Witnesses {
    fn count(&mut self, ty: &str) {
        *self.counts.entry(ty.to_owned()).or_default() += 1;
    }

    /// Looks for quantifiers over objects. Types of which something is understood are added to `seen`.
    fn look(&mut self, expr: &Expr, wanted: Wanted, seen: &mut BTreeSet<String>) {
        let flipped = Wanted {
            truth: !wanted.truth,
            ..wanted
        };
        let perhaps = |wanted: Wanted| Wanted {
            surely: false,
            ..wanted
        };
        match &expr.kind {
            // One side may decide, unless both must be as they are.
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) => {
                let both = match (op, wanted.truth) {
                    (BinaryOp::And, true) | (BinaryOp::Or, false) => wanted,
                    _ => perhaps(wanted),
                };
                self.look(a, both, seen);
                self.look(b, both, seen);
            }
            ExprKind::Binary(BinaryOp::Implies, a, b) if wanted.truth => {
                self.look(a, perhaps(flipped), seen);
                self.look(b, perhaps(wanted), seen);
            }
            ExprKind::Binary(BinaryOp::Implies, a, b) => {
                self.look(a, flipped, seen);
                self.look(b, wanted, seen);
            }
            ExprKind::Unary(UnaryOp::Not, a) => self.look(a, flipped, seen),
            ExprKind::Old(a, _) => self.look(a, wanted, seen),
            ExprKind::Conditional(condition, a, b) => {
                self.keep(condition);
                self.look(a, perhaps(wanted), seen);
                self.look(b, perhaps(wanted), seen);
            }
            ExprKind::Quantifier(quantifier)
                if matches!(
                    quantifier.kind,
                    QuantifierKind::Forall | QuantifierKind::Exists
                ) =>
            {
                let is_forall = quantifier.kind == QuantifierKind::Forall;
                let for_all = is_forall == wanted.truth;
                for variable in &quantifier.variables {
                    let Some(ty) = class_file_name(&variable.ty) else {
                        continue;
                    };
                    if !for_all || !wanted.surely {
                        match wanted.often {
                            false => self.count(&ty),
                            true => {
                                self.all.insert(ty.clone());
                            }
                        }
                    }
                    seen.insert(ty);
                }
                let within = Wanted {
                    often: wanted.often || for_all,
                    ..wanted
                };
                let range = Wanted {
                    truth: wanted.truth != is_forall,
                    ..perhaps(within)
                };
                self.look(&quantifier.range, range, seen);
                self.look(&quantifier.body, within, seen);
            }
            // An invariant, or a value: whatever is in it matters.
            _ => self.keep(expr),
        }
    }

    /// Everything that is quantified over in an expression stays.
    fn keep(&mut self, expr: &Expr) {
        visit(expr, &mut |e| match &e.kind {
            ExprKind::Quantifier(quantifier) => {
                let types = quantifier.variables.iter();
                let types = types.filter_map(|variable| class_file_name(&variable.ty));
                self.all.extend(types);
            }
            ExprKind::InvariantFor(_)
            | ExprKind::StaticInvariantFor(_)
            | ExprKind::ModelCall(_) => self.hidden = true,
            ExprKind::Field { field, .. } if field.origin == FieldOrigin::Model => {
                self.hidden = true;
            }
            ExprKind::NotModified(locations) | ExprKind::LocSetTest(_, locations) => {
                self.everything |= locations.iter().any(is_made_of_all);
            }
            ExprKind::Locations(location) => self.everything |= is_made_of_all(location),
            _ => {}
        });
    }
}

/// Whether there is a union over all objects in it.
fn is_made_of_all(location: &Location) -> bool {
    match &location.kind {
        LocationKind::Each { .. } => true,
        LocationKind::Union(list) | LocationKind::Intersection(list) => {
            list.iter().any(is_made_of_all)
        }
        LocationKind::Difference(a, b) => is_made_of_all(a) || is_made_of_all(b),
        LocationKind::Conditional { yes, no, .. } => is_made_of_all(yes) || is_made_of_all(no),
        _ => false,
    }
}
