//! The expanded encoding: no quantifiers, every map a list of cells, one per object, every quantifier a conjunction. Terms
//! are built by walking the graph in order (`walk`), so what is constant stays constant.

use super::heap::{Arrivals, Change, Encoding, Heap, Instances};
use super::order::Order;
use super::prestate::Numbers;
use super::reads::Reading;
use super::tight::Tight;
use crate::constants::Constant;
use crate::generics::{self, Generic};
use crate::graph::{Atom, Bounds, Graph, Map, MapInfo, Part, Read, Var};
use crate::lists;
use crate::literals::Literals;
use crate::meaning::{Cell, Context};
use crate::program::Program;
use crate::reasons::{Beyond, Undecided};
use crate::records::Record;
use crate::stop::Watch;
use crate::universe::{ObjectClass, Scope, Universe};
use crate::values::{self, Widths};
use classpath::Name;
use ir::ElementKind;
use jml::resolved::Location;
use logic::{Op, Pool, Sort, Term};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;
use std::sync::Arc;

/// Integers that a quantifier ranges over are listed up to so many.
const MANY: i128 = 1024;

pub struct Expanded<'a> {
    pub pool: Pool,
    pub program: &'a Program,
    pub universe: Universe,
    pub scope: Scope,
    pub widths: Widths,
    pub(super) maps: Vec<MapInfo>,
    pub(super) domains: Vec<Domain>,
    pub(super) initial: HashMap<Map, Rc<Vec<Term>>>,
    pub(super) globals: BTreeMap<(Name, Name), Term>,
    /// How many objects of a class exist before; all of its range where nobody asks.
    pub(super) counts: Vec<Option<Term>>,
    /// What holds of the state before by construction.
    pub facts: Vec<Term>,
    pub(super) candidates: HashMap<Term, Rc<[u32]>>,
    pub(super) closures: HashMap<Cells, Rc<Matrix>>,
    /// What the method may read, if it says so.
    pub(super) reading: Option<Rc<Reading>>,
    /// Which classes are records.
    pub(super) records: HashMap<Name, Option<Record>>,
    /// Where a path would need more than the scope has, and what of.
    pub(super) beyond: Vec<(Term, Beyond)>,
    /// Where a path comes to what nothing here gives a meaning, and only its state tells.
    pub(super) unsupported: Vec<(Term, String)>,
    /// Of constants: whether something is said about all objects of their class.
    pub(super) spoken_of: Vec<bool>,
    pub(super) depth: u32,
    /// Whether a call by contract may make boxes.
    pub(super) boxes_by_contract: bool,
    /// What is demanded of calls that are followed and has no meaning here.
    pub unasked: BTreeSet<String>,
    /// How loops of pure methods in specifications are bounded.
    pub bounds: Bounds,
    pub literals: Literals,
    pub(super) order: Order,
    /// Classes of which every object is led to by an argument or by an object of another class.
    pub(crate) led: BTreeSet<Name>,
    /// What places of the state before can hold, where that has been found out.
    pub(crate) tight: Option<Arc<Tight>>,
    watch: Watch,
}

/// Maps with their cells.
pub(super) type Cells = Vec<(Map, Rc<[Term]>)>;
/// Which object leads to which, by numbers.
pub(super) type Matrix = Vec<Vec<Term>>;

/// The objects that a map has cells for.
#[derive(Debug, Clone)]
pub(super) struct Domain {
    pub objects: Rc<[u32]>,
    /// Cells per object.
    pub stride: u32,
}

#[derive(Clone, Default)]
pub struct State {
    pub vars: BTreeMap<Var, Term>,
    pub(super) globals: BTreeMap<(Name, Name), Term>,
    /// Maps that differ from what they were before.
    pub(super) maps: BTreeMap<Map, Rc<Vec<Term>>>,
    /// The number of the next object of a class, where one has been made.
    pub(super) next: BTreeMap<usize, Term>,
}

impl<'a> Expanded<'a> {
    pub fn new(
        program: &'a Program,
        universe: Universe,
        scope: &Scope,
        bounds: &Bounds,
    ) -> Expanded<'a> {
        let counts = vec![None; universe.classes.len()];
        let spoken_of = vec![false; universe.classes.len()];
        Expanded {
            pool: Pool::new(),
            program,
            universe,
            widths: Widths::new(scope.int_bits),
            scope: scope.clone(),
            maps: Vec::new(),
            domains: Vec::new(),
            initial: HashMap::new(),
            globals: BTreeMap::new(),
            counts,
            facts: Vec::new(),
            candidates: HashMap::new(),
            closures: HashMap::new(),
            reading: None,
            records: HashMap::new(),
            beyond: Vec::new(),
            unsupported: Vec::new(),
            spoken_of,
            depth: 0,
            boxes_by_contract: false,
            unasked: BTreeSet::new(),
            watch: Watch::new(&bounds.stop),
            bounds: bounds.clone(),
            literals: Literals::default(),
            order: Order::default(),
            led: BTreeSet::new(),
            tight: None,
        }
    }

    fn domain(&self, info: &MapInfo) -> Domain {
        let stride = match info {
            MapInfo::Elements(ElementKind::Char) => {
                let arrays = self.universe.longest_array(ElementKind::Char);
                self.longest().max(arrays)
            }
            MapInfo::Elements(kind) => {
                let room = match kind {
                    ElementKind::Ref => self.universe.room,
                    _ => 0,
                };
                let arrays = self.universe.longest_array(*kind);
                (self.scope.length + room).max(arrays)
            }
            _ => 1,
        };
        let classes = self.universe.classes.iter();
        let classes = classes.filter(|class| class.has(self.program, info));
        Domain {
            objects: classes.flat_map(|class| class.numbers()).collect(),
            stride,
        }
    }

    pub(super) fn cells(&mut self, state: &State, map: Map) -> Rc<Vec<Term>> {
        match state.maps.get(&map) {
            Some(cells) => cells.clone(),
            None => self.initial(map),
        }
    }

    pub(super) fn within(&mut self, value: Term, low: u32, high: u32) -> Term {
        let width = self.universe.width;
        if low == high {
            return self.pool.eq_number(value, low, width);
        }
        let low = self.pool.number(low, width);
        let high = self.pool.number(high, width);
        let above = self.pool.uge(value, low);
        let below = self.pool.ule(value, high);
        self.pool.and(above, below)
    }

    /// The numbers that a reference can have.
    pub(super) fn candidates(&mut self, value: Term) -> Rc<[u32]> {
        if let Some(known) = self.candidates.get(&value) {
            return known.clone();
        }
        let found: Rc<[u32]> = if let Some(number) = self.pool.as_bv(value) {
            Rc::new([number as u32])
        } else if self.pool.op(value) == Op::Ite {
            let children = self.pool.children(value);
            let (a, b) = (children[1], children[2]);
            let (a, b) = (self.candidates(a), self.candidates(b));
            let mut both: Vec<u32> = a.iter().chain(b.iter()).copied().collect();
            both.sort_unstable();
            both.dedup();
            both.into()
        } else {
            (0..self.universe.end).collect()
        };
        self.candidates.insert(value, found.clone());
        found
    }

    /// The value of a cell of an object; `at` says which of the object's cells, each with its condition.
    fn select(
        &mut self,
        cells: &[Term],
        domain: &Domain,
        object: Term,
        offset: u32,
    ) -> Option<Term> {
        let mut value: Option<Term> = None;
        for number in self.candidates(object).iter() {
            let Ok(place) = domain.objects.binary_search(number) else {
                continue;
            };
            let cell = cells[place * domain.stride as usize + offset as usize];
            value = Some(match value {
                None => cell,
                Some(rest) => {
                    let here = (self.pool).eq_number(object, *number, self.universe.width);
                    self.pool.ite(here, cell, rest)
                }
            });
        }
        value
    }

    fn anything(&mut self, sort: Sort) -> Term {
        values::default(&mut self.pool, sort)
    }

    pub(super) fn cell_sort(&self, map: Map) -> Sort {
        let descriptor = self.descriptor(map);
        self.widths.cell(&descriptor, self.universe.width)
    }

    /// Writes a cell of one object.
    pub(super) fn write(
        &mut self,
        state: &mut State,
        map: Map,
        object: Term,
        index: Option<Term>,
        value: Term,
    ) {
        let domain = self.domains[map.0 as usize].clone();
        let mut cells = (*self.cells(state, map)).clone();
        for number in self.candidates(object).iter() {
            let Ok(place) = domain.objects.binary_search(number) else {
                continue;
            };
            let here = (self.pool).eq_number(object, *number, self.universe.width);
            for offset in 0..domain.stride {
                let mut hit = here;
                if let Some(index) = index {
                    let at = self.widths.int(&mut self.pool, offset as i32);
                    let same = self.pool.eq(index, at);
                    hit = self.pool.and(hit, same);
                }
                let cell = &mut cells[place * domain.stride as usize + offset as usize];
                *cell = self.pool.ite(hit, value, *cell);
            }
        }
        state.maps.insert(map, Rc::new(cells));
    }
}

impl Expanded<'_> {
    /// The cells of an object in the maps that the formula speaks of: name, descriptor, value. Of an array the length
    /// comes first, then the elements.
    pub fn fields_of(&mut self, state: &State, object: u32) -> Vec<(String, String, Term)> {
        let class = self
            .universe
            .class_of(object)
            .map(|class| class.name.clone());
        let Some(class) = class else {
            return Vec::new();
        };
        let mut found = Vec::new();
        let mut maps: Vec<Map> = (0..self.maps.len() as u32).map(Map).collect();
        maps.sort_by_key(|map| !matches!(self.maps[map.0 as usize], MapInfo::Length));
        for map in maps {
            if !self.initial.contains_key(&map) && !state.maps.contains_key(&map) {
                continue;
            }
            if lists::is_list(&class) && lists::counts_changes(&self.maps[map.0 as usize]) {
                continue;
            }
            let domain = self.domains[map.0 as usize].clone();
            let Ok(place) = domain.objects.binary_search(&object) else {
                continue;
            };
            let cells = self.cells(state, map);
            for offset in 0..domain.stride {
                let cell = cells[place * domain.stride as usize + offset as usize];
                let (name, descriptor) = match &self.maps[map.0 as usize] {
                    MapInfo::Field {
                        name, descriptor, ..
                    } => (name.to_string(), descriptor.to_string()),
                    MapInfo::Length if lists::is_list(&class) => ("size".into(), "I".into()),
                    MapInfo::Length => ("length".into(), "I".into()),
                    MapInfo::Elements(ElementKind::Char) => (format!("[{offset}]"), "C".to_owned()),
                    MapInfo::Elements(_) => {
                        let element = class.strip_prefix('[');
                        let element = element.unwrap_or("Ljava/lang/Object;");
                        (format!("[{offset}]"), element.to_owned())
                    }
                };
                found.push((name, descriptor, cell));
            }
        }
        found
    }

    pub fn is_object_before(&self, object: u32) -> bool {
        self.is_before(object)
    }
}

impl Heap for Expanded<'_> {
    type State = State;

    fn pool(&mut self) -> &mut Pool {
        &mut self.pool
    }

    fn tick(&mut self) -> Result<(), Undecided> {
        self.watch.tick(self.pool.len())
    }

    fn widths(&self) -> Widths {
        self.widths
    }

    fn universe(&self) -> &Universe {
        &self.universe
    }

    fn reference(&self) -> u32 {
        self.universe.width
    }

    fn map(&mut self, info: MapInfo) -> Map {
        if let Some(at) = self.maps.iter().position(|known| *known == info) {
            return Map(at as u32);
        }
        let domain = self.domain(&info);
        self.maps.push(info);
        self.domains.push(domain);
        Map(self.maps.len() as u32 - 1)
    }

    fn text(&mut self, text: &[u16]) -> Option<Term> {
        let number = self.universe.text(text)?;
        Some(self.pool.number(number, self.universe.width))
    }

    fn is_unknown(&mut self, map: Map, object: Term) -> Term {
        let mut found = self.pool.ff();
        let MapInfo::Field { class, name, .. } = self.maps[map.0 as usize].clone() else {
            return found;
        };
        if self.universe.fixed.is_empty() {
            return found;
        }
        let key = (class, name);
        for number in self.candidates(object).iter() {
            let fixed = self.universe.fixed_at(*number);
            let value = fixed.and_then(|fixed| fixed.fields.get(&key));
            if value == Some(&Constant::Unknown) {
                let is = self.pool.eq_number(object, *number, self.universe.width);
                found = self.pool.or(found, is);
            }
        }
        found
    }

    fn same(&mut self, state: &State, a: Term, b: Term) -> (Term, Term) {
        self.same_object(state, a, b)
    }

    fn longest(&self) -> u32 {
        self.universe.longest(self.scope.length)
    }

    fn info(&self, map: Map) -> &MapInfo {
        &self.maps[map.0 as usize]
    }

    fn field(&mut self, state: &State, map: Map, object: Term) -> Term {
        let cells = self.cells(state, map);
        let domain = self.domains[map.0 as usize].clone();
        let sort = self.cell_sort(map);
        match self.select(&cells, &domain, object, 0) {
            Some(value) => value,
            None => self.anything(sort),
        }
    }

    fn element(&mut self, state: &State, map: Map, array: Term, index: Term) -> Term {
        let cells = self.cells(state, map);
        let domain = self.domains[map.0 as usize].clone();
        let mut value = None;
        for offset in (0..domain.stride).rev() {
            let at = self.widths.int(&mut self.pool, offset as i32);
            let here = self.pool.eq(index, at);
            if self.pool.as_bool(here) == Some(false) {
                continue;
            }
            let Some(cell) = self.select(&cells, &domain, array, offset) else {
                break;
            };
            value = Some(match value {
                None => cell,
                Some(rest) => self.pool.ite(here, cell, rest),
            });
        }
        let sort = self.cell_sort(map);
        match value {
            Some(value) => value,
            None => self.anything(sort),
        }
    }

    fn length(&mut self, state: &State, array: Term) -> Term {
        let map = self.map(MapInfo::Length);
        self.field(state, map, array)
    }

    fn global(&mut self, state: &State, class: &str, name: &str, descriptor: &str) -> Term {
        let key = (Name::from(class), Name::from(name));
        if let Some(value) = state.globals.get(&key) {
            return *value;
        }
        if let Some(value) = self.globals.get(&key) {
            return *value;
        }
        let value = self.declared(
            &format!("{}.{name}", class.replace('/', ".")),
            descriptor,
            false,
        );
        self.globals.insert(key, value);
        if let Some(ty) = generics::of_field(self.program, class, name) {
            self.typed(value, &ty, None);
        }
        value
    }

    fn exists(&mut self, state: &State, object: Term) -> Term {
        let candidates = self.candidates(object);
        let mut found = self.pool.ff();
        for at in 0..self.universe.classes.len() {
            let class = &self.universe.classes[at];
            let (before, all) = (class.numbers_before(), class.numbers());
            let made = before.end..all.end;
            let can_be =
                |range: &std::ops::Range<u32>| candidates.iter().any(|n| range.contains(n));
            if can_be(&before) {
                let mut within = self.within(object, before.start, before.end - 1);
                if let Some(count) = self.counts[at] {
                    let last = self.last_before(at, count);
                    let exists = self.pool.ule(object, last);
                    within = self.pool.and(within, exists);
                }
                found = self.pool.or(found, within);
            }
            if can_be(&made)
                && let Some(next) = state.next.get(&at).copied()
            {
                let within = self.within(object, made.start, made.end - 1);
                let exists = self.pool.ult(object, next);
                let both = self.pool.and(within, exists);
                found = self.pool.or(found, both);
            }
        }
        found
    }

    fn instance(&mut self, object: Term, ty: &str) -> Term {
        let candidates = self.candidates(object);
        let mut found = self.pool.ff();
        for at in 0..self.universe.classes.len() {
            let class = &self.universe.classes[at];
            if !self.program.is_subclass(&class.name, ty) {
                continue;
            }
            let numbers = class.numbers();
            if !candidates.iter().any(|number| numbers.contains(number)) {
                continue;
            }
            let within = self.within(object, numbers.start, numbers.end - 1);
            found = self.pool.or(found, within);
        }
        // All that it can be fits: then only null does not.
        let fits = |number: &u32| {
            let class = self.universe.class_of(*number);
            class.is_some_and(|class| self.program.is_subclass(&class.name, ty))
        };
        if candidates.iter().filter(|number| **number != 0).all(fits) {
            let null = self.pool.eq_number(object, 0, self.universe.width);
            return self.pool.not(null);
        }
        found
    }

    fn undecided(&mut self, object: Term, ty: &str) -> Term {
        let program = self.program;
        self.in_classes(object, &|class| Universe::is_undecided(program, class, ty))
    }

    fn in_classes(&mut self, object: Term, wanted: &dyn Fn(&ObjectClass) -> bool) -> Term {
        let candidates = self.candidates(object);
        let is_wanted = |number: &u32| self.universe.class_of(*number).is_some_and(wanted);
        let mut all = candidates.iter().filter(|number| **number != 0);
        if all.all(is_wanted) {
            // Then it need only be something, which may be known where its class cannot be.
            let null = self.pool.number(0, self.universe.width);
            return self.pool.distinct(object, null);
        }
        let mut found = self.pool.ff();
        for at in 0..self.universe.classes.len() {
            let class = &self.universe.classes[at];
            let numbers = class.numbers();
            if wanted(class) && candidates.iter().any(|n| numbers.contains(n)) {
                let within = self.within(object, numbers.start, numbers.end - 1);
                found = self.pool.or(found, within);
            }
        }
        found
    }

    fn of_classes(&mut self, object: Term, classes: &[Name]) -> Term {
        self.in_classes(object, &|class| {
            (!class.opaque || class.is_text()) && class.is_among(classes)
        })
    }

    fn reference_maps(&mut self) -> Vec<Map> {
        super::reference_maps(self, self.program, &self.universe.clone())
    }

    fn objects(&mut self, state: &State, ty: &str) -> Instances {
        let classes = self.universe.below(self.program, ty);
        let numbers: Vec<u32> = classes.flat_map(|class| class.numbers()).collect();
        let mut values = Vec::new();
        for number in numbers {
            let object = self.pool.number(number, self.universe.width);
            let exists = self.exists(state, object);
            if self.pool.as_bool(exists) != Some(false) {
                values.push((object, exists));
            }
        }
        Instances {
            values,
            binder: None,
            left_out: self.pool.ff(),
        }
    }

    fn leave_out(&mut self, condition: Term, what: Beyond) -> Result<(), Undecided> {
        self.beyond.push((condition, what));
        Ok(())
    }

    fn integers(&mut self, low: Term, high: Term) -> Instances {
        let width = self.pool.width(low);
        let constant = |pool: &Pool, term: Term| {
            let bits = pool.as_bv(term)?;
            let shift = 128 - width;
            Some(((bits << shift) as i128) >> shift)
        };
        let half = 1i128 << (width - 1);
        let fixed = self.universe.fixed.values().map(|(_, fixed)| fixed.length);
        let length = fixed.fold(self.scope.length + self.universe.room, u32::max);
        let all = i128::from(length.max(self.scope.objects)) + 1;
        let from = constant(&self.pool, low);
        let to = constant(&self.pool, high);
        let is_fixed = from.is_some() && to.is_some();
        let from = from.unwrap_or(if width <= 5 { -half } else { -1 });
        let to = to.unwrap_or(if width <= 5 { half - 1 } else { all });
        let (mut from, mut to) = (from.max(-half), to.min(half - 1));
        // A range may be large; beyond this it is left out.
        match is_fixed {
            true => to = to.min(from.saturating_add(MANY - 1)),
            // One that begins nowhere has its end among what there are indices for.
            false if to - from >= MANY => (from, to) = (from.max(-1), to.min(all)),
            false => {}
        }
        let mut values = Vec::new();
        let mut value = from;
        while value <= to {
            let term = values::signed(&mut self.pool, width, value);
            let above = self.pool.sle(low, term);
            let below = self.pool.sle(term, high);
            let counts = self.pool.and(above, below);
            if self.pool.as_bool(counts) != Some(false) {
                values.push((term, counts));
            }
            value += 1;
        }
        let empty = self.pool.sgt(low, high);
        let first = values::signed(&mut self.pool, width, from);
        let last = values::signed(&mut self.pool, width, to.max(from));
        let under = self.pool.slt(low, first);
        let over = self.pool.sgt(high, last);
        let outside = self.pool.or(under, over);
        let some = self.pool.not(empty);
        Instances {
            values,
            binder: None,
            left_out: self.pool.and(outside, some),
        }
    }

    fn reaches(&mut self, state: &State, from: Term, to: Term, via: &[Map]) -> Term {
        self.closure(state, from, to, via)
    }

    fn unroll(&self) -> u32 {
        self.bounds.unroll
    }

    fn tells_beyond(&self) -> bool {
        true
    }

    fn call(
        &mut self,
        state: &State,
        target: &crate::meaning::Callee,
        arguments: &[Term],
    ) -> Result<(Option<Term>, Term), Undecided> {
        self.pure_call(state, target, arguments)
    }

    fn times_beyond(&self) -> usize {
        self.beyond.len()
    }

    fn beyond_since(&mut self, since: usize) -> Vec<(Term, Beyond)> {
        self.beyond.split_off(since)
    }

    fn changes(&mut self, before: &State, after: &State) -> Vec<Change> {
        let mut found = Vec::new();
        for (key, value) in &after.globals {
            let old = match before.globals.get(key).or_else(|| self.globals.get(key)) {
                Some(old) => *old,
                None => self.global_before(&key.0, &key.1),
            };
            let changed = self.pool.distinct(*value, old);
            let cell = Cell::Static {
                class: key.0.clone(),
                name: key.1.clone(),
            };
            found.push(Change {
                cell,
                changed,
                binders: Vec::new(),
            });
        }
        for (map, cells) in &after.maps {
            let info = &self.maps[map.0 as usize];
            let is_length = *info == MapInfo::Length;
            let counts_changes = lists::counts_changes(info);
            let old = self.cells(before, *map);
            let domain = self.domains[map.0 as usize].clone();
            for (place, number) in domain.objects.iter().enumerate() {
                // Only lists have lengths that change, and how often they have changed is no part of what they hold.
                let is_list = self.is_list(*number);
                if is_length && !is_list || counts_changes && is_list {
                    continue;
                }
                let object = self.pool.number(*number, self.universe.width);
                let existed = self.exists(before, object);
                for offset in 0..domain.stride {
                    let at = place * domain.stride as usize + offset as usize;
                    let differs = self.pool.distinct(cells[at], old[at]);
                    let changed = self.pool.and(existed, differs);
                    if self.pool.as_bool(changed) == Some(false) {
                        continue;
                    }
                    let is_element = matches!(self.maps[map.0 as usize], MapInfo::Elements(_));
                    let index = self.widths.int(&mut self.pool, offset as i32);
                    let cell = Cell::Of {
                        map: *map,
                        object,
                        index: is_element.then_some(index),
                    };
                    found.push(Change {
                        cell,
                        changed,
                        binders: Vec::new(),
                    });
                }
            }
        }
        found
    }
}

impl Encoding for Expanded<'_> {
    fn facts(&mut self) -> &mut Vec<Term> {
        &mut self.facts
    }

    fn input(&mut self, name: &str, descriptor: &str) -> Term {
        self.declared(name, descriptor, true)
    }

    fn typed(&mut self, value: Term, ty: &Generic, this: Option<Term>) {
        if ty.class().is_none() {
            return;
        }
        let always = self.pool.tt();
        if self.universe.gives_lists() {
            self.typed_where(always, value, ty);
        }
        let Some(this) = this else {
            return self.conforms(always, value, ty, None);
        };
        for number in self.candidates(this).to_vec() {
            let is = self.pool.eq_number(this, number, self.universe.width);
            self.conforms(is, value, ty, Some(number));
        }
    }

    fn count(&mut self, class: usize) {
        self.count_objects(class);
    }

    fn before(&mut self) -> State {
        State::default()
    }

    fn bind(&mut self, state: &mut State, _: &Graph, var: Var, value: Term) {
        state.vars.insert(var, value);
    }

    fn variable(&mut self, state: &State, graph: &Graph, var: Var) -> Term {
        match state.vars.get(&var) {
            Some(value) => *value,
            // On no path to here was it assigned, so nobody reads what this stands for.
            None => {
                let kind = graph.vars[var.0 as usize].kind;
                let sort = self.widths.of(kind, self.universe.width);
                values::default(&mut self.pool, sort)
            }
        }
    }

    fn make_object(&mut self, state: &mut State, class: &str) -> Option<Term> {
        let at = (self.universe.classes.iter())
            .position(|known| &*known.name == class && known.made > 0)?;
        let info = &self.universe.classes[at];
        let first = info.first + info.before;
        let (last, width) = (info.numbers().end, self.universe.width);
        let number = match state.next.get(&at) {
            Some(next) => *next,
            None => self.pool.number(first, width),
        };
        let one = self.pool.number(1, width);
        let next = self.pool.add(number, one);
        if self.pool.as_bv(number).is_none() {
            self.candidates.insert(number, (first..last).collect());
        }
        state.next.insert(at, next);
        Some(number)
    }

    fn run(&mut self, part: &Part, start: State) -> Result<Arrivals<State>, Undecided> {
        self.walk(part, start)
    }

    fn precondition(
        &mut self,
        graph: &Graph,
        state: &State,
        call: u32,
        arguments: &[Atom],
    ) -> Result<Term, Undecided> {
        self.allowed(graph, state, call, arguments)
    }

    fn readable(&mut self, graph: &Graph, state: &State, read: &Read) -> Result<Term, Undecided> {
        self.may_read(graph, state, read)
    }

    fn limit_reads(
        &mut self,
        cases: Vec<(Vec<Location>, Term)>,
        existing: State,
        context: Context<State>,
    ) {
        self.reading = Some(Rc::new(Reading {
            cases,
            existing,
            before: context.pre,
            this: context.this,
            params: context.params,
        }));
    }

    fn is_written(&mut self, before: &State, after: &State, object: Term) -> Term {
        let mut found = self.pool.ff();
        for map in after.maps.keys() {
            if matches!(self.maps[map.0 as usize], MapInfo::Field { .. }) {
                let (old, new) = (
                    self.field(before, *map, object),
                    self.field(after, *map, object),
                );
                let differs = self.pool.distinct(old, new);
                found = self.pool.or(found, differs);
            }
        }
        found
    }

    fn is_unchanged(&self, before: &State, after: &State) -> bool {
        let same = |(map, cells): (&Map, &Rc<Vec<Term>>)| {
            (before.maps.get(map)).is_some_and(|known| Rc::ptr_eq(known, cells))
        };
        after.maps.iter().all(same) && before.globals == after.globals && before.next == after.next
    }

    fn literals(&mut self) -> (&mut Literals, &mut Pool) {
        (&mut self.literals, &mut self.pool)
    }

    fn begin_from(&mut self, roots: &[Term]) {
        self.begin_order(roots);
    }

    fn break_symmetry(&mut self) {
        self.number_in_order();
    }

    fn beyond(&mut self) -> Vec<(Term, Beyond)> {
        std::mem::take(&mut self.beyond)
    }

    fn unsupported(&mut self) -> Vec<(Term, String)> {
        std::mem::take(&mut self.unsupported)
    }
}
