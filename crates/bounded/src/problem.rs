//! What must be shown of a method, as a formula over one part of its graph: what is assumed of the state before, and for
//! each obligation the condition under which an execution breaks it (thesis, formula 3.1).

use crate::arrays;
use crate::constants::Constant;
use crate::encode::{Encoding, Expanded, Quantified, Tight, all_reference_maps};
use crate::generics;
use crate::graph::{self, Bounds, Cut, EdgeId, End, FrameInfo, Graph, MapInfo, Part, Said, What};
use crate::literals::{self, Literals, Tag};
use crate::meaning::{Context, Meaning, Polarity, Written, collect_statics, collect_types, visit};
use crate::program::Program;
use crate::reasons::{Beyond, Undecided};
use crate::universe::{ObjectClass, Scope, Universe};
use crate::{standing, values};
use classpath::{ClassFile, Name, access};
use jml::Specifications;
use jml::contract::{
    BodySpec, BodyStatement, BodyStatementKind, Clause, Contract, Invariant, Place,
};
use jml::resolved::{Expr, ExprKind, Literal, Location, LocationKind};
use logic::Term;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, OnceLock};

/// Graphs with more edges are encoded once: that takes longer than finding bounds of places can save.
const LARGE: usize = 3000;

/// Strings longer than this are no part of formulas.
const LONG: usize = 100;

/// A method with its contract and its graph.
pub struct Subject<'a> {
    pub program: &'a Program,
    pub specifications: &'a Specifications,
    pub class: Arc<ClassFile>,
    pub method: usize,
    pub contract: Contract,
    pub graph: Arc<Graph>,
    pub bounds: Bounds,
    /// What was written about the method and is not looked at, because the claim does not rest on it.
    pub unchecked: Vec<String>,
    universes: Mutex<Vec<(Scope, Arc<Objects>)>>,
    /// What [`Subject::classes_beyond`] found, by the classes that were known.
    beyond: Mutex<BTreeMap<BTreeSet<Name>, BTreeSet<Name>>>,
}

/// The objects of a scope.
struct Objects {
    universe: Universe,
    /// The classes over all of whose objects something is said.
    quantified: BTreeSet<String>,
    /// The classes whose objects all are led to by something.
    led: BTreeSet<Name>,
    /// What places of the state before can hold, once somebody has asked.
    tight: OnceLock<Option<Arc<Tight>>>,
}

/// Something that must hold, and where it is said.
#[derive(Debug, Clone, PartialEq)]
pub enum Obligation {
    /// An exception that nothing permits, by its number among the graph's checks.
    Check(u32),
    /// The precondition of a method that is called.
    Precondition {
        method: String,
        /// Where: the frame, and the place in its method.
        frame: u32,
        pc: u32,
    },
    Ensures(Clause),
    /// An exception is thrown that the case does not list.
    SignalsOnly(Place),
    Signals(Clause),
    Assignable(Place),
    Invariant(Clause),
    Constraint(Clause),
    Initially(Clause),
    /// A statement of JML within a body.
    Assert(Clause),
    Unreachable(Place),
    /// What a ghost location is set to has no value.
    Defined(Place),
    /// A loop changes what its specification does not list.
    LoopFrame(Place),
    /// What a method is measured by does not become smaller in a call of it within itself.
    Measure(Place),
    /// A result does not fit, in code that says it does: the frame, and where in its method.
    Overflow(u32, u32),
    /// A location is read that `accessible` does not list.
    Read(u32, u32),
}

impl Obligation {
    /// What is written, where something is.
    pub fn place(&self) -> Option<&Place> {
        match self {
            Obligation::SignalsOnly(place)
            | Obligation::Assignable(place)
            | Obligation::Unreachable(place)
            | Obligation::LoopFrame(place)
            | Obligation::Measure(place)
            | Obligation::Defined(place) => Some(place),
            _ => self.clause().map(|clause| &clause.place),
        }
    }

    /// The condition that must hold, where one is written.
    pub fn clause(&self) -> Option<&Clause> {
        match self {
            Obligation::Ensures(clause)
            | Obligation::Signals(clause)
            | Obligation::Invariant(clause)
            | Obligation::Constraint(clause)
            | Obligation::Initially(clause)
            | Obligation::Assert(clause) => Some(clause),
            Obligation::Check(_)
            | Obligation::Precondition { .. }
            | Obligation::Overflow(..)
            | Obligation::Read(..)
            | Obligation::SignalsOnly(_)
            | Obligation::Assignable(_)
            | Obligation::Unreachable(_)
            | Obligation::LoopFrame(_)
            | Obligation::Measure(_)
            | Obligation::Defined(_) => None,
        }
    }
}

/// The formula of a part.
pub struct Problem<H: Encoding> {
    pub heap: H,
    /// What holds of the state before: types, invariants, the precondition; also that nothing leaves the scope.
    pub assumed: Vec<Term>,
    /// Of these, what holds whichever way executions go.
    pub given: Vec<Term>,
    /// An execution breaks the obligation exactly if its condition holds.
    pub obligations: Vec<(Obligation, Term)>,
    /// Paths that end in something without a meaning.
    pub unsupported: Vec<(String, Term)>,
    /// Paths that a bound ends.
    pub cuts: Vec<(Cut, Term)>,
    /// Invariants that break for objects that the method was not given, did not make and did not write to.
    /// Only looked for in the whole graph.
    pub elsewhere: Vec<(Clause, Term)>,
    /// Where the scope is too small, and for what.
    pub beyond: Vec<(Beyond, Term)>,
    /// Some execution comes to its end, or to a check that fails, within all bounds.
    pub ends: Term,
    pub taken: Vec<(EdgeId, Term)>,
    pub before: H::State,
    /// The states in which executions end, with the conditions.
    pub after: Vec<(Term, H::State)>,
    pub this: Option<Term>,
    pub params: Vec<Term>,
}

impl<'a> Subject<'a> {
    pub fn new(
        program: &'a Program,
        class: &Arc<ClassFile>,
        method: usize,
        bounds: &Bounds,
    ) -> Result<Subject<'a>, Undecided> {
        let specifications = &*program.specifications;
        let info = &class.methods[method];
        let contract = specifications
            .contract(&class.name, &info.name, &info.descriptor)
            .ok_or("the method has no contract")?;
        if let Some(first) = contract.unsupported.first() {
            return Err(first.what.clone().into());
        }
        let said = specifications.body(&class.name, &info.name, &info.descriptor);
        check_body(&said)?;
        let mut unchecked = Vec::new();
        let permits = |exception: &str| may_throw(program, &contract, exception);
        let graph = graph::build_with_statements(
            program,
            class,
            method,
            bounds,
            &permits,
            limits_reads(&contract),
        )?;
        let frames = contract.cases.iter().flat_map(|case| &case.assignable);
        let is_strict = |location: &Location| location.kind == LocationKind::StrictlyNothing;
        if frames.flatten().any(is_strict) && !graph.made.is_empty() {
            unchecked.push("new objects, which `\\strictly_nothing` forbids".into());
        }
        Ok(Subject {
            program,
            specifications,
            class: class.clone(),
            method,
            graph: Arc::new(graph),
            contract,
            bounds: bounds.clone(),
            unchecked,
            universes: Mutex::default(),
            beyond: Mutex::default(),
        })
    }

    /// Whether something is said about the types of arrays.
    pub(crate) fn asks_for_elements(&self, classes: &BTreeSet<Name>) -> bool {
        let mut found = false;
        for expr in self.expressions(classes) {
            visit(&expr, &mut |e| {
                found |= matches!(e.kind, ExprKind::ElementType(_))
            });
        }
        found
    }

    /// Where the body says that some execution comes.
    pub(crate) fn reachable(&self) -> Vec<Place> {
        let info = &self.class.methods[self.method];
        let name = &self.class.name;
        let said = (self.specifications).body(name, &info.name, &info.descriptor);
        let statements = said.statements.into_iter();
        let reachable = |s: &BodyStatement| s.kind == BodyStatementKind::Reachable;
        statements.filter(reachable).map(|s| s.place).collect()
    }

    pub(crate) fn is_constructor(&self) -> bool {
        &*self.class.methods[self.method].name == "<init>"
    }

    /// Whether it is a constructor whose calls would lead elsewhere if an object of a sub-class were made.
    pub(crate) fn runs_otherwise_below(&self) -> bool {
        let below = self.program.concrete_below(&self.class.name);
        let is_overridden = |frame: &FrameInfo| {
            let info = &frame.class.methods[frame.method];
            let calls_itself = access::STATIC | access::PRIVATE | access::FINAL;
            let is_own = self
                .program
                .is_subclass(&self.class.name, &frame.class.name);
            is_own
                && info.access & calls_itself == 0
                && &*info.name != "<init>"
                && below.iter().any(|class| {
                    let selected = self.program.select(class, &info.name, &info.descriptor);
                    selected.is_some_and(|(holder, _)| holder.name != frame.class.name)
                })
        };
        self.is_constructor() && self.graph.frames.iter().any(is_overridden)
    }

    fn is_static(&self) -> bool {
        self.class.methods[self.method].access & access::STATIC != 0
    }

    /// Every expression that may have to be evaluated.
    fn expressions(&self, classes: &BTreeSet<Name>) -> Vec<Expr> {
        let mut found = expressions_of(&self.contract);
        for call in &self.graph.calls {
            found.extend(expressions_of(&call.contract));
        }
        for said in &self.graph.said {
            found.extend(said.expressions());
        }
        for class in classes {
            let spec = self.specifications.class(class);
            let said = self.program.invariants_of_new(class);
            let invariants = (said.iter())
                .chain(&spec.constraints)
                .chain(&spec.initially);
            found.extend(invariants.map(|invariant| invariant.clause.expr.clone()));
        }
        found
    }

    fn universe(&self, scope: &Scope) -> Arc<Objects> {
        let mut known = match self.universes.lock() {
            Ok(known) => known,
            Err(poisoned) => poisoned.into_inner(),
        };
        if let Some((_, found)) = known.iter().find(|(known, _)| known == scope) {
            return found.clone();
        }
        let found = Arc::new(self.objects_of(scope));
        known.push((scope.clone(), found.clone()));
        found
    }

    fn objects_of(&self, scope: &Scope) -> Objects {
        let mut classes: BTreeSet<Name> = BTreeSet::new();
        let mut brought: BTreeSet<Name> = BTreeSet::new();
        loop {
            let mut expressions = self.expressions(&classes);
            let statics = self.static_invariants_beyond(&classes).into_iter();
            expressions.extend(statics.map(|invariant| invariant.clause.expr));
            let constraints = self.static_constraints_beyond(&classes).into_iter();
            expressions.extend(constraints.map(|constraint| constraint.clause.expr));
            let (mut types, mut quantified) = collect_types(
                self.program,
                self.specifications,
                &self.graph,
                expressions.iter(),
                &self.bounds,
            );
            for call in &self.graph.calls {
                let result = call.contract.result.as_ref();
                result.iter().for_each(|ty| types.declare(&ty.to_string()));
            }
            if self.is_constructor() {
                *types.made.entry(self.class.name.clone()).or_default() += 1;
            }
            types.declared.extend(brought.iter().cloned());
            for class in &classes {
                let above = generics::above(self.program, class);
                above
                    .iter()
                    .for_each(|ty| ty.collect_arguments(self.program, &mut types.arguments));
            }
            types.declare_ordered(self.program);
            for ty in types.arguments.clone() {
                types.declare_generic(self.program, &ty);
            }
            if arrays::stores(&self.graph) || self.asks_for_elements(&classes) {
                types.special = arrays::special(self.program, &self.graph);
                for ty in types.special.clone() {
                    types.declare(&ty[1..]);
                }
            }
            let standing = standing::of_class(self.program, &self.class.name, &quantified);
            types.fixed.extend(standing.objects);
            types.unlisted = standing.unlisted;
            let universe = Universe::new(self.program, &types, scope);
            // Invariants of classes that come in may speak of more classes.
            let own = |name: &Name| self.program.is_own(name);
            let now: BTreeSet<Name> = (universe.classes.iter().map(|class| class.name.clone()))
                .filter(own)
                .collect();
            if now.is_subset(&classes) {
                let more = self.affected(&now, &brought);
                if !more.is_empty() {
                    brought.extend(more);
                    continue;
                }
                let needed = self.cut_down(scope, &universe, &quantified);
                let universe = Universe::new(self.program, &types, &needed.scope);
                for class in &now {
                    let said = self.program.invariants(class);
                    if said.iter().any(|invariant| !invariant.is_static) {
                        quantified.insert(class.to_string());
                    }
                }
                return Objects {
                    universe,
                    quantified,
                    led: needed.led,
                    tight: OnceLock::new(),
                };
            }
            classes.extend(now);
        }
    }

    /// More classes whose invariants or constraints the method may break, though it does not speak of their objects.
    fn affected(&self, known: &BTreeSet<Name>, brought: &BTreeSet<Name>) -> Vec<Name> {
        let written = Written::new(&self.graph);
        let mut all = self.program.concrete_below("java/lang/Object");
        all.retain(|class| !known.contains(class) && !brought.contains(class));
        all.retain(|class| {
            let spec = self.specifications.class(class);
            let invariants = self.program.invariants(class);
            let mut said = invariants.iter().chain(&spec.constraints);
            said.any(|said| !said.is_static && written.touches(self.program, &said.clause.expr))
        });
        all
    }

    /// Static invariants that speak of what the method and its contract do, of classes that need not have objects.
    pub(crate) fn static_invariants<H: Encoding>(&self, heap: &H) -> Vec<Invariant> {
        self.static_invariants_beyond(&self.own_classes(heap).into_iter().collect())
    }

    /// The same of all but some classes.
    pub(crate) fn static_invariants_beyond(&self, known: &BTreeSet<Name>) -> Vec<Invariant> {
        let spec = |class: Name| self.program.invariants(&class);
        let mut all: Vec<Invariant> = (self.classes_beyond(known).into_iter())
            .flat_map(spec)
            .collect();
        all.retain(|invariant| invariant.is_static);
        all
    }

    fn static_constraints_beyond(&self, known: &BTreeSet<Name>) -> Vec<Invariant> {
        let said = |class: Name| self.specifications.class(&class).constraints;
        let mut all: Vec<Invariant> = (self.classes_beyond(known).into_iter())
            .flat_map(said)
            .collect();
        all.retain(|constraint| constraint.is_static);
        all
    }

    /// Static constraints, of classes that have objects and of those whose static fields the method speaks of.
    pub(crate) fn static_constraints<H: Encoding>(&self, heap: &H) -> Vec<Invariant> {
        let known = self.own_classes(heap);
        let said = |class: &Name| self.specifications.class(class).constraints;
        let mut all: Vec<Invariant> = known.iter().flat_map(said).collect();
        all.retain(|constraint| constraint.is_static);
        all.extend(self.static_constraints_beyond(&known.into_iter().collect()));
        all
    }

    /// Classes, but for the known ones, whose static fields the method, its contract or an invariant speak of, and those
    /// whose static invariants or constraints the method may break without a word about the class.
    fn classes_beyond(&self, known: &BTreeSet<Name>) -> BTreeSet<Name> {
        let mut kept = match self.beyond.lock() {
            Ok(kept) => kept,
            Err(poisoned) => poisoned.into_inner(),
        };
        if let Some(found) = kept.get(known) {
            return found.clone();
        }
        let mut found = self.disturbed();
        found.retain(|class| !known.contains(class));
        loop {
            let mut expressions = self.expressions(known);
            for class in &found {
                let spec = self.specifications.class(class);
                let said = spec.invariants.into_iter().chain(spec.constraints);
                let said = said.filter(|said| said.is_static);
                expressions.extend(said.map(|said| said.clause.expr));
            }
            let mut more = collect_statics(
                self.program,
                self.specifications,
                &self.graph,
                expressions.iter(),
                &self.bounds,
            );
            more.retain(|class| self.program.is_own(class) && !known.contains(class));
            if more.is_subset(&found) {
                kept.insert(known.clone(), found.clone());
                return found;
            }
            found.extend(more);
        }
    }

    /// Classes of which something static is said that rests on what the method itself writes; what is called by its contract
    /// keeps to it.
    fn disturbed(&self) -> BTreeSet<Name> {
        let written = Written::new(&self.graph);
        let mut classes = self.program.with_static_claims().clone();
        classes.retain(|class| {
            let spec = self.specifications.class(class);
            let mut said = spec.invariants.iter().chain(&spec.constraints);
            said.any(|said| {
                let (program, expr) = (self.program, &said.clause.expr);
                said.is_static && written.disturbs(program, self.specifications, expr, &self.bounds)
            })
        });
        classes
    }

    /// Whether the method is given objects that have an order.
    pub fn orders(&self, scope: &Scope) -> bool {
        self.universe(scope).universe.orders
    }

    /// Whether the method is given lists, as far as the scope has any.
    pub fn gives_lists(&self, scope: &Scope) -> bool {
        self.universe(scope).universe.gives_lists()
    }

    /// Interfaces of the program of which the method is given objects, and no lambdas, though there are some.
    pub fn lambdas_left_out(&self, scope: &Scope) -> BTreeSet<Name> {
        let objects = self.universe(scope);
        let params = self.graph.params.iter();
        let params = params.filter_map(|var| self.graph.vars[var.0 as usize].descriptor.clone());
        let maps = all_reference_maps(self.program, &objects.universe).into_iter();
        let held = maps.filter_map(|map| match map {
            MapInfo::Field { descriptor, .. } => Some(descriptor),
            _ => None,
        });
        let given = params.chain(held).collect::<BTreeSet<Name>>();
        let types = given.iter().filter_map(|ty| {
            let element = ty.trim_start_matches('[');
            element.strip_prefix('L')?.strip_suffix(';')
        });
        types
            .flat_map(|ty| self.program.lambdas_below(ty))
            .collect()
    }

    /// The classes whose methods the method or its contract call, and its own.
    fn spoken_of(&self) -> BTreeSet<Name> {
        let frames = self.graph.frames.iter();
        let mut classes: BTreeSet<Name> = frames.map(|frame| frame.class.name.clone()).collect();
        classes.insert(self.class.name.clone());
        let by_contract = self.graph.calls.iter();
        classes.extend(by_contract.map(|call| call.contract.method.class.clone()));
        for expr in self.expressions(&BTreeSet::new()) {
            visit(&expr, &mut |e| {
                if let ExprKind::Call(call) | ExprKind::ModelCall(call) = &e.kind {
                    classes.insert(call.method.class.clone());
                }
            });
        }
        classes.retain(|class| self.program.is_own(class));
        classes
    }

    /// How many objects there can be.
    pub fn objects(&self, scope: &Scope) -> u32 {
        self.universe(scope).universe.end
    }

    /// Whether there are objects of static final fields, boxes, or strings that are made, or statements of JML, which only
    /// one encoding knows.
    pub fn needs_expansion(&self, scope: &Scope) -> bool {
        let universe = &self.universe(scope).universe;
        let is_made = |class: &ObjectClass| class.has_text() && class.made > 0 || class.is_list();
        !universe.fixed.is_empty()
            || !universe.arguments.is_empty()
            || !self.graph.said.is_empty()
            || universe.has_made_boxes()
            || universe.classes.iter().any(is_made)
    }

    /// The formula of a part of the graph, without quantifiers.
    pub fn expanded(&self, part: &Part, scope: &Scope) -> Result<Problem<Expanded<'a>>, Undecided> {
        self.expanded_with(part, scope, Literals::default())
    }

    /// The same with literals for what it is made of, if they are wanted.
    pub fn expanded_with(
        &self,
        part: &Part,
        scope: &Scope,
        literals: Literals,
    ) -> Result<Problem<Expanded<'a>>, Undecided> {
        let objects = self.universe(scope);
        let plain = |part: &Part, literals: Literals| {
            let mut heap = self.heap(&objects, scope);
            heap.literals = literals;
            self.problem(part, heap, &objects.quantified)
        };
        // What rests on clauses may not be used where they can be left out; and a call by contract may bring in what was
        // there before and did not count.
        let is_large = self.graph.edges.len() > LARGE;
        if literals.are_wanted() || !self.graph.calls.is_empty() || is_large {
            return plain(part, literals);
        }
        let tight = objects.tight.get_or_init(|| {
            let all = Part::new(&self.graph, |_| true);
            let problem = plain(&all, Literals::default()).ok()?;
            problem.heap.tight(&problem.given).map(Arc::new)
        });
        let Some(tight) = tight else {
            return plain(part, literals);
        };
        let mut heap = self.heap(&objects, scope);
        heap.tight = Some(tight.clone());
        let problem = self.problem(part, heap, &objects.quantified)?;
        match problem.heap.walks_as(tight) {
            true => Ok(problem),
            // The bounds are about another numbering.
            false => plain(part, literals),
        }
    }

    fn heap(&self, objects: &Objects, scope: &Scope) -> Expanded<'a> {
        let universe = objects.universe.clone();
        let mut heap = Expanded::new(self.program, universe, scope, &self.bounds);
        heap.led = objects.led.clone();
        heap
    }

    /// The same with quantifiers.
    pub fn quantified(
        &self,
        part: &Part,
        scope: &Scope,
    ) -> Result<Problem<Quantified<'a>>, Undecided> {
        self.quantified_with(part, scope, Literals::default())
    }

    pub fn quantified_with(
        &self,
        part: &Part,
        scope: &Scope,
        literals: Literals,
    ) -> Result<Problem<Quantified<'a>>, Undecided> {
        let objects = self.universe(scope);
        let universe = &objects.universe;
        if !universe.fixed.is_empty() {
            return Err("objects of static final fields, in the quantified encoding".into());
        }
        if universe.classes.iter().any(ObjectClass::is_list) {
            return Err("lists, in the quantified encoding".into());
        }
        if universe.has_made_boxes() {
            return Err("boxes, in the quantified encoding".into());
        }
        if !universe.arguments.is_empty() {
            return Err("type arguments, in the quantified encoding".into());
        }
        let mut heap = Quantified::new(self.program, universe.clone(), scope, &self.bounds);
        heap.literals = literals;
        self.problem(part, heap, &objects.quantified)
    }

    fn problem<H: Encoding>(
        &self,
        part: &Part,
        mut heap: H,
        quantified: &BTreeSet<String>,
    ) -> Result<Problem<H>, Undecided> {
        // What is said about a class and has no meaning may be an invariant of any of its objects.
        let mut classes: BTreeSet<Name> = self.own_classes(&heap).into_iter().collect();
        classes.extend(self.classes_beyond(&classes));
        for class in &classes {
            let spec = self.specifications.class(class);
            if let Some(first) = spec.unsupported.first() {
                return Err(first.what.clone().into());
            }
        }
        let with_axiom = |class: &&Name| !self.specifications.class(class).axioms.is_empty();
        classes.extend(self.spoken_of());
        if let Some(class) = classes.iter().find(with_axiom) {
            return Err(format!("an axiom of {}", class.replace('/', ".")).into());
        }
        if let Some(why) = &heap.universe().refused {
            return Err(why.clone().into());
        }
        self.check_constants(&heap)?;
        let widths = heap.widths();
        for text in &heap.universe().texts {
            let fits = |unit: &u16| widths.int >= 16 || *unit < 1 << widths.int;
            if !widths.holds_int(text.len() as i64) || !text.iter().all(fits) {
                let text = String::from_utf16_lossy(text);
                let bits = widths.int;
                return Err(format!(
                    "the string {text:?} needs more than {bits} bits (--int-bits)"
                )
                .into());
            }
            if text.len() > LONG {
                return Err(format!("a string of {} characters", text.len()).into());
            }
        }
        for at in 0..heap.universe().classes.len() {
            let class = heap.universe().classes[at].name.clone();
            if quantified
                .iter()
                .any(|ty| self.program.is_subclass(&class, ty))
            {
                heap.count(at);
            }
        }
        let start = heap.before();
        let mut before = start.clone();
        let (this, params) = self.arguments(&mut heap, &mut before)?;
        let roots: Vec<Term> = (self.graph.params.iter().zip(&params))
            .filter(|(var, _)| self.graph.vars[var.0 as usize].kind == ir::Kind::Ref)
            .map(|(_, value)| *value)
            .collect();
        heap.begin_from(&roots);
        let types = generics::of_parameters(self.program, &self.class, self.method);
        let passed = &params[usize::from(this.is_some())..];
        for (value, ty) in passed.iter().zip(&types) {
            heap.typed(*value, ty, this);
        }
        let mut declared = params.clone();
        if this.is_some() {
            declared.remove(0);
        }
        declared.drain(..self.contract.hidden_parameters.min(declared.len()));
        let context = |pre: &H::State, now: &H::State, result, thrown| Context {
            pre: pre.clone(),
            now: now.clone(),
            this,
            params: declared.clone(),
            result,
            thrown,
        };
        let mut assumed = Vec::new();
        let mut beyond = Vec::new();
        // Before a constructor its object has no invariant, and is not there yet.
        let entry = match self.is_constructor() {
            true => start,
            false => before.clone(),
        };
        let mut left_out = Vec::new();
        if !self.contract.helper {
            let context = context(&entry, &entry, None, None);
            let mut meaning = self.meaning(&mut heap, context);
            meaning.assuming = true;
            assumed.push(self.invariants_before(&mut meaning)?);
            left_out.append(&mut meaning.left_out);
        }
        let mut meaning = self.meaning(&mut heap, context(&entry, &entry, None, None));
        meaning.assuming = true;
        let mut cases = Vec::new();
        for case in &self.contract.cases {
            let mut holds = meaning.heap.pool().tt();
            for clause in &case.requires {
                let one = meaning.under(holds, |meaning| {
                    meaning.holds(&clause.expr, Polarity::Assumed)
                })?;
                let one = counted(meaning.heap, &clause.place, one);
                holds = meaning.heap.pool().and(holds, one);
            }
            cases.push(holds);
        }
        left_out.append(&mut meaning.left_out);
        let some = heap.pool().or_all(&cases);
        assumed.push(some);
        // What else may break is a question about the whole, asked once.
        let is_whole = part.len() == self.graph.edges.len();
        if limits_reads(&self.contract) {
            let lists = self.contract.cases.iter().zip(&cases);
            let lists =
                lists.filter_map(|(case, applies)| Some((case.accessible.clone()?, *applies)));
            heap.limit_reads(
                lists.collect(),
                entry.clone(),
                context(&before, &before, None, None),
            );
        }
        let walked = heap.run(part, before.clone())?;
        let mut problem = Problem {
            assumed: Vec::new(),
            given: Vec::new(),
            obligations: Vec::new(),
            unsupported: Vec::new(),
            cuts: Vec::new(),
            elsewhere: Vec::new(),
            beyond: Vec::new(),
            ends: heap.pool().ff(),
            taken: walked.taken,
            before: before.clone(),
            after: Vec::new(),
            this,
            params,
            heap,
        };
        for arrival in walked.ends {
            let end = &self.graph.edge(arrival.edge).end;
            let condition = arrival.condition;
            if end.as_ref().is_some_and(End::is_violation) {
                problem.ends = problem.heap.pool().or(problem.ends, condition);
            }
            let state = arrival.state;
            match end {
                Some(End::Check(at)) => {
                    let obligation = Obligation::Check(*at);
                    problem.add(obligation, condition);
                }
                Some(End::Precondition(call)) => {
                    let call = &self.graph.calls[*call as usize];
                    let obligation = Obligation::Precondition {
                        method: call.name(),
                        frame: call.frame,
                        pc: call.pc,
                    };
                    problem.add(obligation, condition);
                }
                Some(End::Read(frame, pc)) => {
                    problem.add(Obligation::Read(*frame, *pc), condition);
                }
                Some(End::Overflow(frame, pc)) => {
                    problem.add(Obligation::Overflow(*frame, *pc), condition);
                }
                Some(End::Said(said)) => {
                    if let Some(obligation) = statement(&self.graph.said[*said as usize]) {
                        problem.add(obligation, condition);
                    }
                }
                Some(End::Unsupported(what)) => problem.unsupported.push((what.clone(), condition)),
                Some(End::Cut(cut)) => problem.cuts.push((cut.clone(), condition)),
                Some(ends @ (End::Returns | End::Throws)) => {
                    let var = match ends {
                        End::Returns => self.graph.result,
                        _ => Some(self.graph.thrown),
                    };
                    let value = var.map(|var| problem.heap.variable(&state, &self.graph, var));
                    let context = match ends {
                        End::Returns => context(&entry, &state, value, None),
                        _ => context(&entry, &state, None, value),
                    };
                    self.ended(
                        &mut problem,
                        condition,
                        context,
                        &cases,
                        is_whole,
                        &mut left_out,
                    )?;
                }
                None => {}
            }
            problem.after.push((condition, state));
        }
        beyond.extend(left_out.into_iter().map(|(term, what)| (what, term)));
        let unsupported = problem.heap.unsupported().into_iter();
        (problem.unsupported).extend(unsupported.map(|(term, what)| (what, term)));
        let walked_beyond = problem.heap.beyond();
        beyond.extend(walked_beyond.into_iter().map(|(term, what)| (what, term)));
        problem.given = assumed.clone();
        for (_, term) in &beyond {
            let within = problem.heap.pool().not(*term);
            assumed.push(within);
        }
        problem.heap.break_symmetry();
        // Something may have been given up in the last step.
        problem.heap.tick()?;
        problem.given.extend(problem.heap.facts().iter());
        assumed.append(problem.heap.facts());
        problem.assumed = assumed;
        problem.beyond = beyond;
        Ok(problem)
    }

    fn meaning<'m, H: Encoding>(
        &'m self,
        heap: &'m mut H,
        context: Context<H::State>,
    ) -> Meaning<'m, H> {
        Meaning::new(heap, self.program, self.specifications, context)
    }

    /// Numbers that objects of static final fields hold must be within the width of integers.
    fn check_constants<H: Encoding>(&self, heap: &H) -> Result<(), Undecided> {
        let widths = heap.widths();
        for (_, fixed) in heap.universe().fixed.values() {
            let values = fixed.fields.values().chain(fixed.elements.iter().flatten());
            let lengths = std::iter::once(i64::from(fixed.length));
            let integers = values.filter_map(|value| match value {
                Constant::Int(value) => Some(i64::from(*value)),
                _ => None,
            });
            let long = fixed.fields.values().find_map(|value| match value {
                Constant::Long(value) if !values::fits(*value, widths.long) => Some(*value),
                _ => None,
            });
            let int = lengths
                .chain(integers)
                .find(|value| !widths.holds_int(*value));
            if let Some(value) = int.or(long) {
                let bits = widths.int;
                return Err(
                    format!("the number {value} needs more than {bits} bits (--int-bits)").into(),
                );
            }
        }
        Ok(())
    }

    /// Symbols for the receiver and the parameters; of a constructor, the object that it gets.
    fn arguments<H: Encoding>(
        &self,
        heap: &mut H,
        state: &mut H::State,
    ) -> Result<(Option<Term>, Vec<Term>), Undecided> {
        let mut values = Vec::new();
        for (at, var) in self.graph.params.iter().enumerate() {
            let info = &self.graph.vars[var.0 as usize];
            let descriptor = info.descriptor.clone().unwrap_or_else(|| "I".into());
            let value = match (at, self.is_static(), self.is_constructor()) {
                (0, false, true) => heap
                    .make_object(state, &self.class.name)
                    .ok_or("an object that the scope has no room for")?,
                (0, false, false) => self.receiver(heap)?,
                _ => heap.input(&info.name, &descriptor),
            };
            heap.bind(state, &self.graph, *var, value);
            values.push(value);
        }
        let this = match self.is_static() {
            true => None,
            false => values.first().copied(),
        };
        Ok((this, values))
    }

    /// An object of a class for which this is the method that runs.
    fn receiver<H: Encoding>(&self, heap: &mut H) -> Result<Term, Undecided> {
        let info = &self.class.methods[self.method];
        let runs = |class: &&Name| {
            let selected = self.program.select(class, &info.name, &info.descriptor);
            selected.is_some_and(|(holder, at)| holder.name == self.class.name && at == self.method)
        };
        let classes = self.program.concrete_below(&self.class.name);
        let classes: Vec<Name> = classes.iter().filter(runs).cloned().collect();
        let known: Vec<&ObjectClass> = (heap.universe().classes.iter())
            .filter(|class| !class.opaque && class.before > 0 && classes.contains(&class.name))
            .collect();
        let constants = known.iter().any(|class| class.constants);
        let known: Vec<u32> = known.iter().map(|class| class.first).collect();
        match known[..] {
            [] => Err(
                "no object of the class can exist (it is abstract, or the scope has none)".into(),
            ),
            // Which of the objects it is makes no difference.
            [only] if !constants => {
                let width = heap.reference();
                let this = heap.pool().bv(width, u128::from(only));
                let state = heap.before();
                let exists = heap.exists(&state, this);
                heap.facts().push(exists);
                Ok(this)
            }
            _ => {
                let descriptor = format!("L{};", self.class.name);
                let this = heap.input("this", &descriptor);
                let of = heap.of_classes(this, &classes);
                heap.facts().push(of);
                Ok(this)
            }
        }
    }

    pub(crate) fn own_classes<H: Encoding>(&self, heap: &H) -> Vec<Name> {
        let classes = heap.universe().classes.iter();
        let mut names: Vec<Name> = classes.map(|class| class.name.clone()).collect();
        names.retain(|name| self.program.is_own(name));
        // Objects that are there for good have a range of their own.
        let mut seen = BTreeSet::new();
        names.retain(|name| seen.insert(name.clone()));
        names
    }

    fn invariants_before<H: Encoding>(&self, meaning: &mut Meaning<H>) -> Result<Term, Undecided> {
        let mut all = meaning.heap.pool().tt();
        let mut always = |heap: &mut H, _: Term| heap.pool().tt();
        for class in self.own_classes(meaning.heap) {
            for invariant in self.program.invariants(&class) {
                let holds =
                    meaning.everywhere(&class, &invariant, Polarity::Assumed, &mut always)?;
                let holds = counted(meaning.heap, &invariant.clause.place, holds);
                all = meaning.heap.pool().and(all, holds);
            }
        }
        for invariant in self.static_invariants(meaning.heap) {
            let holds = meaning.holds(&invariant.clause.expr, Polarity::Assumed)?;
            let holds = counted(meaning.heap, &invariant.clause.place, holds);
            all = meaning.heap.pool().and(all, holds);
        }
        Ok(all)
    }
}

impl<H: Encoding> Problem<H> {
    /// Conditions of one obligation are joined.
    pub(crate) fn add(&mut self, obligation: Obligation, condition: Term) {
        let mut condition = condition;
        if let Some(place) = obligation.place() {
            // What is promised need not hold where its literal is not assumed.
            let not = self.heap.pool().not(condition);
            let kept = counted(&mut self.heap, place, not);
            condition = self.heap.pool().not(kept);
        }
        if self.heap.pool().as_bool(condition) == Some(false) {
            return;
        }
        match self
            .obligations
            .iter_mut()
            .find(|(known, _)| *known == obligation)
        {
            Some((_, known)) => *known = self.heap.pool().or(*known, condition),
            None => self.obligations.push((obligation, condition)),
        }
    }
}

/// A clause that holds, unless its literal is not assumed.
fn counted<H: Encoding>(heap: &mut H, place: &Place, holds: Term) -> Term {
    let (literals, pool) = heap.literals();
    let literal = literals.of(pool, Tag::Clause(place.clone()));
    literals::under(pool, literal, holds)
}

/// Whether a contract says what may be read.
fn limits_reads(contract: &Contract) -> bool {
    let all = |location: &Location| matches!(location.kind, LocationKind::Everything);
    let lists = contract
        .cases
        .iter()
        .filter_map(|case| case.accessible.as_ref());
    lists.into_iter().any(|list| !list.iter().any(all))
}

/// Every expression of a contract.
pub(crate) fn expressions_of(contract: &Contract) -> Vec<Expr> {
    let mut found = Vec::new();
    for case in &contract.cases {
        let clauses = case.requires.iter().chain(&case.ensures);
        let signals = case.signals.iter().flat_map(|signals| &signals.clauses);
        found.extend(clauses.chain(signals).map(|clause| clause.expr.clone()));
        let frames = case.assignable.iter().chain(&case.accessible);
        for location in frames.flatten() {
            let mut add = |e: &Expr| found.push(e.clone());
            crate::meaning::visit_location(location, &mut add);
        }
    }
    found
}

/// Whether an exception of this class can be within the contract.
fn may_throw(program: &Program, contract: &Contract, exception: &str) -> bool {
    let is_false =
        |clause: &Clause| matches!(clause.expr.kind, ExprKind::Literal(Literal::Boolean(false)));
    contract.cases.iter().any(|case| {
        let listed = (case.signals_only.iter()).any(|class| program.is_subclass(exception, class));
        let forbidden = case.signals.iter().any(|signals| {
            program.is_subclass(exception, &signals.exception)
                && signals.clauses.iter().any(is_false)
        });
        listed && !forbidden
    })
}

fn check_body(said: &BodySpec) -> Result<(), Undecided> {
    match said.unsupported.first() {
        Some(first) => Err(first.what.clone().into()),
        None => Ok(()),
    }
}

/// What is broken where a statement of JML does not hold.
fn statement(said: &Said) -> Option<Obligation> {
    match &said.what {
        What::Demand { method, .. } => Some(Obligation::Precondition {
            method: method.clone(),
            frame: said.frame,
            pc: said.pc,
        }),
        What::Assert(clause) => Some(Obligation::Assert(clause.clone())),
        What::Value { place, .. } => Some(Obligation::Defined(place.clone())),
        What::Unreachable(place) => Some(Obligation::Unreachable(place.clone())),
        What::Measure { place, .. } => Some(Obligation::Measure(place.clone())),
        What::Frame(_, place) => Some(Obligation::LoopFrame(place.clone())),
        What::Assume(_) | What::Anything(_) | What::Reachable(_) | What::Begins(..) => None,
    }
}
