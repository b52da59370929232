//! How many objects of a class a counterexample can need. What nothing leads to from the method's arguments and from static
//! fields is of no consequence, except where a specification speaks of all objects: a promise that fails for some object
//! needs that object, an assumption that holds for all holds for fewer. So the scope is cut down to what can be reached from
//! arguments, static fields and such witnesses; every counterexample in the whole scope is also one without the rest.
//! Where no witness is of a class, all of its objects are led to (`led`), and the encoding may say so.

use crate::encode::all_reference_maps;
use crate::graph::{MapInfo, What};
use crate::meaning::{class_file_name, visit, visit_location};
use crate::problem::Subject;
use crate::universe::{Scope, Universe, source_name};
use classpath::Name;
use ir::ElementKind;
use jml::contract::Contract;
use jml::resolved::{
    BinaryOp, BoundId, BoundVariable, Expr, ExprKind, FieldOrigin, Literal, Location, LocationKind,
    OldState, Quantifier, QuantifierKind, UnaryOp,
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
    /// Variables that may be null.
    nullable: BTreeSet<BoundId>,
    /// Whether `this` is there in every state, as it is not in a constructor.
    sees_all: bool,
}

/// What counterexamples can do without.
pub(crate) struct Needed {
    pub scope: Scope,
    /// Classes whose objects all are reached from arguments, or from objects of other classes.
    pub led: BTreeSet<Name>,
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
    ) -> Needed {
        let all = Needed {
            scope: scope.clone(),
            led: BTreeSet::new(),
        };
        // What a contract says of a result, or of what has changed, may be any object.
        if !self.graph.calls.is_empty() {
            return all;
        }
        let witnesses = self.witnesses(universe, quantified);
        if witnesses.everything {
            return all;
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
        Needed {
            scope: cut,
            led: self.led(universe, &witnesses),
        }
    }

    /// Classes of which no witness is an object. The walk that numbers objects begins at arguments and goes along fields
    /// and elements of arrays; where there is more that holds references, nothing is said.
    fn led(&self, universe: &Universe, witnesses: &Witnesses) -> BTreeSet<Name> {
        let holds_more = !self.static_roots().is_empty()
            || !universe.fixed.is_empty()
            || universe.unlisted.is_some()
            || universe.gives_lists();
        if holds_more {
            return BTreeSet::new();
        }
        let classes = universe.classes.iter();
        // What is said of an object before and after may break though nobody touches the object.
        let is_constrained = |class: &Name| {
            let said = self.specifications.class(class).constraints;
            said.iter().any(|constraint| !constraint.is_static)
        };
        let own = classes.filter(|class| {
            let is_plain = !class.opaque && !class.constants;
            is_plain && self.program.is_own(&class.name) && !is_constrained(&class.name)
        });
        let is_led = |name: &Name| {
            let mut wanted = witnesses.all.iter().chain(witnesses.counts.keys());
            !wanted.any(|ty| self.program.is_subclass(name, ty))
        };
        own.map(|class| class.name.clone()).filter(is_led).collect()
    }

    /// The types of arguments and static fields, each as often as there are some.
    fn roots(&self) -> Vec<String> {
        let vars = &self.graph.vars;
        let params = self.graph.params.iter().map(|var| &vars[var.0 as usize]);
        let passed = params.filter_map(|var| var.descriptor.as_deref());
        let mut found = references(passed);
        found.extend(self.static_roots());
        found
    }

    fn static_roots(&self) -> Vec<String> {
        let fields = (self.graph.vars.iter()).filter(|var| var.field.is_some());
        let used = fields.filter_map(|var| var.descriptor.as_deref());
        references(used.chain(self.program.static_types.iter().map(|ty| &**ty)))
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
        let nothing = Witnesses {
            sees_all: !self.is_constructor(),
            ..Witnesses::default()
        };
        let mut assumed = nothing.clone();
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
            let mut one = nothing.clone();
            one.look(expr, falsehood, seen);
            own.iter().for_each(|ty| one.count(ty));
            promised.push(one);
        };
        for case in &self.contract.cases {
            for clause in &case.requires {
                assumed.look(&clause.expr, truth(false), &mut seen);
            }
            for location in case.assignable.iter().chain(&case.accessible).flatten() {
                assumed.everything |= is_made_of_all(location, false);
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
                What::Demand { .. } => {
                    let all = said.expressions().into_iter();
                    all.for_each(|expr| promise(&expr, &mut seen, None));
                }
                What::Value { .. } | What::Measure { .. } => {
                    let all = said.expressions().into_iter();
                    all.for_each(|expr| assumed.keep(&expr));
                }
                What::Begins(locations, _) => {
                    for location in locations {
                        assumed.everything |= is_made_of_all(location, false);
                        visit_location(location, &mut |e| assumed.keep(e));
                    }
                }
                What::Anything(_) | What::Unreachable(_) | What::Reachable(_) | What::Frame(..) => {
                }
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

/// The types among some descriptors that are of references.
fn references<'d>(descriptors: impl Iterator<Item = &'d str>) -> Vec<String> {
    let found = descriptors.filter(|descriptor| descriptor.starts_with(['L', '[']));
    found.map(type_name).collect()
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
                self.note_nullable(quantifier);
                for variable in &quantifier.variables {
                    let Some(ty) = class_file_name(&variable.ty) else {
                        continue;
                    };
                    let is_led_to = self.is_led_to(quantifier, variable);
                    if !is_led_to && (!for_all || !wanted.surely) {
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
                self.note_nullable(quantifier);
                for variable in &quantifier.variables {
                    if !self.is_led_to(quantifier, variable) {
                        self.all.extend(class_file_name(&variable.ty));
                    }
                }
            }
            ExprKind::Let { variable, .. } => {
                self.nullable.insert(*variable);
            }
            ExprKind::InvariantFor(_)
            | ExprKind::StaticInvariantFor(_)
            | ExprKind::ModelCall(_) => self.hidden = true,
            ExprKind::Field { field, .. } if field.origin == FieldOrigin::Model => {
                self.hidden = true;
            }
            ExprKind::NotModified(locations) => {
                self.everything |= locations.iter().any(|l| is_made_of_all(l, false));
            }
            // Whether all there is lies in a set is a matter of what there is.
            ExprKind::LocSetTest(_, locations) => {
                self.everything |= locations.iter().any(|l| is_made_of_all(l, true));
            }
            ExprKind::Locations(location) => self.everything |= is_made_of_all(location, true),
            _ => {}
        });
    }
}

impl Witnesses {
    fn note_nullable(&mut self, quantifier: &Quantifier) {
        let nullable = quantifier.variables.iter().filter(|v| v.nullable);
        self.nullable.extend(nullable.map(|variable| variable.id));
    }

    /// Whether a quantifier asks nothing of an object before it is known that one leads to it which is there anyway:
    /// `\reach(root, n, next)` comes first in the range, or to the left of the implication that is the body.
    fn is_led_to(&self, quantifier: &Quantifier, variable: &BoundVariable) -> bool {
        let is_true = ExprKind::Literal(Literal::Boolean(true));
        // Of other quantifiers what nothing leads to would fulfil the body.
        let is_forall = quantifier.kind == QuantifierKind::Forall;
        let guard = match (&quantifier.range.kind, &quantifier.body.kind) {
            (range, ExprKind::Binary(BinaryOp::Implies, a, _))
                if is_forall && *range == is_true =>
            {
                a
            }
            _ => &quantifier.range,
        };
        let mut conjuncts = Vec::new();
        flatten(guard, &mut conjuncts);
        // What leads to a variable is there only if it is none of those that nothing leads to so far.
        let mut open: BTreeSet<BoundId> = quantifier.variables.iter().map(|v| v.id).collect();
        for condition in conjuncts {
            match self.leads_to(condition, &open) {
                Some(led) => open.remove(&led),
                // Those before have a value whatever is asked, and say nothing of other objects.
                None => break,
            };
        }
        self.sees_all && !open.contains(&variable.id)
    }

    /// The variable of which a condition says that something leads to it.
    fn leads_to(&self, condition: &Expr, open: &BTreeSet<BoundId>) -> Option<BoundId> {
        let (from, to) = match &condition.kind {
            ExprKind::Old(inner, OldState::Pre) => return self.leads_to(inner, open),
            ExprKind::Reaches { from, to, .. } => (from, to),
            ExprKind::Has { set, element } => match &set.kind {
                ExprKind::Reachable { from, .. } => (from, element),
                _ => return None,
            },
            _ => return None,
        };
        match to.kind {
            ExprKind::Bound(variable) if self.is_there(from, open) => Some(variable),
            _ => None,
        }
    }

    /// Whether an expression always has a value, which is null or an object that stays.
    fn is_there(&self, expr: &Expr, open: &BTreeSet<BoundId>) -> bool {
        match &expr.kind {
            ExprKind::This | ExprKind::Parameter(_) | ExprKind::Result => true,
            ExprKind::Bound(id) => !open.contains(id),
            ExprKind::Field {
                receiver: Some(receiver),
                field,
            } if field.origin == FieldOrigin::Java && !field.is_static => match receiver.kind {
                ExprKind::This => true,
                ExprKind::Bound(id) => !open.contains(&id) && !self.nullable.contains(&id),
                _ => false,
            },
            _ => false,
        }
    }
}

/// The conjuncts in the order in which they are evaluated.
fn flatten<'e>(condition: &'e Expr, into: &mut Vec<&'e Expr>) {
    match &condition.kind {
        ExprKind::Binary(BinaryOp::And, a, b) => {
            flatten(a, into);
            flatten(b, into);
        }
        _ => into.push(condition),
    }
}

/// Whether there is a union over all objects in it; `\everything` is one if `all` says so.
fn is_made_of_all(location: &Location, all: bool) -> bool {
    let is = |location: &Location| is_made_of_all(location, all);
    match &location.kind {
        LocationKind::Everything => all,
        LocationKind::Each { .. } => true,
        LocationKind::Union(list) | LocationKind::Intersection(list) => list.iter().any(is),
        LocationKind::Difference(a, b) => is(a) || is(b),
        LocationKind::Conditional { yes, no, .. } => is(yes) || is(no),
        _ => false,
    }
}
