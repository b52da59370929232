//! Calls by contract in the expanded encoding: whatever the contract lets the method assign gets any value, then the rest
//! of the contract is assumed.

use super::evaluate::Evaluate;
use super::expanded::{Expanded, State};
use super::heap::{Encoding, Heap};
use super::prestate::Numbers;
use crate::boxes;
use crate::graph::{Atom, Graph, Map, MapInfo, Outcome};
use crate::meaning::{Cell, Context, Meaning, Polarity};
use crate::reasons::{Beyond, Undecided};
use crate::records;
use crate::universe::{ObjectClass, is_builder};
use classpath::{Name, access};
use jml::contract::{Case, Clause, Contract};
use logic::{Sort, Term};
use std::collections::BTreeSet;
use std::rc::Rc;

type Result<T> = std::result::Result<T, Undecided>;

/// What a specification needs that the scope lacks, and where.
type Outside = Vec<(Term, Beyond)>;

/// A call as it is seen from within: where it begins, with what.
struct Called<'c> {
    contract: &'c Contract,
    before: State,
    this: Option<Term>,
    parameters: Vec<Term>,
    /// For each case, whether its precondition holds.
    applies: Vec<Term>,
}

impl Expanded<'_> {
    fn called<'c>(
        &mut self,
        graph: &'c Graph,
        state: &State,
        call: u32,
        arguments: &[Atom],
    ) -> Result<(Called<'c>, Outside)> {
        let contract = &*graph.calls[call as usize].contract;
        let mut parameters = Vec::new();
        for argument in arguments {
            parameters.push(self.atom(graph, state, *argument)?);
        }
        let this = match contract.is_static {
            true => None,
            false if parameters.is_empty() => return Err("a call without a receiver".into()),
            false => Some(parameters.remove(0)),
        };
        parameters.drain(..contract.hidden_parameters.min(parameters.len()));
        let mut called = Called {
            contract,
            before: state.clone(),
            this,
            parameters,
            applies: Vec::new(),
        };
        let context = called.context(state, None, None);
        let always = self.pool.tt();
        let (applies, outside) = self.mean(context, |meaning| {
            let cases = contract.cases.iter();
            cases
                .map(|case| all(meaning, always, &case.requires, Polarity::Both))
                .collect::<Result<Vec<Term>>>()
        })?;
        called.applies = applies;
        Ok((called, outside))
    }

    /// Evaluates something of a contract; also what the scope lacks for it, and where.
    pub(super) fn mean<T>(
        &mut self,
        context: Context<State>,
        evaluate: impl FnOnce(&mut Meaning<Self>) -> Result<T>,
    ) -> Result<(T, Outside)> {
        let program = self.program;
        let mut meaning = Meaning::new(self, program, &program.specifications, context);
        let value = evaluate(&mut meaning)?;
        let outside = std::mem::take(&mut meaning.left_out);
        Ok((value, outside))
    }

    /// Whether a call is allowed where it is made: some case applies, and invariants hold.
    pub(super) fn allowed(
        &mut self,
        graph: &Graph,
        state: &State,
        call: u32,
        arguments: &[Atom],
    ) -> Result<Term> {
        let (called, outside) = self.called(graph, state, call, arguments)?;
        self.beyond_scope(outside);
        let some = self.pool.or_all(&called.applies.clone());
        let kept = self.invariants(&called, state, false)?;
        Ok(self.pool.and(some, kept))
    }

    pub(super) fn beyond_scope(&mut self, outside: Outside) {
        for (condition, what) in outside {
            if self.pool.as_bool(condition) != Some(false) {
                self.beyond.push((condition, what));
            }
        }
    }

    /// The invariants of all objects, which methods of the program rely on and keep.
    fn invariants(&mut self, called: &Called, now: &State, after: bool) -> Result<Term> {
        let contract = called.contract;
        if contract.helper || !self.program.is_own(&contract.method.class) {
            return Ok(self.pool.tt());
        }
        let own = (self.universe.classes.iter()).filter(|class| self.program.is_own(&class.name));
        let classes: Vec<Name> = own.map(|class| class.name.clone()).collect();
        let context = called.context(now, None, None);
        // The object that a constructor is called for is not there yet; after it, it is, unless a sub-class goes on with it.
        let this = called.this.filter(|_| contract.is_constructor);
        let (holds, outside) = self.mean(context, |meaning| {
            meaning.assuming = after;
            let mut all = meaning.heap.pool().tt();
            for class in classes {
                let unborn = this.filter(|_| !after || class != contract.method.class);
                for invariant in meaning.program.invariants(&class) {
                    let mut born = |heap: &mut Self, object: Term| match unborn {
                        Some(unborn) => heap.pool.distinct(object, unborn),
                        None => heap.pool.tt(),
                    };
                    let one = meaning.everywhere(&class, &invariant, Polarity::Both, &mut born)?;
                    all = meaning.heap.pool().and(all, one);
                }
            }
            Ok(all)
        })?;
        self.beyond_scope(outside);
        Ok(holds)
    }

    /// The constraints between the states before and after a call, which methods of the program keep.
    fn constraints(&mut self, called: &Called, now: &State) -> Result<Term> {
        let contract = called.contract;
        if contract.helper || !self.program.is_own(&contract.method.class) {
            return Ok(self.pool.tt());
        }
        let own = (self.universe.classes.iter()).filter(|class| self.program.is_own(&class.name));
        let mut classes: BTreeSet<Name> = own.map(|class| class.name.clone()).collect();
        classes.insert(contract.method.class.clone());
        let unborn = called.this.filter(|_| contract.is_constructor);
        let context = called.context(now, None, None);
        let always = self.pool.tt();
        let (holds, outside) = self.mean(context, |meaning| {
            let mut all = meaning.heap.pool().tt();
            for class in classes {
                for constraint in meaning.program.specifications.class(&class).constraints {
                    let mut born = |heap: &mut Self, object: Term| match unborn {
                        Some(unborn) => heap.pool.distinct(object, unborn),
                        None => heap.pool.tt(),
                    };
                    let one = match constraint.is_static {
                        true => meaning.holds(&constraint.clause.expr, Polarity::Both)?,
                        false => meaning.constrained(
                            &class,
                            &constraint,
                            always,
                            Polarity::Both,
                            &mut born,
                        )?,
                    };
                    all = meaning.heap.pool().and(all, one);
                }
            }
            Ok(all)
        })?;
        self.beyond_scope(outside);
        Ok(holds)
    }

    /// Makes a call by contract; the condition under which it can end like this.
    pub(super) fn call_by_contract(
        &mut self,
        graph: &Graph,
        state: &mut State,
        call: u32,
        arguments: &[Atom],
        outcome: &Outcome,
    ) -> Result<Term> {
        let (called, outside) = self.called(graph, state, call, arguments)?;
        self.beyond_scope(outside);
        for class in &graph.calls[call as usize].makes {
            self.may_make(state, class);
        }
        let (mut result, mut thrown) = (None, None);
        // What its fields hold is for the contract to say.
        if let Outcome::Throws { var, class } = outcome {
            let object = (self.make_object(state, class))
                .ok_or_else(|| format!("a new {}", class.replace('/', ".")))?;
            state.vars.insert(*var, object);
            thrown = Some(object);
        }
        let too_long = self.assign_anything(&called, state)?;
        if let Outcome::Returns(var) = outcome
            && let Some(ty) = &called.contract.result
        {
            let descriptor = ty.to_string();
            let cell = self.widths.cell(&descriptor, self.universe.width);
            let value = self.anything_in(state, cell, &descriptor);
            let widths = self.widths;
            let value = widths.load(&mut self.pool, &descriptor, value);
            result = Some(value);
            if let Some(var) = var {
                state.vars.insert(*var, value);
            }
        }
        let context = called.context(state, result, thrown);
        let program = self.program;
        let (promised, outside) = self.mean(context, |meaning| {
            meaning.assuming = true;
            let mut holds = meaning.heap.pool().tt();
            for (case, applies) in called.contract.cases.iter().zip(&called.applies) {
                let one = match outcome {
                    Outcome::Returns(_) => all(meaning, *applies, &case.ensures, Polarity::Both)?,
                    Outcome::Throws { class, .. } => {
                        let is = |ty: &Name| program.is_subclass(class, ty);
                        exceptional(meaning, *applies, case, is)?
                    }
                };
                let one = meaning.heap.pool().implies(*applies, one);
                holds = meaning.heap.pool().and(holds, one);
            }
            Ok(holds)
        })?;
        self.beyond_scope(outside);
        let kept = self.invariants(&called, state, true)?;
        let constrained = self.constraints(&called, state)?;
        let kept = self.pool.and(kept, constrained);
        let can = self.pool.and(promised, kept);
        if self.pool.as_bool(too_long) == Some(false) {
            return Ok(can);
        }
        let what = format!("arrays or strings longer than {}", self.scope.length);
        let beyond = self.pool.and(can, too_long);
        self.beyond.push((beyond, what.into()));
        let fits = self.pool.not(too_long);
        Ok(self.pool.and(can, fits))
    }

    /// Another object of a class may have been made, in any state.
    fn may_make(&mut self, state: &mut State, class: &str) {
        let before = state.clone();
        if self.make_object(state, class).is_none() {
            return;
        }
        let made = self.pool.fresh_symbol("makes", Sort::Bool);
        for (at, next) in &mut state.next {
            let old = match before.next.get(at) {
                Some(old) => *old,
                None => self.first_made(*at),
            };
            *next = self.pool.ite(made, *next, old);
        }
    }

    /// Everything that the contract lets be assigned, and everything new, gets any value.
    /// Holds where something new is longer than the scope allows.
    fn assign_anything(&mut self, called: &Called, state: &mut State) -> Result<Term> {
        let maps = self.every_map();
        let mut too_long = self.pool.ff();
        for map in maps {
            let cells = self.cells(state, map);
            let domain = self.domains[map.0 as usize].clone();
            let mut changed: Option<Vec<Term>> = None;
            let mut made = vec![self.pool.ff(); domain.objects.len()];
            let is_final = match &self.maps[map.0 as usize] {
                MapInfo::Field { class, name, .. } => {
                    let class = self.program.classpath.find(class).ok().flatten();
                    let fields = class.iter().flat_map(|class| &class.fields);
                    let mut named = fields.into_iter().filter(|field| field.name == *name);
                    named.any(|field| field.access & access::FINAL != 0)
                }
                _ => false,
            };
            let is_component = match &self.maps[map.0 as usize] {
                MapInfo::Field { class, name, .. } => {
                    records::is_component(self.program, class, name)
                }
                _ => false,
            };
            // Neither lengths nor strings change, nor final fields once they are set.
            let is_length = self.maps[map.0 as usize] == MapInfo::Length;
            let changes = !is_final || called.contract.is_constructor;
            for (place, number) in domain.objects.iter().enumerate() {
                self.tick()?;
                let object = self.pool.number(*number, self.universe.width);
                let class = self.universe.class_of(*number);
                let is_text = class.is_some_and(ObjectClass::is_text);
                let is_builder = class.is_some_and(|class| is_builder(&class.name));
                let is_list = class.is_some_and(ObjectClass::is_list);
                // Builders of strings become longer.
                let changes = changes && !is_text && (!is_length || is_builder);
                let was = self.exists(&called.before, object);
                let is = self.exists(state, object);
                let was_not = self.pool.not(was);
                let new = self.pool.and(is, was_not);
                for offset in 0..domain.stride {
                    let at = place * domain.stride as usize + offset as usize;
                    let index = match self.maps[map.0 as usize] {
                        MapInfo::Elements(_) => {
                            Some(self.widths.int(&mut self.pool, offset as i32))
                        }
                        _ => None,
                    };
                    let cell = Cell::Of { map, object, index };
                    let mut free = new;
                    // Nor does what is fixed of constants.
                    if (changes || is_list) && !self.is_fixed(map, *number) {
                        let allowed = self.assignable(called, &cell)?;
                        if is_list && self.pool.as_bool(allowed) != Some(false) {
                            return Err("lists that a call by contract may change".into());
                        }
                        free = self.pool.or(free, allowed);
                    }
                    if self.pool.as_bool(free) == Some(false) {
                        continue;
                    }
                    let descriptor = self.descriptor_at(map, *number);
                    let sort = self.cell_sort(map);
                    let any = self.anything_in(state, sort, &descriptor);
                    if self.maps[map.0 as usize] == MapInfo::Length {
                        let zero = self.widths.int(&mut self.pool, 0);
                        let fact = self.pool.sge(any, zero);
                        self.facts.push(fact);
                        let most = match is_text || is_builder {
                            true => self.longest(),
                            false => self.scope.length,
                        };
                        let most = self.widths.int(&mut self.pool, most as i32);
                        let longer = self.pool.sgt(any, most);
                        let longer = self.pool.and(free, longer);
                        too_long = self.pool.or(too_long, longer);
                    }
                    if is_component {
                        made[place] = free;
                    }
                    let value = self.pool.ite(free, any, cells[at]);
                    changed.get_or_insert_with(|| cells.to_vec())[at] = value;
                }
            }
            if let Some(changed) = changed {
                if is_component {
                    let info = self.maps[map.0 as usize].clone();
                    self.found_where(&info, &domain, &changed, &made);
                }
                state.maps.insert(map, Rc::new(changed));
            }
        }
        for (class, name, descriptor) in self.every_static() {
            let cell = Cell::Static {
                class: class.clone(),
                name: name.clone(),
            };
            let free = self.assignable(called, &cell)?;
            if self.pool.as_bool(free) == Some(false) {
                continue;
            }
            let old = self.global(state, &class, &name, &descriptor);
            let sort = self.widths.cell(&descriptor, self.universe.width);
            let any = self.anything_in(state, sort, &descriptor);
            let widths = self.widths;
            let any = widths.load(&mut self.pool, &descriptor, any);
            let value = self.pool.ite(free, any, old);
            state.globals.insert((class, name), value);
        }
        Ok(too_long)
    }

    /// Whether every case that applies lets a location be assigned.
    fn assignable(&mut self, called: &Called, cell: &Cell) -> Result<Term> {
        let context = called.context(&called.before, None, None);
        let (allowed, outside) = self.mean(context, |meaning| {
            let mut every = meaning.heap.pool().tt();
            for (case, applies) in called.contract.cases.iter().zip(&called.applies) {
                let Some(locations) = &case.assignable else {
                    continue;
                };
                let mut some = meaning.heap.pool().ff();
                for location in locations {
                    let one = meaning.under(*applies, |meaning| meaning.allows(location, cell))?;
                    some = meaning.heap.pool().or(some, one);
                }
                let implied = meaning.heap.pool().implies(*applies, some);
                every = meaning.heap.pool().and(every, implied);
            }
            Ok(every)
        })?;
        self.beyond_scope(outside);
        let mut allowed = allowed;
        if called.contract.is_constructor
            && let (Cell::Of { object, .. }, Some(this)) = (cell, called.this)
        {
            let own = self.pool.eq(*object, this);
            allowed = self.pool.or(allowed, own);
        }
        Ok(allowed)
    }

    /// Any value of a type that a state has.
    pub(super) fn anything_in(&mut self, state: &State, sort: Sort, descriptor: &str) -> Term {
        let value = self.pool.fresh_symbol("any", sort);
        let ty = match descriptor.as_bytes().first() {
            Some(b'L') => descriptor[1..].trim_end_matches(';'),
            Some(b'[') => descriptor,
            Some(b'Z') if sort != Sort::Bool => {
                let one = self.pool.bv(self.pool.width(value), 1);
                let fact = self.pool.ule(value, one);
                self.facts.push(fact);
                return value;
            }
            _ => return value,
        };
        let below = self.universe.below(self.program, ty);
        let seen = below.filter(|class| !class.hidden);
        let numbers = |class: &ObjectClass| match class.special {
            true => class.numbers_before().end..class.numbers().end,
            false => class.numbers(),
        };
        let mut candidates: Vec<u32> = seen.flat_map(numbers).collect();
        candidates.insert(0, 0);
        candidates.sort_unstable();
        self.candidates.insert(value, candidates.into());
        let null = self.pool.eq_number(value, 0, self.universe.width);
        let (fits, exists) = (self.instance(value, ty), self.exists(state, value));
        let mut object = self.pool.and(fits, exists);
        if self.universe.classes.iter().any(|class| class.hidden) {
            let hidden = self.in_classes(value, &|class| class.hidden);
            let seen = self.pool.not(hidden);
            object = self.pool.and(object, seen);
        }
        let special = self.universe.classes.iter().filter(|class| class.special);
        let special: Vec<_> = special.flat_map(ObjectClass::numbers_before).collect();
        for number in special {
            let is = self.pool.eq_number(value, number, self.universe.width);
            let other = self.pool.not(is);
            object = self.pool.and(object, other);
        }
        let fact = self.pool.or(null, object);
        self.facts.push(fact);
        value
    }

    /// Whether a cell of a box or of an object of a static final field has one value for good.
    pub(super) fn is_fixed(&self, map: Map, object: u32) -> bool {
        let class = self.universe.class_of(object);
        if class.is_some_and(|class| boxes::of_class(&class.name).is_some()) {
            return true;
        }
        let Some(fixed) = self.universe.fixed_at(object) else {
            return false;
        };
        match &self.maps[map.0 as usize] {
            MapInfo::Field { class, name, .. } => {
                fixed.fields.contains_key(&(class.clone(), name.clone()))
            }
            MapInfo::Elements(_) => fixed.elements.is_some(),
            MapInfo::Length => true,
        }
    }

    /// The type of a cell of an object, which of arrays only their class tells.
    fn descriptor_at(&self, map: Map, object: u32) -> Name {
        let class = self.universe.class_of(object);
        match (&self.maps[map.0 as usize], class) {
            (MapInfo::Elements(_), Some(class)) if class.is_array() => class.name[1..].into(),
            _ => self.descriptor(map),
        }
    }

    /// All fields and elements that objects of the scope have.
    fn every_map(&mut self) -> Vec<Map> {
        let infos = super::all_maps(self.program, &self.universe);
        let mut maps: Vec<Map> = infos.into_iter().map(|info| self.map(info)).collect();
        for info in super::ghost_maps(self.program, &self.universe) {
            maps.push(self.map(info));
        }
        maps.push(self.map(MapInfo::Length));
        maps.sort();
        maps.dedup();
        maps
    }

    /// The static fields of the program that can change: class, name, descriptor.
    fn every_static(&self) -> Vec<(Name, Name, Name)> {
        let mut found = Vec::new();
        for name in self
            .program
            .classpath
            .application_classes()
            .unwrap_or_default()
        {
            let Ok(Some(class)) = self.program.classpath.find(&name) else {
                continue;
            };
            let fields = class.fields.iter().filter(|field| {
                field.access & access::STATIC != 0
                    && field.access & (access::FINAL | access::SYNTHETIC) == 0
            });
            let key = |field: &classpath::Field| {
                let (name, descriptor) = (field.name.clone(), field.descriptor.clone());
                (class.name.clone(), name, descriptor)
            };
            found.extend(fields.map(key));
            let ghosts = self.program.specifications.class(&name).ghost_fields;
            for ghost in ghosts.into_iter().map(|ghost| ghost.field) {
                if let (true, Some(descriptor)) = (ghost.is_static, ghost.descriptor())
                    && ghost.class == class.name
                {
                    found.push((ghost.class, ghost.name, descriptor.into()));
                }
            }
        }
        found
    }
}

impl Called<'_> {
    fn context(&self, now: &State, result: Option<Term>, thrown: Option<Term>) -> Context<State> {
        Context {
            pre: self.before.clone(),
            now: now.clone(),
            this: self.this,
            params: self.parameters.clone(),
            result,
            thrown,
        }
    }
}

/// That clauses hold, each where those before it do.
pub(super) fn all(
    meaning: &mut Meaning<Expanded>,
    asked: Term,
    clauses: &[Clause],
    polarity: Polarity,
) -> Result<Term> {
    let mut holds = meaning.heap.pool().tt();
    for clause in clauses {
        let reached = meaning.heap.pool().and(asked, holds);
        let one = meaning.under(reached, |meaning| meaning.holds(&clause.expr, polarity))?;
        holds = meaning.heap.pool().and(holds, one);
    }
    Ok(holds)
}

/// That a case allows an exception of a class.
fn exceptional(
    meaning: &mut Meaning<Expanded>,
    asked: Term,
    case: &Case,
    is: impl Fn(&Name) -> bool,
) -> Result<Term> {
    let mut holds = meaning.heap.pool().bool(case.signals_only.iter().any(&is));
    for signals in case.signals.iter().filter(|s| is(&s.exception)) {
        let one = all(meaning, asked, &signals.clauses, Polarity::Both)?;
        holds = meaning.heap.pool().and(holds, one);
    }
    Ok(holds)
}
