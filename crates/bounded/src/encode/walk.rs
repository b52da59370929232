//! Walking a graph in the expanded encoding: every node gets a condition, under which control is there, and a state, in
//! which several ways in are chosen among by their conditions. Pure methods of specifications are walked the same way.

use super::ascii::Ascii;
use super::evaluate::Evaluate;
use super::expanded::{Expanded, State};
use super::heap::{Arrival, Arrivals, Encoding, Heap};
use super::statements::Entries;
use crate::boxes::{self, OF_BOXES};
use crate::graph::{
    Atom, Bounds, Calls, Cut, EdgeId, End, Graph, Map, MapInfo, Part, Place, Question, Statement,
    Value, Var, build,
};
use crate::literals::{self, Tag};
use crate::meaning::{Callee, OF_PURE_METHODS, Written};
use crate::reasons::{Beyond, Undecided};
use crate::values;
use ir::{ElementKind, Kind};
use logic::{Sort, Term};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

/// How deep pure methods may call each other.
const DEPTH: u32 = 8;

impl Expanded<'_> {
    /// Walks a part from a state in which the parameters have values.
    pub(super) fn walk(&mut self, part: &Part, start: State) -> Result<Arrivals<State>, Undecided> {
        let graph = part.graph().clone();
        let maps: Vec<Map> = graph
            .maps
            .iter()
            .map(|info| self.map(info.clone()))
            .collect();
        let makes = graph.calls.iter().flat_map(|call| &call.makes);
        self.boxes_by_contract |= makes.into_iter().any(|c| boxes::of_class(c).is_some());
        let live = liveness(part);
        let chosen = self.choices(part);
        let mut incoming: BTreeMap<u32, Vec<(Term, State)>> = BTreeMap::new();
        incoming.insert(0, vec![(self.pool.tt(), start)]);
        let mut result = Arrivals {
            ends: Vec::new(),
            taken: Vec::new(),
        };
        let mut entries = Entries::default();
        let mut current: Option<(u32, Term, State)> = None;
        for (id, edge) in part.edges() {
            let from = edge.from.0;
            if current.as_ref().is_none_or(|(node, ..)| *node != from) {
                let Some(ways) = incoming.remove(&from) else {
                    current = None;
                    continue;
                };
                let (condition, state) = self.join(ways, &live[from as usize]);
                current = Some((from, condition, state));
            }
            let Some((_, condition, state)) = &current else {
                continue;
            };
            self.tick()?;
            let (mut condition, mut state) = (*condition, state.clone());
            if let Some(chosen) = chosen.get(&id) {
                condition = self.pool.and(condition, *chosen);
            }
            let literal = match edge.statement {
                Statement::Skip
                | Statement::Refute
                | Statement::Enter { .. }
                | Statement::Begin { .. } => None,
                _ if self.depth > 0 => None,
                _ => self.literals.of(&mut self.pool, Tag::Edge(id)),
            };
            match &edge.statement {
                Statement::Skip | Statement::Refute => {}
                Statement::Assume(test) | Statement::Guard(test) => {
                    if let Question::Compare {
                        kind: Kind::Ref,
                        a,
                        b,
                        ..
                    } = &test.what
                    {
                        let a = self.atom(&graph, &state, *a)?;
                        let b = self.atom(&graph, &state, *b)?;
                        let (_, open) = self.same(&state, a, b);
                        condition = self.stays_known(condition, open, OF_BOXES.into())?;
                    }
                    let held = self.beyond.len();
                    let holds = self.test_or_said(&graph, &entries, &state, test)?;
                    self.narrow_beyond(held, condition);
                    let holds = literals::under(&mut self.pool, literal, holds);
                    condition = self.pool.and(condition, holds);
                }
                Statement::Call {
                    call,
                    arguments,
                    outcome,
                } => {
                    let held = self.beyond.len();
                    let can =
                        self.call_by_contract(&graph, &mut state, *call, arguments, outcome)?;
                    self.narrow_beyond(held, condition);
                    let can = literals::under(&mut self.pool, literal, can);
                    condition = self.pool.and(condition, can);
                }
                Statement::Enter { frame, arguments } => {
                    self.enter(&graph, &mut entries, &state, *frame, arguments)?;
                }
                Statement::Begin { said, atoms } => {
                    self.begin(&graph, &mut entries, &state, *said, atoms)?;
                }
                Statement::Set { said, to, atoms } => {
                    let held = self.beyond.len();
                    self.set(&graph, &maps, &entries, &mut state, *said, *to, atoms)?;
                    self.narrow_beyond(held, condition);
                    if let Some(literal) = literal {
                        self.free(&graph, &maps, &mut state, &edge.statement, literal);
                    }
                }
                statement => {
                    if let Statement::Assign {
                        value: Value::Field { map, object },
                        ..
                    } = statement
                    {
                        let object = self.atom(&graph, &state, *object)?;
                        let map = maps[map.0 as usize];
                        let unknown = self.is_unknown(map, object);
                        let what = || match self.info(map) {
                            MapInfo::Field { class, name, .. } => {
                                let class = class.replace('/', ".");
                                format!("the final field {class}.{name} of a constant")
                            }
                            _ => "a final field of a constant".to_owned(),
                        };
                        let what = what();
                        condition = self.stays_known(condition, unknown, what)?;
                    }
                    if let Some(what) = Self::meaningless_piece(statement) {
                        let always = self.pool.tt();
                        condition = self.stays_known(condition, always, what.into())?;
                        result.taken.push((id, condition));
                        continue;
                    }
                    let fits = self.execute(&graph, &maps, &mut state, statement)?;
                    if let Some(literal) = literal {
                        self.free(&graph, &maps, &mut state, statement, literal);
                    }
                    if let Some((fits, what)) = fits {
                        let not = self.pool.not(fits);
                        let beyond = self.pool.and(condition, not);
                        self.beyond.push((beyond, what));
                        condition = self.pool.and(condition, fits);
                    }
                }
            }
            result.taken.push((id, condition));
            if self.pool.as_bool(condition) == Some(false) {
                continue;
            }
            if edge.end.is_some() {
                result.ends.push(Arrival {
                    edge: id,
                    condition,
                    state,
                });
            } else {
                let ways = incoming.entry(edge.to.0).or_default();
                ways.push((condition, state));
            }
        }
        Ok(result)
    }

    /// Where something is known that a path goes on with; where it is not, the path ends.
    fn stays_known(
        &mut self,
        condition: Term,
        unknown: Term,
        what: String,
    ) -> Result<Term, Undecided> {
        if self.pool.as_bool(unknown) == Some(false) {
            return Ok(condition);
        }
        // Specifications have no paths to end.
        if self.depth > 0 {
            return Err(what.into());
        }
        let reached = self.pool.and(condition, unknown);
        self.unsupported.push((reached, what));
        let known = self.pool.not(unknown);
        Ok(self.pool.and(condition, known))
    }

    /// Where tests do not tell which edge out of a node is taken, symbols do: at calls by contract, which may end in
    /// several ways, and everywhere if tests have literals and so may be left out.
    fn choices(&mut self, part: &Part) -> BTreeMap<EdgeId, Term> {
        let mut out: BTreeMap<u32, Vec<(EdgeId, bool)>> = BTreeMap::new();
        for (id, edge) in part.edges() {
            let is_call = matches!(edge.statement, Statement::Call { .. });
            out.entry(edge.from.0).or_default().push((id, is_call));
        }
        let mut chosen = BTreeMap::new();
        let by_literals = self.literals.are_wanted() && self.depth == 0;
        for edges in out.into_values() {
            let is_open = by_literals || edges.iter().any(|(_, is_call)| *is_call);
            if edges.len() < 2 || !is_open {
                continue;
            }
            let mut others = self.pool.tt();
            for (at, (id, _)) in edges.iter().enumerate() {
                let this = match at + 1 == edges.len() {
                    true => self.pool.tt(),
                    false => self.pool.fresh_symbol("taken", Sort::Bool),
                };
                let taken = self.pool.and(others, this);
                chosen.insert(*id, taken);
                let not = self.pool.not(this);
                others = self.pool.and(others, not);
            }
        }
        chosen
    }

    /// What a statement has defined has any value unless its literal is assumed.
    fn free(
        &mut self,
        graph: &Graph,
        maps: &[Map],
        state: &mut State,
        statement: &Statement,
        literal: Term,
    ) {
        let kind = match statement {
            Statement::SetText { .. } => Some(ElementKind::Char),
            Statement::ChangeList { .. } => Some(ElementKind::Ref),
            _ => None,
        };
        if let Some(kind) = kind {
            for info in [MapInfo::Length, MapInfo::Elements(kind)] {
                let map = self.map(info);
                let cells = self.cells(state, map);
                let freed = cells
                    .iter()
                    .map(|cell| any_unless(&mut self.pool, literal, *cell));
                state.maps.insert(map, Rc::new(freed.collect()));
            }
        }
        match statement.defines() {
            Some(Place::Var(var)) => {
                let slot = match &graph.vars[var.0 as usize].field {
                    Some(key) => state.globals.get_mut(key),
                    None => state.vars.get_mut(&var),
                };
                if let Some(slot) = slot {
                    *slot = any_unless(&mut self.pool, literal, *slot);
                }
            }
            Some(Place::Map(map)) => {
                let map = maps[map.0 as usize];
                let cells = self.cells(state, map);
                let freed = cells
                    .iter()
                    .map(|cell| any_unless(&mut self.pool, literal, *cell));
                state.maps.insert(map, Rc::new(freed.collect()));
            }
            None => {}
        }
    }

    /// What has turned out to be beyond the scope matters only where control is.
    fn narrow_beyond(&mut self, since: usize, condition: Term) {
        for (beyond, _) in &mut self.beyond[since..] {
            *beyond = self.pool.and(condition, *beyond);
        }
    }

    fn join(&mut self, mut ways: Vec<(Term, State)>, live: &BTreeSet<Var>) -> (Term, State) {
        let (mut condition, mut state) = ways.pop().unwrap_or_else(|| {
            let never = self.pool.ff();
            (never, State::default())
        });
        state.vars.retain(|var, _| live.contains(var));
        while let Some((other, from)) = ways.pop() {
            self.merge(other, &from, &mut state, live);
            condition = self.pool.or(other, condition);
        }
        (condition, state)
    }

    /// `state` becomes `from` where the condition holds.
    fn merge(&mut self, condition: Term, from: &State, state: &mut State, live: &BTreeSet<Var>) {
        for (var, value) in &from.vars {
            if !live.contains(var) {
                continue;
            }
            let slot = state.vars.entry(*var).or_insert(*value);
            *slot = self.pool.ite(condition, *value, *slot);
        }
        let keys: BTreeSet<_> = from
            .globals
            .keys()
            .chain(state.globals.keys())
            .cloned()
            .collect();
        for key in keys {
            // One that was never written has the value from before, which the pool of globals knows.
            let (class, name) = (key.0.clone(), key.1.clone());
            let a = from.globals.get(&key).copied();
            let b = state.globals.get(&key).copied();
            let a = a.unwrap_or_else(|| self.global_before(&class, &name));
            let b = b.unwrap_or_else(|| self.global_before(&class, &name));
            let value = self.pool.ite(condition, a, b);
            state.globals.insert(key, value);
        }
        let maps: BTreeSet<Map> = from.maps.keys().chain(state.maps.keys()).copied().collect();
        for map in maps {
            let (a, b) = (self.cells(from, map), self.cells(state, map));
            if Rc::ptr_eq(&a, &b) {
                continue;
            }
            let both = a.iter().zip(b.iter());
            let cells = both
                .map(|(a, b)| self.pool.ite(condition, *a, *b))
                .collect();
            state.maps.insert(map, Rc::new(cells));
        }
        let classes: BTreeSet<usize> = from.next.keys().chain(state.next.keys()).copied().collect();
        for class in classes {
            let first = self.first_made(class);
            let a = from.next.get(&class).copied().unwrap_or(first);
            let b = state.next.get(&class).copied().unwrap_or(first);
            let value = self.pool.ite(condition, a, b);
            state.next.insert(class, value);
        }
    }

    pub(super) fn global_before(&mut self, class: &str, name: &str) -> Term {
        let found = self.program.classpath.find(class).ok().flatten();
        let descriptor = found
            .and_then(|c| {
                let field = c.fields.iter().find(|f| &*f.name == name);
                field.map(|f| f.descriptor.clone())
            })
            .or_else(|| self.program.ghost_descriptor(class, name))
            .unwrap_or_else(|| "I".into());
        self.global(&State::default(), class, name, &descriptor)
    }

    pub(super) fn first_made(&mut self, class: usize) -> Term {
        let info = &self.universe.classes[class];
        let number = info.first + info.before;
        self.pool.bv(self.universe.width, u128::from(number))
    }

    /// Executes a statement; where it needs more than the scope has, the condition of staying within, and what of.
    fn execute(
        &mut self,
        graph: &Graph,
        maps: &[Map],
        state: &mut State,
        statement: &Statement,
    ) -> Result<Option<(Term, Beyond)>, Undecided> {
        match statement {
            Statement::Skip
            | Statement::Refute
            | Statement::Assume(_)
            | Statement::Guard(_)
            | Statement::Enter { .. }
            | Statement::Begin { .. }
            | Statement::Set { .. }
            | Statement::Call { .. } => {}
            Statement::Assign {
                var,
                value: Value::Bits { a },
            } => {
                let number = self.atom(graph, state, *a)?;
                let bits = self.bits_of(number)?;
                state.vars.insert(*var, bits);
            }
            Statement::Assign {
                var,
                value: Value::OfCharacter { method, a },
            } => {
                let code = self.atom(graph, state, *a)?;
                let (value, known) = self.of_character(*method, code)?;
                state.vars.insert(*var, value);
                if self.pool.as_bool(known) != Some(true) {
                    return Ok(Some((known, method.beyond().into())));
                }
            }
            Statement::Assign { var, value } => {
                let value = self.value(graph, maps, state, value)?;
                match &graph.vars[var.0 as usize].field {
                    Some(key) => {
                        state.globals.insert(key.clone(), value);
                    }
                    None => {
                        state.vars.insert(*var, value);
                    }
                }
            }
            Statement::Write { map, object, value } => {
                let object = self.atom(graph, state, *object)?;
                let value = self.atom(graph, state, *value)?;
                let map = maps[map.0 as usize];
                let descriptor = self.descriptor(map);
                let widths = self.widths;
                let cell = widths.store(&mut self.pool, &descriptor, value);
                self.write(state, map, object, None, cell);
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
                let descriptor = self.descriptor(map);
                let widths = self.widths;
                let cell = widths.store(&mut self.pool, &descriptor, value);
                self.write(state, map, array, Some(index), cell);
            }
            Statement::New { var, class } => {
                let is_exception = self.program.is_subclass(class, "java/lang/Throwable");
                let object = match self.depth > 0 && is_exception {
                    // A specification that throws has no value, whatever it throws.
                    true => (self.pool).fresh_symbol("thrown", Sort::Bv(self.universe.width)),
                    false => (self.make_object(state, class))
                        .ok_or_else(|| format!("a new {}", class.replace('/', ".")))?,
                };
                state.vars.insert(*var, object);
            }
            Statement::NewText {
                var,
                class,
                pieces,
                reuse,
            } => {
                let (object, room) = self.new_text(graph, state, class, pieces, reuse)?;
                state.vars.insert(*var, object);
                return Ok(room);
            }
            Statement::SetText { object, pieces } => {
                let object = self.atom(graph, state, *object)?;
                return self.set_text(graph, state, object, pieces);
            }
            Statement::ChangeList { list, change } => {
                let list = self.atom(graph, state, *list)?;
                return self.change_list(graph, state, list, change);
            }
            Statement::NewArray {
                var,
                descriptor,
                length,
            } => {
                let length = self.atom(graph, state, *length)?;
                let array = (self.make_object(state, descriptor))
                    .ok_or_else(|| format!("a new array {descriptor}"))?;
                let map = self.map(crate::graph::MapInfo::Length);
                self.write(state, map, array, None, length);
                state.vars.insert(*var, array);
                // A copy of a constant may be as long as that is.
                let kind = values::element_kind(&descriptor[1..]);
                let most = self.scope.length.max(self.universe.longest_array(kind));
                let limit = self.widths.int(&mut self.pool, most as i32);
                let fits = self.pool.ule(length, limit);
                if self.pool.as_bool(fits) != Some(true) {
                    return Ok(Some((fits, format!("arrays longer than {most}").into())));
                }
            }
        }
        Ok(None)
    }

    /// The value of a pure method: its graph, walked from the state in which it is called.
    pub(super) fn pure_call(
        &mut self,
        state: &State,
        target: &Callee,
        arguments: &[Term],
    ) -> Result<(Option<Term>, Term), Undecided> {
        let named = || format!("{}.{}", target.class.name.replace('/', "."), target.name());
        if self.depth >= DEPTH {
            return Err(format!("pure methods that call each other deeply, {}", named()).into());
        }
        let bounds = Bounds {
            edges: OF_PURE_METHODS,
            calls: Calls::Inline,
            ..self.bounds.clone()
        };
        let graph = build(self.program, &target.class, target.method, &bounds, &|_| {
            false
        })
        .map_err(|why| format!("{} in a specification: {why}", named()))?;
        if let Some(call) = graph.calls.first() {
            return Err(
                format!("{} in a specification: a call of {}", named(), call.name()).into(),
            );
        }
        // Only exceptions are no part of the value.
        let thrown = |class: &str| {
            class.starts_with("java/lang/")
                && self.program.is_subclass(class, "java/lang/Throwable")
        };
        if graph.made.iter().any(|(class, _)| !thrown(class)) {
            return Err(format!("{} in a specification, which makes objects", named()).into());
        }
        if Written::new(&graph).is_something(self.program) {
            return Err(format!(
                "{} in a specification, which is not pure: it assigns to fields or elements",
                named()
            )
            .into());
        }
        let graph = Arc::new(graph);
        let part = Part::new(&graph, |_| true);
        let mut inner = State {
            vars: BTreeMap::new(),
            ..state.clone()
        };
        inner
            .vars
            .extend(graph.params.iter().copied().zip(arguments.iter().copied()));
        self.depth += 1;
        let walked = self.walk(&part, inner);
        self.depth -= 1;
        let mut defined = self.pool.ff();
        let mut cut = self.pool.ff();
        let mut result: Option<Term> = None;
        for arrival in walked?.ends {
            match &graph.edge(arrival.edge).end {
                Some(End::Returns) => {
                    defined = self.pool.or(defined, arrival.condition);
                    if let Some(var) = graph.result {
                        let value = self.atom(&graph, &arrival.state, Atom::Var(var))?;
                        result = Some(match result {
                            None => value,
                            Some(other) => self.pool.ite(arrival.condition, value, other),
                        });
                    }
                }
                Some(End::Unsupported(what)) => {
                    return Err(format!("{} in a specification: {what}", named()).into());
                }
                Some(End::Cut(Cut::Overflow { .. })) => {
                    let what = format!("results that do not fit in {}", named());
                    self.beyond.push((arrival.condition, what.into()));
                    cut = self.pool.or(cut, arrival.condition);
                }
                Some(End::Cut(_)) => {
                    let what = format!("more than {} rounds in {}", self.bounds.unroll, named());
                    self.beyond.push((arrival.condition, what.into()));
                    cut = self.pool.or(cut, arrival.condition);
                }
                _ => {}
            }
        }
        if result.is_none()
            && let Some(var) = graph.result
        {
            let sort = (self.widths).of(graph.vars[var.0 as usize].kind, self.universe.width);
            result = Some(values::default(&mut self.pool, sort));
        }
        // Any value stands for one beyond the scope, or else an assumption could rule that out, and nobody would be told.
        if let (Some(value), Some(var)) = (result, graph.result)
            && graph.vars[var.0 as usize].kind != ir::Kind::Ref
            && self.pool.as_bool(cut) != Some(false)
        {
            let sort = self.pool.sort(value);
            let any = self.pool.fresh_symbol("beyond", sort);
            result = Some(self.pool.ite(cut, any, value));
            defined = self.pool.or(defined, cut);
        }
        Ok((result, defined))
    }
}

/// A value, or any one where the literal is not assumed.
fn any_unless(pool: &mut logic::Pool, literal: Term, value: Term) -> Term {
    let sort = pool.sort(value);
    let any = pool.fresh_symbol("free", sort);
    pool.ite(literal, value, any)
}

/// The variables that are read later, by node.
pub(super) fn liveness(part: &Part) -> Vec<BTreeSet<Var>> {
    let graph = part.graph();
    let mut live: Vec<BTreeSet<Var>> = vec![BTreeSet::new(); graph.nodes as usize];
    for (_, edge) in part.edges().rev() {
        let mut here = match &edge.end {
            Some(_) => {
                let mut ends: BTreeSet<Var> = graph.result.into_iter().collect();
                ends.insert(graph.thrown);
                ends
            }
            None => live[edge.to.0 as usize].clone(),
        };
        if let Some(Place::Var(var)) = edge.statement.defines() {
            here.remove(&var);
        }
        edge.statement.for_each_atom(|atom| {
            if let Atom::Var(var) = atom {
                here.insert(var);
            }
        });
        live[edge.from.0 as usize].extend(here);
    }
    live
}
