//! The quantified encoding of the thesis (sections 3.2 to 3.6): fields and arrays are functions over bit-vectors, one per
//! version; an update relates two versions by a quantifier; edges are Boolean variables. Variables and maps are renamed
//! so that each is assigned once on every path (Algorithm 1).
//!
//! What Fig. 3.6 leaves out is here: an update of an array keeps all other arrays (R5), a new object has the default in
//! every field and element (R6, R7), and comparisons are strict only where Java's are (R12, R13).

use super::evaluate::Evaluate;
use super::heap::{Arrival, Arrivals, Change, Encoding, Heap, Instances};
use super::is_outer;
use crate::graph::{Atom, Bounds, Edge, EdgeId, Graph, Map, MapInfo, Part, Statement, Var};
use crate::literals::{self, Literals, Tag};
use crate::meaning::{Callee, Cell};
use crate::program::Program;
use crate::reasons::{Beyond, Undecided};
use crate::records;
use crate::stop::Watch;
use crate::universe::{ObjectClass, Scope, Universe, has_characters};
use crate::values::{self, Widths};
use classpath::Name;
use logic::{FunId, Pool, Sort, Term};
use std::collections::{BTreeMap, BTreeSet, HashMap};

pub struct Quantified<'a> {
    pub pool: Pool,
    program: &'a Program,
    universe: Universe,
    scope: Scope,
    widths: Widths,
    maps: Vec<MapInfo>,
    functions: HashMap<(Map, u32), FunId>,
    counts: Vec<Option<Term>>,
    facts: Vec<Term>,
    /// What variables are bound to before anything is assigned.
    bound: BTreeMap<Var, Term>,
    closures: BTreeMap<Vec<(Map, u32)>, FunId>,
    beyond: Vec<(Term, Beyond)>,
    /// Which edges are taken at first.
    entered: Vec<Term>,
    /// The edges of which one is taken after another.
    control: Vec<(Term, Term)>,
    /// What it means to take an edge.
    data: Vec<(Term, Term)>,
    /// The variables of the edges to the exit.
    ends: Vec<Term>,
    /// How often a model method may call itself.
    unroll: u32,
    watch: Watch,
    pub literals: Literals,
}

/// The versions of everything at a node.
#[derive(Debug, Clone, Default)]
pub struct Versions {
    vars: BTreeMap<Var, u32>,
    maps: BTreeMap<Map, u32>,
    globals: BTreeMap<(Name, Name), u32>,
    /// Of the number of the next object of a class.
    next: BTreeMap<usize, u32>,
}

impl<'a> Quantified<'a> {
    pub fn new(
        program: &'a Program,
        universe: Universe,
        scope: &Scope,
        bounds: &Bounds,
    ) -> Quantified<'a> {
        Quantified {
            pool: Pool::new(),
            program,
            counts: vec![None; universe.classes.len()],
            universe,
            widths: Widths::new(scope.int_bits),
            scope: scope.clone(),
            maps: Vec::new(),
            functions: HashMap::new(),
            facts: Vec::new(),
            bound: BTreeMap::new(),
            closures: BTreeMap::new(),
            beyond: Vec::new(),
            entered: Vec::new(),
            control: Vec::new(),
            data: Vec::new(),
            ends: Vec::new(),
            unroll: bounds.unroll,
            watch: Watch::new(&bounds.stop),
            literals: Literals::default(),
        }
    }

    fn object_sort(&self) -> Sort {
        Sort::Bv(self.universe.width)
    }

    fn number(&mut self, object: u32) -> Term {
        self.pool.bv(self.universe.width, u128::from(object))
    }

    fn within(&mut self, value: Term, range: std::ops::Range<u32>) -> Term {
        if range.is_empty() {
            return self.pool.ff();
        }
        let (low, high) = (self.number(range.start), self.number(range.end - 1));
        let above = self.pool.uge(value, low);
        let below = self.pool.ule(value, high);
        self.pool.and(above, below)
    }

    fn is_indexed(&self, map: Map) -> bool {
        matches!(self.maps[map.0 as usize], MapInfo::Elements(_))
    }

    fn map_name(&self, map: Map) -> String {
        match &self.maps[map.0 as usize] {
            MapInfo::Field { class, name, .. } => {
                let same = |other: &&MapInfo| matches!(other, MapInfo::Field { name: known, .. } if known == name);
                match self.maps.iter().filter(same).count() {
                    1 => name.to_string(),
                    _ => format!("{}.{name}", class.replace('/', ".")),
                }
            }
            MapInfo::Elements(kind) => format!("{kind:?}").to_lowercase() + "_array",
            MapInfo::Length => "length".into(),
        }
    }

    /// The function that a map is in a version.
    fn function(&mut self, map: Map, version: u32) -> FunId {
        if let Some(known) = self.functions.get(&(map, version)) {
            return *known;
        }
        let descriptor = self.descriptor(map);
        let cell = self.widths.cell(&descriptor, self.universe.width);
        let mut parameters = vec![self.object_sort()];
        if self.is_indexed(map) {
            parameters.push(Sort::Bv(self.widths.int));
        }
        let mut name = format!("{}_{version}", self.map_name(map));
        // SMT-LIB has one space of names for variables and functions.
        if !self.pool.find_symbols(&name).is_empty() {
            name = format!("field.{name}");
        }
        let function = self.pool.declare_fun(&name, &parameters, cell);
        self.functions.insert((map, version), function);
        if version == 0 {
            self.describe(map, function, cell);
        }
        function
    }

    /// What holds of a map before: values have their types, and objects that are not made yet have the defaults.
    fn describe(&mut self, map: Map, function: FunId, cell: Sort) {
        let sort = self.object_sort();
        let object = self.pool.fresh_symbol("o", sort);
        let mut arguments = vec![object];
        let mut binders = vec![object];
        if self.is_indexed(map) {
            let index = self.pool.fresh_symbol("i", Sort::Bv(self.widths.int));
            arguments.push(index);
            binders.push(index);
        }
        let value = self.pool.apply(function, &arguments);
        let default = values::default(&mut self.pool, cell);
        let info = self.maps[map.0 as usize].clone();
        let mut all = self.pool.tt();
        for at in 0..self.universe.classes.len() {
            let class = self.universe.classes[at].clone();
            if !class.has(self.program, &info) {
                continue;
            }
            let made = class.first + class.before..class.numbers().end;
            if !made.is_empty() {
                let here = self.within(object, made);
                let same = self.pool.eq(value, default);
                let implied = self.pool.implies(here, same);
                all = self.pool.and(all, implied);
            }
            let here = self.within(object, class.numbers_before());
            let typed = match &info {
                _ if class.constants => continue,
                MapInfo::Elements(_) if class.is_text() => continue,
                MapInfo::Length => {
                    let most = match class.is_text() {
                        true => self.longest(),
                        false => self.scope.length,
                    };
                    let most = self.pool.bv(self.widths.int, u128::from(most));
                    self.pool.ule(value, most)
                }
                MapInfo::Field {
                    name, descriptor, ..
                } => {
                    let special = self.universe.holds_special(self.program, &info);
                    let mut typed = self.typed(value, descriptor, special);
                    if self.program.holds_its_own_arrays(&info) {
                        let null = self.number(0);
                        let null = self.pool.eq(value, null);
                        let own = self.in_classes(value, &|class| *class.name == **descriptor);
                        let own = self.pool.or(null, own);
                        typed = self.pool.and(typed, own);
                    }
                    if descriptor.starts_with('L')
                        && records::of(self.program, &class.name).is_some()
                    {
                        let founded = self.founded(object, value);
                        typed = self.pool.and(typed, founded);
                    }
                    match is_outer(name) {
                        true => {
                            let null = self.number(0);
                            let some = self.pool.distinct(value, null);
                            self.pool.and(typed, some)
                        }
                        false => typed,
                    }
                }
                MapInfo::Elements(_) if &class.name[1..] == "Z" => {
                    let one = self.pool.bv(8.min(self.widths.int), 1);
                    self.pool.ule(value, one)
                }
                MapInfo::Elements(_) => self.typed(value, &class.name[1..], false),
            };
            let implied = self.pool.implies(here, typed);
            all = self.pool.and(all, implied);
        }
        let fact = self.pool.forall(&binders, all);
        self.facts.push(fact);
        self.describe_texts(&info, function);
    }

    /// That a record is no component of its own component, however deep: each has a rank above those of its components.
    fn founded(&mut self, record: Term, component: Term) -> Term {
        let sort = self.object_sort();
        let rank = match self.pool.find_functions("rank!").first() {
            Some(known) => *known,
            None => self.pool.declare_fun("rank!", &[sort], sort),
        };
        let (low, high) = (
            self.pool.apply(rank, &[component]),
            self.pool.apply(rank, &[record]),
        );
        let below = self.pool.ult(low, high);
        let mut founded = self.pool.tt();
        for at in 0..self.universe.classes.len() {
            let class = self.universe.classes[at].clone();
            if records::of(self.program, &class.name).is_some() {
                let here = self.within(component, class.numbers_before());
                let implied = self.pool.implies(here, below);
                founded = self.pool.and(founded, implied);
            }
        }
        founded
    }

    /// The lengths and characters of constants.
    fn describe_texts(&mut self, info: &MapInfo, function: FunId) {
        for text in self.universe.texts.clone() {
            let Some(number) = self.universe.text(&text) else {
                continue;
            };
            let object = self.number(number);
            match info {
                MapInfo::Length => {
                    let length = self.pool.bv(self.widths.int, text.len() as u128);
                    let value = self.pool.apply(function, &[object]);
                    let fact = self.pool.eq(value, length);
                    self.facts.push(fact);
                }
                MapInfo::Elements(ir::ElementKind::Char) => {
                    for (index, unit) in text.iter().enumerate() {
                        let index = self.widths.int(&mut self.pool, index as i32);
                        let value = self.pool.apply(function, &[object, index]);
                        let unit = self.pool.bv(16.min(self.widths.int), u128::from(*unit));
                        let fact = self.pool.eq(value, unit);
                        self.facts.push(fact);
                    }
                }
                _ => {}
            }
        }
    }

    /// Null, or an object of the type that exists before; of a type of arrays that nothing declares, too, if so.
    fn typed(&mut self, value: Term, descriptor: &str, special: bool) -> Term {
        let ty = match descriptor.as_bytes().first() {
            Some(b'L') => descriptor[1..].trim_end_matches(';').to_owned(),
            Some(b'[') => descriptor.to_owned(),
            _ => return self.pool.tt(),
        };
        let null = self.number(0);
        let mut fits = self.pool.eq(value, null);
        for at in 0..self.universe.classes.len() {
            let class = &self.universe.classes[at];
            let out = class.special && !(special && ty.starts_with('['));
            if out || !self.program.is_subclass(&class.name, &ty) {
                continue;
            }
            let before = self.before_in(at, value);
            fits = self.pool.or(fits, before);
        }
        fits
    }

    /// Whether a value is an object of a class that exists before.
    fn before_in(&mut self, class: usize, value: Term) -> Term {
        let info = self.universe.classes[class].clone();
        let within = self.within(value, info.numbers_before());
        match self.counts[class] {
            None => within,
            Some(count) => {
                let below = self.number(info.first - 1);
                let last = self.pool.add(count, below);
                let exists = self.pool.ule(value, last);
                self.pool.and(within, exists)
            }
        }
    }

    fn next(&mut self, state: &Versions, class: usize) -> Term {
        let info = self.universe.classes[class].clone();
        match state.next.get(&class) {
            None | Some(0) => self.number(info.first + info.before),
            Some(version) => {
                let sort = self.object_sort();
                (self.pool).symbol(&format!("last_{}_{version}", info.name), sort)
            }
        }
    }

    fn var_symbol(&mut self, graph: &Graph, var: Var, version: u32) -> Term {
        if version == 0
            && let Some(value) = self.bound.get(&var)
        {
            return *value;
        }
        let info = &graph.vars[var.0 as usize];
        let sort = self.widths.of(info.kind, self.universe.width);
        // Names of registers repeat; the first of a name keeps it.
        let first = graph.vars.iter().position(|known| known.name == info.name);
        let mut name = match first == Some(var.0 as usize) {
            true => format!("{}_{version}", info.name),
            false => format!("{}.{}_{version}", info.name, var.0),
        };
        if !self.pool.find_functions(&name).is_empty() {
            name = format!("{}.{}_{version}", info.name, var.0);
        }
        self.pool.symbol(&name, sort)
    }

    fn global_symbol(&mut self, key: &(Name, Name), descriptor: &str, version: u32) -> Term {
        let kind = ir::Kind::of_descriptor(descriptor).unwrap_or(ir::Kind::Int);
        let sort = self.widths.of(kind, self.universe.width);
        let name = format!("{}.{}_{version}", key.0.replace('/', "."), key.1);
        let known = !self.pool.find_symbols(&name).is_empty();
        let symbol = self.pool.symbol(&name, sort);
        if version == 0 && !known {
            let fact = self.typed(symbol, descriptor, false);
            self.facts.push(fact);
        }
        symbol
    }

    /// That a map has a new version, which differs from the one before at one place.
    fn update(
        &mut self,
        state: &mut Versions,
        map: Map,
        object: Term,
        index: Option<Term>,
        value: Term,
    ) -> Term {
        let version = state.maps.get(&map).copied().unwrap_or(0);
        let (old, new) = (self.function(map, version), self.function(map, version + 1));
        state.maps.insert(map, version + 1);
        let sort = self.object_sort();
        let any = self.pool.fresh_symbol("o", sort);
        let mut arguments = vec![any];
        let mut here = self.pool.eq(any, object);
        if let Some(index) = index {
            let position = self.pool.fresh_symbol("i", Sort::Bv(self.widths.int));
            arguments.push(position);
            let same = self.pool.eq(position, index);
            here = self.pool.and(here, same);
        }
        let before = self.pool.apply(old, &arguments);
        let after = self.pool.apply(new, &arguments);
        let set = self.pool.eq(after, value);
        let kept = self.pool.eq(after, before);
        let body = self.pool.ite(here, set, kept);
        self.pool.forall(&arguments, body)
    }

    fn same_map(&mut self, map: Map, a: u32, b: u32) -> Term {
        let (first, second) = (self.function(map, a), self.function(map, b));
        let sort = self.object_sort();
        let mut arguments = vec![self.pool.fresh_symbol("o", sort)];
        if self.is_indexed(map) {
            arguments.push(self.pool.fresh_symbol("i", Sort::Bv(self.widths.int)));
        }
        let left = self.pool.apply(first, &arguments);
        let right = self.pool.apply(second, &arguments);
        let same = self.pool.eq(left, right);
        self.pool.forall(&arguments, same)
    }

    /// What taking an edge means; the state becomes the one after it.
    fn transition(
        &mut self,
        graph: &Graph,
        maps: &[Map],
        state: &mut Versions,
        edge: &Edge,
    ) -> Result<Term, Undecided> {
        let always = self.pool.tt();
        Ok(match &edge.statement {
            Statement::Skip | Statement::Refute => always,
            Statement::Call { call, .. } => return Err(by_contract(graph, *call).into()),
            Statement::Enter { .. } | Statement::Begin { .. } | Statement::Set { .. } => {
                return Err(super::statements::ONLY_EXPANDED.into());
            }
            Statement::Assume(test) | Statement::Guard(test) => self.test(graph, state, test)?,
            Statement::Assign { var, value } => {
                let value = self.value(graph, maps, state, value)?;
                let target = self.assigned(graph, state, *var);
                self.pool.eq(target, value)
            }
            Statement::Write { map, object, value } => {
                let object = self.atom(graph, state, *object)?;
                let value = self.atom(graph, state, *value)?;
                let map = maps[map.0 as usize];
                let (descriptor, widths) = (self.descriptor(map), self.widths);
                let cell = widths.store(&mut self.pool, &descriptor, value);
                self.update(state, map, object, None, cell)
            }
            Statement::WriteElement {
                map,
                array,
                index,
                value,
            } => {
                let array = self.atom(graph, state, *array)?;
                let index = self.atom(graph, state, *index)?;
                let value = self.atom(graph, state, *value)?;
                let map = maps[map.0 as usize];
                let (descriptor, widths) = (self.descriptor(map), self.widths);
                let cell = widths.store(&mut self.pool, &descriptor, value);
                self.update(state, map, array, Some(index), cell)
            }
            Statement::ChangeList { .. } => {
                return Err("lists, in the quantified encoding".into());
            }
            Statement::NewText { .. } | Statement::SetText { .. } => {
                return Err("a string that is made, in the quantified encoding".into());
            }
            Statement::New { class, .. } if has_characters(class) => {
                return Err("a string that is made, in the quantified encoding".into());
            }
            Statement::New { class, .. } if self.program.is_lambda(class) => {
                return Err("a lambda, in the quantified encoding".into());
            }
            Statement::New { var, class } => {
                let (object, made) = self.allocate(state, class)?;
                let target = self.assigned(graph, state, *var);
                let same = self.pool.eq(target, object);
                self.pool.and(same, made)
            }
            Statement::NewArray {
                var,
                descriptor,
                length,
            } => {
                let length = self.atom(graph, state, *length)?;
                let (object, made) = self.allocate(state, descriptor)?;
                let map = self.map(MapInfo::Length);
                let sized = self.update(state, map, object, None, length);
                let target = self.assigned(graph, state, *var);
                let same = self.pool.eq(target, object);
                let most = self.widths.int(&mut self.pool, self.scope.length as i32);
                let fits = self.pool.ule(length, most);
                self.pool.and_all(&[same, made, sized, fits])
            }
        })
    }

    fn assigned(&mut self, graph: &Graph, state: &mut Versions, var: Var) -> Term {
        let info = &graph.vars[var.0 as usize];
        if let Some(key) = info.field.clone() {
            let descriptor = info.descriptor.clone().unwrap_or_else(|| "I".into());
            let version = state.globals.entry(key.clone()).or_insert(0);
            *version += 1;
            let version = *version;
            return self.global_symbol(&key, &descriptor, version);
        }
        // What has no value before gets its first one.
        let version = match (state.vars.get(&var), self.bound.contains_key(&var)) {
            (Some(version), _) => version + 1,
            (None, true) => 1,
            (None, false) => 0,
        };
        state.vars.insert(var, version);
        self.var_symbol(graph, var, version)
    }

    /// The next object of a class, and that the one after it is next.
    fn allocate(&mut self, state: &mut Versions, class: &str) -> Result<(Term, Term), Undecided> {
        let at = (self.universe.classes.iter())
            .position(|known| &*known.name == class && known.made > 0)
            .ok_or_else(|| format!("a new {}", class.replace('/', ".")))?;
        let object = self.next(state, at);
        *state.next.entry(at).or_insert(0) += 1;
        let after = self.next(state, at);
        let one = self.number(1);
        let sum = self.pool.add(object, one);
        let made = self.pool.eq(after, sum);
        Ok((object, made))
    }

    /// Names the edges: `E_1_2`, and further ones between the same nodes `E_1_2_1`.
    fn edge_symbols(&mut self, part: &Part) -> BTreeMap<EdgeId, Term> {
        let mut counts: BTreeMap<(u32, u32), u32> = BTreeMap::new();
        let mut symbols = BTreeMap::new();
        for (id, edge) in part.edges() {
            let count = counts.entry((edge.from.0, edge.to.0)).or_insert(0);
            let name = match *count {
                0 => format!("E_{}_{}", edge.from.0, edge.to.0),
                more => format!("E_{}_{}_{more}", edge.from.0, edge.to.0),
            };
            *count += 1;
            symbols.insert(id, self.pool.symbol(&name, Sort::Bool));
        }
        symbols
    }

    /// On an edge into a node where others bring a later version, the later one equals what this edge brings.
    fn align(
        &mut self,
        graph: &Graph,
        from: &Versions,
        to: &Versions,
        live: &BTreeSet<Var>,
    ) -> Term {
        let mut all = self.pool.tt();
        for (var, version) in &to.vars {
            let have = from.vars.get(var).copied().unwrap_or(0);
            if have != *version && live.contains(var) {
                let (a, b) = (
                    self.var_symbol(graph, *var, *version),
                    self.var_symbol(graph, *var, have),
                );
                let same = self.pool.eq(a, b);
                all = self.pool.and(all, same);
            }
        }
        for (key, version) in &to.globals {
            let have = from.globals.get(key).copied().unwrap_or(0);
            if have != *version {
                let info = graph
                    .vars
                    .iter()
                    .find(|info| info.field.as_ref() == Some(key));
                let descriptor = info.and_then(|info| info.descriptor.clone());
                let descriptor = descriptor.unwrap_or_else(|| "I".into());
                let a = self.global_symbol(key, &descriptor, *version);
                let b = self.global_symbol(key, &descriptor, have);
                let same = self.pool.eq(a, b);
                all = self.pool.and(all, same);
            }
        }
        for (map, version) in &to.maps {
            let have = from.maps.get(map).copied().unwrap_or(0);
            if have != *version {
                let same = self.same_map(*map, *version, have);
                all = self.pool.and(all, same);
            }
        }
        for class in to.next.keys() {
            let (a, b) = (self.next(to, *class), self.next(from, *class));
            let same = self.pool.eq(a, b);
            all = self.pool.and(all, same);
        }
        all
    }
}

fn by_contract(graph: &Graph, call: u32) -> String {
    let name = graph.calls[call as usize].name();
    format!(
        "a call of {name} in the quantified encoding (--encoding expanded has a meaning for it)"
    )
}

/// The latest version of everything among several.
fn latest(states: &[&Versions]) -> Versions {
    fn raise<K: Ord + Clone>(into: &mut BTreeMap<K, u32>, from: &BTreeMap<K, u32>) {
        for (key, version) in from {
            let known = into.entry(key.clone()).or_insert(0);
            *known = (*known).max(*version);
        }
    }
    let mut all = Versions::default();
    for state in states {
        raise(&mut all.vars, &state.vars);
        raise(&mut all.maps, &state.maps);
        raise(&mut all.globals, &state.globals);
        raise(&mut all.next, &state.next);
    }
    all
}

impl Heap for Quantified<'_> {
    type State = Versions;

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
        self.maps.push(info);
        Map(self.maps.len() as u32 - 1)
    }

    fn text(&mut self, text: &[u16]) -> Option<Term> {
        let number = self.universe.text(text)?;
        Some(self.number(number))
    }

    fn is_unknown(&mut self, _: Map, _: Term) -> Term {
        self.pool.ff()
    }

    fn longest(&self) -> u32 {
        self.universe.longest(self.scope.length)
    }

    fn info(&self, map: Map) -> &MapInfo {
        &self.maps[map.0 as usize]
    }

    fn field(&mut self, state: &Versions, map: Map, object: Term) -> Term {
        let version = state.maps.get(&map).copied().unwrap_or(0);
        let function = self.function(map, version);
        self.pool.apply(function, &[object])
    }

    fn element(&mut self, state: &Versions, map: Map, array: Term, index: Term) -> Term {
        let version = state.maps.get(&map).copied().unwrap_or(0);
        let function = self.function(map, version);
        self.pool.apply(function, &[array, index])
    }

    fn length(&mut self, state: &Versions, array: Term) -> Term {
        let map = self.map(MapInfo::Length);
        self.field(state, map, array)
    }

    fn global(&mut self, state: &Versions, class: &str, name: &str, descriptor: &str) -> Term {
        let key = (Name::from(class), Name::from(name));
        let version = state.globals.get(&key).copied().unwrap_or(0);
        self.global_symbol(&key, descriptor, version)
    }

    fn exists(&mut self, state: &Versions, object: Term) -> Term {
        let mut found = self.pool.ff();
        for at in 0..self.universe.classes.len() {
            let before = self.before_in(at, object);
            found = self.pool.or(found, before);
            if state.next.contains_key(&at) {
                let info = self.universe.classes[at].clone();
                let within = self.within(object, info.first + info.before..info.numbers().end);
                let next = self.next(state, at);
                let made = self.pool.ult(object, next);
                let both = self.pool.and(within, made);
                found = self.pool.or(found, both);
            }
        }
        found
    }

    fn instance(&mut self, object: Term, ty: &str) -> Term {
        let program = self.program;
        self.in_classes(object, &|class| program.is_subclass(&class.name, ty))
    }

    fn undecided(&mut self, object: Term, ty: &str) -> Term {
        let program = self.program;
        self.in_classes(object, &|class| Universe::is_undecided(program, class, ty))
    }

    fn in_classes(&mut self, value: Term, wanted: &dyn Fn(&ObjectClass) -> bool) -> Term {
        let mut found = self.pool.ff();
        for at in 0..self.universe.classes.len() {
            if wanted(&self.universe.classes[at]) {
                let numbers = self.universe.classes[at].numbers();
                let within = self.within(value, numbers);
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

    fn objects(&mut self, state: &Versions, ty: &str) -> Instances {
        let sort = self.object_sort();
        let object = self.pool.fresh_symbol("o", sort);
        let (exists, instance) = (self.exists(state, object), self.instance(object, ty));
        let counts = self.pool.and(exists, instance);
        Instances {
            values: vec![(object, counts)],
            binder: Some(object),
            left_out: self.pool.ff(),
        }
    }

    fn leave_out(&mut self, _: Term, what: Beyond) -> Result<(), Undecided> {
        Err(format!("{what}, in the quantified encoding").into())
    }

    fn integers(&mut self, low: Term, high: Term) -> Instances {
        let width = self.pool.width(low);
        let value = self.pool.fresh_symbol("i", Sort::Bv(width));
        let above = self.pool.sle(low, value);
        let below = self.pool.sle(value, high);
        let counts = self.pool.and(above, below);
        Instances {
            values: vec![(value, counts)],
            binder: Some(value),
            left_out: self.pool.ff(),
        }
    }

    /// By the smallest number of steps from one object to another, 0 where there is no way (section 3.6).
    fn reaches(&mut self, state: &Versions, from: Term, to: Term, via: &[Map]) -> Term {
        let key: Vec<(Map, u32)> = (via.iter())
            .map(|map| (*map, state.maps.get(map).copied().unwrap_or(0)))
            .collect();
        let steps = match self.closures.get(&key) {
            Some(known) => *known,
            None => self.steps(key),
        };
        let distance = self.pool.apply(steps, &[from, to]);
        let zero = self.pool.bv(self.universe.width, 0);
        let some = self.pool.distinct(distance, zero);
        let same = self.pool.eq(from, to);
        self.pool.or(same, some)
    }

    fn unroll(&self) -> u32 {
        self.unroll
    }

    fn tells_beyond(&self) -> bool {
        false
    }

    fn call(
        &mut self,
        _: &Versions,
        target: &Callee,
        _: &[Term],
    ) -> Result<(Option<Term>, Term), Undecided> {
        let class = target.class.name.replace('/', ".");
        Err(format!(
            "the pure method {class}.{} in the quantified encoding (--encoding expanded has a meaning for it)",
            target.name()
        ).into())
    }

    fn times_beyond(&self) -> usize {
        self.beyond.len()
    }

    fn beyond_since(&mut self, since: usize) -> Vec<(Term, Beyond)> {
        self.beyond.split_off(since)
    }

    fn changes(&mut self, before: &Versions, after: &Versions) -> Vec<Change> {
        let mut found = Vec::new();
        for (key, version) in &after.globals {
            let have = before.globals.get(key).copied().unwrap_or(0);
            if have == *version {
                continue;
            }
            let class = self.program.classpath.find(&key.0).ok().flatten();
            let field = class
                .as_ref()
                .and_then(|c| c.fields.iter().find(|f| f.name == key.1));
            let descriptor = field
                .map(|f| f.descriptor.clone())
                .unwrap_or_else(|| "I".into());
            let old = self.global_symbol(key, &descriptor, have);
            let new = self.global_symbol(key, &descriptor, *version);
            let changed = self.pool.distinct(old, new);
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
        for (map, version) in &after.maps {
            let have = before.maps.get(map).copied().unwrap_or(0);
            let info = self.maps[map.0 as usize].clone();
            if have == *version || info == MapInfo::Length {
                continue;
            }
            let sort = self.object_sort();
            let object = self.pool.fresh_symbol("o", sort);
            let mut binders = vec![object];
            let mut index = None;
            let mut existed = self.exists(before, object);
            let has: BTreeSet<Name> = (self.universe.classes.iter())
                .filter(|class| class.has(self.program, &info))
                .map(|class| class.name.clone())
                .collect();
            let within = self.in_classes(object, &|class| has.contains(&class.name));
            existed = self.pool.and(existed, within);
            if self.is_indexed(*map) {
                let position = self.pool.fresh_symbol("i", Sort::Bv(self.widths.int));
                binders.push(position);
                index = Some(position);
                let length = self.length(before, object);
                let inside = self.pool.ult(position, length);
                existed = self.pool.and(existed, inside);
            }
            let (old, new) = (self.function(*map, have), self.function(*map, *version));
            let was = self.pool.apply(old, &binders);
            let is = self.pool.apply(new, &binders);
            let differs = self.pool.distinct(was, is);
            let changed = self.pool.and(existed, differs);
            let cell = Cell::Of {
                map: *map,
                object,
                index,
            };
            found.push(Change {
                cell,
                changed,
                binders,
            });
        }
        found
    }
}

impl Quantified<'_> {
    /// The function of distances along some fields, with its axioms.
    fn steps(&mut self, key: Vec<(Map, u32)>) -> FunId {
        let sort = self.object_sort();
        let names: Vec<String> = (key.iter())
            .map(|(map, version)| format!("{}_{version}", self.map_name(*map)))
            .collect();
        let name = format!("reach_{}", names.join("_"));
        let steps = self.pool.declare_fun(&name, &[sort, sort], sort);
        self.closures.insert(key.clone(), steps);
        let zero = self.number(0);
        let one = self.number(1);
        let symbol = |this: &mut Self, name: &str| this.pool.fresh_symbol(name, sort);
        // One step.
        let (x, y) = (symbol(self, "x"), symbol(self, "y"));
        let mut edge = self.pool.ff();
        for (map, version) in &key {
            let info = self.maps[map.0 as usize].clone();
            let has: BTreeSet<Name> = (self.universe.classes.iter())
                .filter(|class| class.has(self.program, &info))
                .map(|class| class.name.clone())
                .collect();
            let within = self.in_classes(x, &|class| has.contains(&class.name));
            let function = self.function(*map, *version);
            let leads = match self.is_indexed(*map) {
                false => {
                    let value = self.pool.apply(function, &[x]);
                    self.pool.eq(value, y)
                }
                true => {
                    let index = self.pool.fresh_symbol("i", Sort::Bv(self.widths.int));
                    let value = self.pool.apply(function, &[x, index]);
                    let length = self.length(&Versions::default(), x);
                    let inside = self.pool.ult(index, length);
                    let same = self.pool.eq(value, y);
                    let both = self.pool.and(inside, same);
                    self.pool.exists(&[index], both)
                }
            };
            let both = self.pool.and(within, leads);
            edge = self.pool.or(edge, both);
        }
        let distance = self.pool.apply(steps, &[x, y]);
        let is_one = self.pool.eq(distance, one);
        let same = self.pool.iff(edge, is_one);
        let first = self.pool.forall(&[x, y], same);
        // Through another object.
        let (x, y, z) = (symbol(self, "x"), symbol(self, "y"), symbol(self, "z"));
        let mut positive = Vec::new();
        for (a, b) in [(x, y), (y, z), (x, z)] {
            let distance = self.pool.apply(steps, &[a, b]);
            positive.push(self.pool.distinct(distance, zero));
        }
        let both = self.pool.and(positive[0], positive[1]);
        let implied = self.pool.implies(both, positive[2]);
        let second = self.pool.forall(&[x, y, z], implied);
        // Nothing else.
        let (x, y, w) = (symbol(self, "x"), symbol(self, "y"), symbol(self, "w"));
        let whole = self.pool.apply(steps, &[x, y]);
        let step = self.pool.apply(steps, &[x, w]);
        let rest = self.pool.apply(steps, &[w, y]);
        let more = self.pool.ugt(whole, one);
        let is_one = self.pool.eq(step, one);
        let sum = self.pool.add(rest, one);
        let adds = self.pool.eq(whole, sum);
        let both = self.pool.and(is_one, adds);
        let some = self.pool.exists(&[w], both);
        let implied = self.pool.implies(more, some);
        let third = self.pool.forall(&[x, y], implied);
        self.facts.extend([first, second, third]);
        steps
    }
}

impl Encoding for Quantified<'_> {
    fn facts(&mut self) -> &mut Vec<Term> {
        &mut self.facts
    }

    fn input(&mut self, name: &str, descriptor: &str) -> Term {
        let cell = self.widths.cell(descriptor, self.universe.width);
        let symbol = self.pool.symbol(&format!("{name}_0"), cell);
        let fact = self.typed(symbol, descriptor, true);
        self.facts.push(fact);
        let widths = self.widths;
        widths.load(&mut self.pool, descriptor, symbol)
    }

    fn count(&mut self, class: usize) {
        let info = self.universe.classes[class].clone();
        if self.counts[class].is_some() || info.before == 0 || info.constants {
            return;
        }
        let sort = self.object_sort();
        let count = self.pool.symbol(&format!("last_{}", info.name), sort);
        let most = self.number(info.before);
        let fact = self.pool.ule(count, most);
        self.facts.push(fact);
        self.counts[class] = Some(count);
    }

    fn before(&mut self) -> Versions {
        Versions::default()
    }

    fn bind(&mut self, _: &mut Versions, graph: &Graph, var: Var, value: Term) {
        let mut value = value;
        if self.pool.is_const(value) {
            let sort = self.pool.sort(value);
            let symbol = self.pool.symbol(&graph.vars[var.0 as usize].name, sort);
            let fact = self.pool.eq(symbol, value);
            self.facts.push(fact);
            value = symbol;
        }
        self.bound.insert(var, value);
    }

    fn variable(&mut self, state: &Versions, graph: &Graph, var: Var) -> Term {
        let version = state.vars.get(&var).copied().unwrap_or(0);
        self.var_symbol(graph, var, version)
    }

    fn make_object(&mut self, state: &mut Versions, class: &str) -> Option<Term> {
        let (object, made) = self.allocate(state, class).ok()?;
        self.facts.push(made);
        Some(object)
    }

    fn run(&mut self, part: &Part, start: Versions) -> Result<Arrivals<Versions>, Undecided> {
        let graph = part.graph().clone();
        let maps: Vec<Map> = graph
            .maps
            .iter()
            .map(|info| self.map(info.clone()))
            .collect();
        let symbols = self.edge_symbols(part);
        let live = super::walk::liveness(part);
        let mut out: BTreeMap<u32, Vec<Term>> = BTreeMap::new();
        for (id, edge) in part.edges() {
            out.entry(edge.from.0).or_default().push(symbols[&id]);
        }
        let entry = out.get(&0).cloned().unwrap_or_default();
        let entered = self.pool.or_all(&entry);
        self.entered.push(entered);
        let mut result = Arrivals {
            ends: Vec::new(),
            taken: Vec::new(),
        };
        let mut incoming: BTreeMap<u32, Vec<(Term, Versions)>> = BTreeMap::new();
        let mut states: BTreeMap<u32, Versions> = BTreeMap::from([(0, start)]);
        for (id, edge) in part.edges() {
            let from = edge.from.0;
            if let Some(ways) = incoming.remove(&from) {
                let all: Vec<&Versions> = ways.iter().map(|(_, state)| state).collect();
                let here = latest(&all);
                for (symbol, state) in &ways {
                    let aligned = self.align(&graph, state, &here, &live[from as usize]);
                    self.imply(*symbol, aligned);
                }
                states.insert(from, here);
            }
            self.tick()?;
            let symbol = symbols[&id];
            let mut state = states.get(&from).cloned().unwrap_or_default();
            let meaning = self.transition(&graph, &maps, &mut state, edge)?;
            let literal = match edge.statement {
                Statement::Skip | Statement::Refute => None,
                _ => self.literals.of(&mut self.pool, Tag::Edge(id)),
            };
            let meaning = literals::under(&mut self.pool, literal, meaning);
            self.imply(symbol, meaning);
            result.taken.push((id, symbol));
            if edge.end.is_some() {
                self.ends.push(symbol);
                result.ends.push(Arrival {
                    edge: id,
                    condition: symbol,
                    state,
                });
                continue;
            }
            let next = out.get(&edge.to.0).cloned().unwrap_or_default();
            let some = self.pool.or_all(&next);
            self.control.push((symbol, some));
            incoming.entry(edge.to.0).or_default().push((symbol, state));
        }
        Ok(result)
    }

    fn precondition(
        &mut self,
        graph: &Graph,
        _: &Versions,
        call: u32,
        _: &[Atom],
    ) -> Result<Term, Undecided> {
        Err(by_contract(graph, call).into())
    }

    fn is_written(&mut self, before: &Versions, after: &Versions, object: Term) -> Term {
        let mut found = self.pool.ff();
        for map in after.maps.keys() {
            if matches!(self.maps[map.0 as usize], MapInfo::Field { .. }) {
                let old = self.field(before, *map, object);
                let new = self.field(after, *map, object);
                let differs = self.pool.distinct(old, new);
                found = self.pool.or(found, differs);
            }
        }
        found
    }

    fn is_unchanged(&self, before: &Versions, after: &Versions) -> bool {
        before.maps == after.maps && before.globals == after.globals && before.next == after.next
    }

    fn literals(&mut self) -> (&mut Literals, &mut Pool) {
        (&mut self.literals, &mut self.pool)
    }

    fn begin_from(&mut self, _: &[Term]) {}

    fn break_symmetry(&mut self) {}

    fn beyond(&mut self) -> Vec<(Term, Beyond)> {
        std::mem::take(&mut self.beyond)
    }
}

impl Quantified<'_> {
    fn imply(&mut self, edge: Term, meaning: Term) {
        if self.pool.as_bool(meaning) != Some(true) {
            self.data.push((edge, meaning));
        }
    }

    /// The whole formula: facts, control flow, data flow, and that every edge to the exit is a violation. Every model has
    /// a path from entry to exit on which all of it holds; what edges off that path say does not matter.
    pub fn formula(&mut self, assumed: &[Term], broken: &[Term]) -> Formula {
        let some = self.pool.or_all(broken);
        let mut refuted = Vec::new();
        for end in self.ends.clone() {
            let mut values: BTreeMap<Term, Term> = BTreeMap::new();
            for other in &self.ends {
                let value = self.pool.bool(*other == end);
                values.insert(*other, value);
            }
            let violated = self.pool.substitute(some, &values);
            if self.pool.as_bool(violated) != Some(true) {
                refuted.push((end, violated));
            }
        }
        let mut assumed = assumed.to_vec();
        assumed.retain(|term| self.pool.as_bool(*term) != Some(true));
        Formula {
            assumed,
            entered: self.entered.clone(),
            control: self.control.clone(),
            data: self.data.clone(),
            refuted,
        }
    }
}

/// The parts of a formula in the order of the thesis's figures. Pairs are implications: an edge, and what taking it means.
pub struct Formula {
    pub assumed: Vec<Term>,
    pub entered: Vec<Term>,
    /// Fig. 3.5.
    pub control: Vec<(Term, Term)>,
    /// Fig. 3.7, without its last line.
    pub data: Vec<(Term, Term)>,
    /// That edges to the exit are violations.
    pub refuted: Vec<(Term, Term)>,
}

impl Formula {
    pub fn assertions(&self, pool: &mut Pool) -> Vec<Term> {
        let mut all = self.assumed.clone();
        all.extend(&self.entered);
        for (edge, meaning) in self.control.iter().chain(&self.data).chain(&self.refuted) {
            all.push(pool.implies(*edge, *meaning));
        }
        all
    }

    /// As an SMT-LIB script, an assertion per line.
    pub fn script(&self, pool: &mut Pool) -> String {
        let all = self.assertions(pool);
        let printer = logic::print::Printer::new(pool);
        let mut text = String::from("(set-logic UFBV)\n");
        text += &printer.declarations(&all);
        let mut state = |title: &str, facts: &[Term], implications: &[(Term, Term)]| {
            text += &format!("; {title}\n");
            for term in facts {
                text += &format!("(assert {})\n", printer.term(*term));
            }
            for (edge, meaning) in implications {
                let (edge, meaning) = (printer.term(*edge), printer.term(*meaning));
                text += &format!("(assert (=> {edge} {meaning}))\n");
            }
        };
        state("the state before", &self.assumed, &[]);
        state("control flow", &self.entered, &self.control);
        state("data flow", &[], &self.data);
        state("what is broken", &[], &self.refuted);
        text += "(check-sat)\n";
        text
    }
}
