//! One worker: a machine, its terms, a solver, and the loop that runs paths and splits them.

mod ask;
mod cover;
mod merge;
mod probe;
mod sides;
mod walk;
mod window;

use self::cover::Coverer;
use self::probe::Prober;
use self::window::Windows;
use crate::config::{Config, Entry, Search};
use crate::describe::Describer;
use crate::limits::Limits;
use crate::merging::{Branches, Merge, Merged};
use crate::path::{Asked, Decision, Path};
use crate::regular::{self, Broken, Kinds, Moment, Rank, Regular, Sequence, Statics, Steering};
use crate::waiting::Waiting;
use classpath::ClassPath;
use logic::{Bounds, Evaluator, Model, Term, Value};
use machine::{End, InputValue, Machine, Stop};
use outcome::{Findings, Note, Reason, ReasonKind};
use solver::record::{Recording, Writer};
use solver::{Asking, CrossCheck, Dump, Solver};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Instructions between two looks at the limits.
const SLICE: u64 = 200_000;

pub struct Worker<'a> {
    pub machine: Machine,
    solver: Box<dyn Asking>,
    pub(crate) evaluator: Evaluator,
    pub(crate) config: &'a Config,
    pub(crate) limits: &'a Limits,
    pub describer: Describer<'a>,
    pub findings: Findings,
    pub waiting: Waiting,
    /// Set while the first path runs, whose inputs take their values from `--initial`.
    first_path: bool,
    queries_reported: u64,
    pub(crate) regular: Option<Regular>,
    /// Sequences that broke a property.
    pub(crate) accepted: BTreeSet<Sequence>,
    pub(crate) broken_properties: BTreeSet<property::PropertyId>,
    pub(crate) kinds: Kinds,
    /// What came of merging, by branch.
    branches: Branches,
    /// A limit on the effort of queries.
    effort: Option<u64>,
    started: Instant,
    /// Time in the machine.
    running: Duration,
    /// Sides of branches that are known to exist or not to.
    sides: u64,
    pub(crate) entry: &'a Entry,
    /// Paths that were split, and the conditions that they had.
    splits: u64,
    carried: u64,
    /// Ways through regions.
    walked: u64,
    /// What walks took of which nothing came, in the units of `Done`.
    in_vain: u64,
    /// Finds out whether merging pays off, where anybody wants to know.
    prober: Option<Prober>,
    /// Finds out which loops need not be followed to their end, unless a search counts what it follows.
    coverer: Option<Coverer>,
    /// Asks about the last part of what happened alone.
    windows: Windows,
    /// Where sides go that are not to be followed.
    aside: Option<Vec<Path>>,
    /// For strategies that look ahead.
    pub(crate) steering: Option<Steering<'a>>,
}

/// What a stop of the machine is once the monitors have seen it.
enum Heard {
    /// Run on.
    Nothing,
    Broken(Vec<Broken>),
    Stop(Stop),
}

pub(crate) enum Checked {
    Sat(Model),
    Unsat,
    Unknown,
}

impl<'a> Worker<'a> {
    pub fn new(
        classpath: &Arc<ClassPath>,
        entry: &'a Entry,
        config: &'a Config,
        limits: &'a Limits,
        statics: Option<&'a Statics<'a>>,
        number: usize,
    ) -> Worker<'a> {
        let mut options = config.machine.clone();
        let regular = config.properties.as_ref().map(|matcher| {
            options.watch = Some(regular::watch(matcher, config.strategy));
            Regular::new(matcher.clone(), config.contexts, config.strategy.slices())
        });
        let slices = config.properties.is_some() && config.strategy.slices();
        options.guarded_elements = config.merge == Merge::Full && !slices;
        // Worker 0 speaks for all of them. Who looks ahead has another idea of what is worth it.
        let asks = config.merge != Merge::None && number == 0 && statics.is_none();
        let asks = asks && !config.solving.asks_both_sides();
        // Who asks for another order, looks ahead or collects paths has no use for rounds.
        options.rounds = config.search == Search::Mixed
            && statics.is_none()
            && config.paths.is_none()
            && !config.solving.asks_both_sides()
            && !options.unwinds();
        options.heads = options.rounds && config.properties.is_none();
        let coverer = options.heads.then(|| Coverer::new(config, number));
        let waiting = Waiting::new(config.search, options.rounds);
        let machine = Machine::new(classpath.clone(), options);
        let mut solver = asking(config, format!("w{number}"));
        let mut findings = Findings::new();
        if let Some(directory) = &config.record {
            let name = format!("{}-{number}", entry.file_name());
            match Writer::create(directory, &name) {
                Ok(writer) => solver = Box::new(Recording::new(solver, writer)),
                Err(error) => {
                    let what = format!("--record: {}: {error}", directory.display());
                    findings.note(Note::new(what));
                }
            }
        }
        let prober = asks.then(|| Prober::new(config, number));
        let windows = Windows::new(config, number);
        limits.register(solver.interrupter());
        limits.register(windows.interrupter());
        if let Some(prober) = &prober {
            limits.register(prober.interrupter());
        }
        if let Some(coverer) = &coverer {
            limits.register(coverer.interrupter());
        }
        Worker {
            machine,
            solver,
            evaluator: Evaluator::new(),
            config,
            limits,
            describer: Describer::new(entry, config),
            findings,
            waiting,
            first_path: number == 0,
            queries_reported: 0,
            regular,
            accepted: BTreeSet::new(),
            broken_properties: BTreeSet::new(),
            kinds: Kinds::default(),
            steering: statics.map(|statics| Steering::new(config, statics)),
            branches: Branches::new(),
            effort: None,
            started: Instant::now(),
            running: Duration::ZERO,
            sides: 0,
            entry,
            splits: 0,
            carried: 0,
            walked: 0,
            in_vain: 0,
            prober,
            coverer,
            windows,
            aside: None,
        }
    }

    /// The path before anything was decided.
    pub fn root(&mut self, entry: &Entry) -> Option<Path> {
        match crate::entry::start(&mut self.machine, entry) {
            Ok(state) => Some(Path {
                state,
                conditions: Vec::new(),
                bounds: Bounds::default(),
                model: Model::new(),
                decisions: Vec::new(),
                inputs_seen: 0,
                first: true,
                followed: self.regular.as_ref().map(Regular::start),
                questions: imbl::Vector::new(),
                ended_at: None,
                number: 0,
                rank: Rank::default(),
                merged: Merged::default(),
                open: None,
            }),
            Err(what) => {
                self.findings
                    .reason(Reason::new(ReasonKind::Unsupported, what));
                None
            }
        }
    }

    /// Repeats the decisions of a path that another worker gave away, then finds a model for it.
    pub fn repeat(&mut self, entry: &Entry, decisions: &[Decision]) -> Option<Path> {
        let mut path = self.root(entry)?;
        for decision in decisions {
            if decision.kind == Asked::Undo {
                self.go_back(&mut path, decision.answer as u32);
                continue;
            }
            let stop = loop {
                let stop = self.run(&mut path, u64::MAX / 2);
                // Whoever gave the path away has reported what it met so far.
                match self.hear(&mut path, stop) {
                    Heard::Nothing | Heard::Broken(_) | Heard::Stop(Stop::Head) => {}
                    Heard::Stop(stop) => break stop,
                }
            };
            let term = match (&stop, decision.kind) {
                (Stop::Branch(t) | Stop::Guard(t), Asked::Branch | Asked::Region)
                | (Stop::Value(t), Asked::Value | Asked::NotValue)
                | (Stop::Assume(t), Asked::Assume) => *t,
                // A solver that was interrupted comes to other ways through a region.
                _ if self.is_over() => return None,
                _ => {
                    let what = format!("a path could not be repeated: {stop:?}");
                    self.findings
                        .reason(Reason::new(ReasonKind::Internal, what));
                    return None;
                }
            };
            if decision.kind == Asked::Region {
                if !self.repeat_region(&mut path, term, *decision) {
                    if self.is_over() {
                        return None;
                    }
                    let what = "a region could not be walked again";
                    self.findings
                        .reason(Reason::new(ReasonKind::Internal, what));
                    return None;
                }
                continue;
            }
            self.answer(&mut path, term, *decision, None);
        }
        // The path may be given away again.
        debug_assert_eq!(path.decisions, decisions);
        match self.check(&mut path, None) {
            Checked::Sat(model) => path.model = model,
            // Nobody had asked whether it exists.
            Checked::Unsat if self.asks_both_sides() => return None,
            Checked::Unsat => {
                let what = "a path that one worker took is infeasible to another";
                self.findings
                    .reason(Reason::new(ReasonKind::Internal, what));
                return None;
            }
            Checked::Unknown => {
                self.solver_unknown(&path);
                return None;
            }
        }
        path.inputs_seen = path.state.inputs.len();
        Some(path)
    }

    /// Whether the search has to end, by now.
    fn is_over(&self) -> bool {
        self.limits.look();
        self.limits.exceeded()
    }

    /// Applies an answer to the state and to the path's condition.
    /// `fork` is the number of the other side, if that waits.
    pub(crate) fn answer(
        &mut self,
        path: &mut Path,
        term: Term,
        decision: Decision,
        fork: Option<u64>,
    ) {
        if let Some(steering) = &mut self.steering {
            let assumed = decision.kind == Asked::Assume;
            steering.note(&self.machine, path, term, fork, assumed);
        }
        let condition = match decision.kind {
            Asked::Value => {
                self.machine
                    .learn_value(&mut path.state, term, decision.answer);
                self.equals(term, decision.answer)
            }
            Asked::NotValue => {
                let same = self.equals(term, decision.answer);
                self.machine.pool.not(same)
            }
            _ if decision.answer != 0 => term,
            _ => self.machine.pool.not(term),
        };
        if matches!(decision.kind, Asked::Branch | Asked::Assume) {
            self.machine
                .learn(&mut path.state, term, decision.answer != 0);
        }
        if decision.forked {
            let narrow = path.bounds.narrowed(&mut self.machine.pool, condition);
            path.conditions.push(narrow);
            path.state.forks += 1;
        }
        path.decisions.push(decision);
        path.bounds.learn(&self.machine.pool, condition, true);
        let fixed = path.bounds.take_fixed();
        // A number in the place of an input would not tell a slice that it depends on it.
        let sliced = self.steering.as_ref().is_some_and(Steering::slices);
        if !fixed.is_empty() && !sliced {
            self.machine.fix(&mut path.state, &fixed);
        }
    }

    fn equals(&mut self, term: Term, value: u128) -> Term {
        let width = self.machine.pool.width(term);
        let constant = self.machine.pool.bv(width, value);
        self.machine.pool.eq(term, constant)
    }

    /// Runs paths until none waits or a limit is reached. `share` is called between paths.
    pub fn work(&mut self, mut share: impl FnMut(&mut Worker<'a>)) {
        while let Some(path) = self.next_path() {
            self.limits.waiting.fetch_sub(1, Ordering::Relaxed);
            self.first_path = path.first;
            let mut path = path;
            if self.take_up(&mut path) {
                self.follow(path);
            } else {
                self.limits.leave_out(path.state.deepest);
            }
            share(self);
            if self.limits.exceeded() {
                break;
            }
        }
        for path in self.waiting.iter() {
            self.limits.leave_out(path.state.deepest);
            self.passed_by(path);
        }
    }

    fn next_path(&mut self) -> Option<Path> {
        match (&mut self.steering, &self.regular) {
            (Some(steering), Some(regular)) => {
                let path = steering.pop(&mut self.machine, regular);
                let waiting = steering.len() as u64 + u64::from(path.is_some());
                self.limits.waiting.store(waiting, Ordering::Relaxed);
                path
            }
            _ => self.waiting.pop(),
        }
    }

    pub fn wait(&mut self, path: Path) {
        self.splits += 1;
        self.carried += path.conditions.len() as u64;
        if let Some(aside) = &mut self.aside {
            aside.push(path);
            return;
        }
        self.limits.waiting.fetch_add(1, Ordering::Relaxed);
        match &mut self.steering {
            Some(steering) => steering.push(&mut self.machine, path),
            None => self.waiting.push(path),
        }
    }

    /// A number for the side of a branch, where sides are told apart.
    fn next_fork(&mut self) -> Option<u64> {
        self.steering.as_mut().map(Steering::next_fork)
    }

    /// A waiting path for another worker.
    pub fn give(&mut self) -> Option<Path> {
        let mut path = self.waiting.give()?;
        path.decisions.extend(path.open.map(|open| open.decision));
        self.limits.waiting.fetch_sub(1, Ordering::Relaxed);
        Some(path)
    }

    /// Runs one path to its end, leaving the other sides of its branches waiting.
    fn follow(&mut self, mut path: Path) {
        // Whoever looked at other states meanwhile has left something.
        self.machine.reused.clear();
        let before = path.state.instructions;
        let forks = path.state.forks;
        let mut counted = before;
        let mut reasons = self.findings.reasons_recorded();
        loop {
            let stop = self.run(&mut path, SLICE);
            self.note_reused(&mut path);
            self.limits
                .instructions
                .fetch_add(path.state.instructions - counted, Ordering::Relaxed);
            counted = path.state.instructions;
            self.limits.report(path.decisions.len());
            self.give_initial_values(&mut path);
            let stop = match self.hear(&mut path, stop) {
                Heard::Stop(stop) => stop,
                Heard::Nothing => Stop::Fuel,
                Heard::Broken(broken) => match self.broken(&mut path, broken) {
                    true => Stop::Fuel,
                    false => break,
                },
            };
            let goes_on = match stop {
                Stop::Fuel => !self.runs_too_long(&path),
                Stop::Calling | Stop::Returned | Stop::Region(_) => true,
                Stop::Deeper => {
                    self.findings.stats.instructions += path.state.instructions - before;
                    self.waiting.count(&path);
                    self.limits.waiting.fetch_add(1, Ordering::Relaxed);
                    self.waiting.park(path);
                    return;
                }
                Stop::Head if self.is_covered(&mut path) => {
                    self.findings.stats.paths += 1;
                    self.limits.path_done(path.state.deepest);
                    false
                }
                Stop::Head => true,
                Stop::Branch(term) => self.branch(&mut path, term, false),
                Stop::Guard(term) => self.branch(&mut path, term, true),
                Stop::Value(term) => self.value(&mut path, term),
                Stop::Assume(term) => self.assume(&mut path, term),
                Stop::End(end) => {
                    self.end(&mut path, end);
                    false
                }
            };
            let now = self.findings.reasons_recorded();
            if now != reasons || self.limits.exceeded() {
                reasons = now;
                self.limits.leave_out(path.state.deepest);
            }
            if !goes_on {
                break;
            }
            if self.limits.exceeded() || !self.pays_off(&path) {
                self.passed_by(&path);
                break;
            }
            if self.steering.is_none() && self.waiting.pauses(&path) {
                self.findings.stats.instructions += path.state.instructions - before;
                self.waiting.count(&path);
                self.pause(&path);
                self.wait(path);
                return;
            }
            // Only depth-first search stays on a path after a fork.
            let leaves = self.steering.is_none()
                && matches!(self.config.search, Search::Bfs | Search::Random(_));
            if leaves && path.state.forks != forks {
                self.findings.stats.instructions += path.state.instructions - before;
                self.wait(path);
                return;
            }
        }
        self.findings.stats.instructions += path.state.instructions - before;
        self.waiting.count(&path);
    }

    fn run(&mut self, path: &mut Path, instructions: u64) -> Stop {
        let started = Instant::now();
        let stop = self.machine.run(&mut path.state, instructions);
        self.running += started.elapsed();
        stop
    }

    /// Counts sides of branches that are known to exist or not to.
    fn decided(&mut self, sides: u64) {
        self.limits.decided.fetch_add(sides, Ordering::Relaxed);
        self.sides += sides;
    }

    /// Deals with what only monitors care about.
    fn hear(&mut self, path: &mut Path, stop: Stop) -> Heard {
        let Some(regular) = &mut self.regular else {
            return Heard::Stop(stop);
        };
        let broken = match stop {
            Stop::Calling => {
                let (concerns, broken) = regular.calling(&self.machine, path);
                self.machine.proceed(&mut path.state, concerns);
                broken
            }
            Stop::Returned => match regular.returned(&mut self.machine, path) {
                Ok(broken) => {
                    self.machine.acknowledge(&mut path.state);
                    broken
                }
                Err(None) => return Heard::Nothing,
                Err(Some(question)) => return Heard::Stop(question),
            },
            stop => return Heard::Stop(stop),
        };
        match broken.is_empty() {
            true => Heard::Nothing,
            false => Heard::Broken(broken),
        }
    }

    fn gives_initial_values(&self) -> bool {
        self.first_path && !self.config.machine.initial.is_empty()
    }

    /// `--initial`: the first path's inputs take these values.
    fn give_initial_values(&mut self, path: &mut Path) {
        if !self.gives_initial_values() {
            return;
        }
        for (number, input) in path.state.inputs.iter().enumerate().skip(path.inputs_seen) {
            let (Some(&value), InputValue::Primitive(symbol)) =
                (self.config.machine.initial.get(number), &input.value)
            else {
                continue;
            };
            let value = match self.machine.pool.sort(*symbol) {
                logic::Sort::Bv(width) if !fits(value, width, &input.ty) => {
                    let (name, ty) = (&input.name, &input.ty);
                    let what =
                        format!("--initial: {value} for {name} does not fit into {ty}: not used");
                    self.findings.note(Note::new(what));
                    continue;
                }
                logic::Sort::Bv(width) => Value::bv(width, value as i128 as u128),
                logic::Sort::Fp(sort) if sort == logic::FpSort::F32 => Value::f32(value as f32),
                logic::Sort::Fp(_) => Value::f64(value as f64),
                _ => continue,
            };
            path.model.set(*symbol, value);
        }
        path.inputs_seen = path.state.inputs.len();
    }

    /// Says which values of `--initial` the first path had no use for.
    fn note_unused_initial_values(&mut self, path: &Path) {
        let given = &self.config.machine.initial;
        let inputs = path.state.inputs.len();
        for (number, input) in path.state.inputs.iter().enumerate() {
            let simple = matches!(input.value, InputValue::Primitive(_));
            if let (Some(value), false) = (given.get(number), simple) {
                let what = format!(
                    "--initial: {value} for {} is not used: it is a {}",
                    input.name, input.ty
                );
                self.findings.note(Note::new(what));
            }
        }
        if given.len() > inputs {
            let what = format!(
                "--initial: {} values were given, but the first path has {inputs} inputs",
                given.len()
            );
            self.findings.note(Note::new(what));
        }
    }

    /// The model answers one side; one query tells whether the other exists.
    fn branch(&mut self, path: &mut Path, term: Term, guard: bool) -> bool {
        let Ok(holds) = self
            .evaluator
            .eval_bool(&self.machine.pool, &path.model, term)
        else {
            return self.branch_without_model(path, term);
        };
        let other = if holds {
            self.machine.pool.not(term)
        } else {
            term
        };
        let decision = |answer: bool, forked| Decision {
            kind: Asked::Branch,
            answer: u128::from(answer),
            forked,
        };
        let both = self.asks_both_sides();
        if !both && path.bounds.decide(&self.machine.pool, term) == Some(holds) {
            self.decided(2);
            self.answer(path, term, decision(holds, false), None);
            return true;
        }
        if let Some(goes_on) = self.merge(path, term, guard) {
            return goes_on;
        }
        if let Some(steering) = &mut self.steering
            && steering.is_hopeless(&mut self.machine, path, term, !holds)
        {
            self.answer(path, term, decision(holds, true), None);
            return true;
        }
        if both {
            return self.branch_both(path, term, holds);
        }
        let mut fork = None;
        let answer = match self.check_merged(path, other) {
            Ok(answer) => answer,
            Err(regions) => {
                self.undo(path, &regions);
                return true;
            }
        };
        self.decided(2 - u64::from(matches!(answer, Checked::Unknown)));
        let forked = match answer {
            Checked::Sat(model) => {
                let mut side = path.split(model);
                fork = self.next_fork();
                side.number = fork.unwrap_or(0);
                self.answer(&mut side, term, decision(!holds, true), None);
                self.wait(side);
                true
            }
            Checked::Unsat => false,
            Checked::Unknown => {
                self.solver_unknown(path);
                true
            }
        };
        self.answer(path, term, decision(holds, forked), fork);
        true
    }

    /// Where the term cannot be evaluated both sides are asked for.
    fn branch_without_model(&mut self, path: &mut Path, term: Term) -> bool {
        let negated = self.machine.pool.not(term);
        let mut sides = Vec::new();
        let mut unknown = false;
        for (condition, answer) in [(term, 1), (negated, 0)] {
            match self.check(path, Some(condition)) {
                Checked::Sat(model) => {
                    self.decided(1);
                    sides.push((answer, model));
                }
                Checked::Unsat => self.decided(1),
                Checked::Unknown => {
                    unknown = true;
                    self.solver_unknown(path);
                }
            }
        }
        let forked = unknown || sides.len() > 1;
        let mut sides = sides.into_iter();
        let Some((first, model)) = sides.next() else {
            return false;
        };
        let mut fork = None;
        if let Some((second, model)) = sides.next() {
            let mut side = path.split(model);
            fork = self.next_fork();
            side.number = fork.unwrap_or(0);
            self.answer(
                &mut side,
                term,
                Decision {
                    kind: Asked::Branch,
                    answer: second,
                    forked,
                },
                None,
            );
            self.wait(side);
        }
        path.model = model;
        self.answer(
            path,
            term,
            Decision {
                kind: Asked::Branch,
                answer: first,
                forked,
            },
            fork,
        );
        true
    }

    /// The model's value goes on here; all other values wait together and are asked for again.
    fn value(&mut self, path: &mut Path, term: Term) -> bool {
        let value = match self.evaluator.eval(&self.machine.pool, &path.model, term) {
            Ok(value) => value.as_bv(),
            Err(_) => None,
        };
        let Some(value) = value else {
            let reason = Reason::new(
                ReasonKind::Unsupported,
                "a value that cannot be fixed to one number",
            );
            self.findings.reason(reason);
            return false;
        };
        if path.bounds.value(&self.machine.pool, term) == Some(value) {
            self.decided(2);
            let decision = Decision {
                kind: Asked::Value,
                answer: value,
                forked: false,
            };
            self.answer(path, term, decision, None);
            return true;
        }
        let same = self.equals(term, value);
        let other = self.machine.pool.not(same);
        let mut fork = None;
        let answer = match self.check_merged(path, other) {
            Ok(answer) => answer,
            Err(regions) => {
                self.undo(path, &regions);
                return true;
            }
        };
        self.decided(2 - u64::from(matches!(answer, Checked::Unknown)));
        let forked = match answer {
            Checked::Sat(model) => {
                let mut rest = path.split(model);
                fork = self.next_fork();
                rest.number = fork.unwrap_or(0);
                self.answer(
                    &mut rest,
                    term,
                    Decision {
                        kind: Asked::NotValue,
                        answer: value,
                        forked: true,
                    },
                    None,
                );
                self.wait(rest);
                true
            }
            Checked::Unsat => false,
            Checked::Unknown => {
                self.solver_unknown(path);
                true
            }
        };
        self.answer(
            path,
            term,
            Decision {
                kind: Asked::Value,
                answer: value,
                forked,
            },
            fork,
        );
        true
    }

    /// Goes on where the condition holds, which needs a query only if the model does not show it.
    fn assume(&mut self, path: &mut Path, term: Term) -> bool {
        self.machine
            .define(&mut self.evaluator, &mut path.model, term);
        let holds = self
            .evaluator
            .eval_bool(&self.machine.pool, &path.model, term)
            .unwrap_or(false);
        if !holds || self.asks_both_sides() {
            let answer = match self.check_merged(path, term) {
                Ok(answer) => answer,
                Err(regions) => {
                    self.undo(path, &regions);
                    return true;
                }
            };
            match answer {
                Checked::Sat(model) => path.model = model,
                Checked::Unsat => {
                    self.decided(1);
                    return false;
                }
                // The path's own model will do.
                Checked::Unknown if holds => {}
                Checked::Unknown => {
                    self.solver_unknown(path);
                    return false;
                }
            }
        }
        self.decided(1);
        self.answer(
            path,
            term,
            Decision {
                kind: Asked::Assume,
                answer: 1,
                forked: true,
            },
            None,
        );
        // Assumptions do not make a loop's iterations count as symbolic.
        path.state.forks -= 1;
        true
    }

    fn symbols(&mut self, terms: &[Term]) -> Vec<Term> {
        let mut all: Vec<Term> = Vec::new();
        for term in terms {
            all.extend(self.machine.pool.symbols(*term).iter());
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    pub(crate) fn solver_unknown(&mut self, path: &Path) {
        // A query that ends with the search's own time is that limit's doing.
        self.limits.look();
        if self.limits.exceeded() {
            return;
        }
        let what = format!(
            "a query took longer than {} s",
            self.config.query_time.as_secs_f64()
        );
        let mut reason = Reason::new(ReasonKind::SolverUnknown, what);
        if let Some((method, pc)) = path.state.current() {
            reason = reason.at(self.describer.place(&self.machine, method, pc));
        }
        self.describer
            .give_up(&mut self.machine, path, reason, &mut self.findings);
    }

    pub(crate) fn end(&mut self, path: &mut Path, end: End) {
        let threw = matches!(end, End::Threw(_));
        let whole = threw || matches!(end, End::Returned(_) | End::Exited);
        if matches!(end, End::Exited) {
            path.ended_at = Moment::of(&self.machine, &path.state);
        }
        if matches!(end, End::Infeasible) {
            self.steer_behind(path, false, false);
            return;
        }
        if matches!(end, End::Returned(_) | End::Threw(_) | End::Exited)
            && let Some(entry) = self.describer.entry_method(&mut self.machine)
            && let Some(regular) = &mut self.regular
        {
            let broken = regular.ended(path, entry);
            if !self.broken(path, broken) {
                return;
            }
        }
        self.findings.stats.paths += 1;
        self.count_kind(path, false);
        self.steer_behind(path, threw, whole);
        if self.first_path && !self.config.machine.initial.is_empty() {
            self.note_unused_initial_values(path);
        }
        let mut end = end;
        if let End::Threw(exception) = end {
            if let Err(instead) = self.shorten_strings(path) {
                end = instead;
            } else {
                let frames = self.machine.stack_trace(&path.state, exception);
                let own = frames
                    .into_iter()
                    .find(|(method, _)| self.machine.is_program(*method));
                if !self.has_functions_as_they_are(path, own) {
                    self.limits.path_done(path.state.deepest);
                    return;
                }
            }
        }
        if !self.collect_all(path, &end) {
            self.limits.stop(crate::limits::Why::Covered);
        }
        let known = self.findings.violations().len();
        self.describer.end(
            &mut self.machine,
            &mut self.evaluator,
            path,
            end,
            &mut self.findings,
        );
        if self.findings.violations().len() > known {
            self.found_violation(self.findings.stats.paths);
        }
        self.limits.path_done(path.state.deepest);
    }

    /// A path is over: its branches are looked at.
    pub(crate) fn steer_behind(&mut self, path: &mut Path, threw: bool, whole: bool) {
        self.note_reused(path);
        if let Some(steering) = &mut self.steering {
            steering.ended(&self.machine, path, threw, whole);
        }
    }

    fn note_reused(&mut self, path: &mut Path) {
        if let Some(steering) = &self.steering {
            steering.note_reused(&mut self.machine, path);
        }
    }

    pub(crate) fn found_violation(&mut self, iteration: u64) {
        self.limits.violation_found();
        let stats = &mut self.findings.stats;
        if stats.first_violation_iteration.is_none() {
            stats.first_violation_iteration = Some(iteration);
            stats.count("first_violation_ms", self.limits.elapsed_ms());
        }
    }

    fn explain_merging(&mut self) {
        let (machine, describer) = (&self.machine, &self.describer);
        let branches = self.branches.iter().filter_map(|((method, pc), branch)| {
            let library = !machine.is_program(*method);
            branch.describe(describer.place(machine, *method, *pc), library)
        });
        self.findings.merging(branches);
    }

    /// Closes the worker's books.
    pub fn finish(mut self) -> (Findings, (u64, u64)) {
        let paths = self.describer.paths();
        let entered = self.machine.entered;
        self.limits.entered.fetch_or(entered, Ordering::Relaxed);
        let ways = self.machine.ways_counted;
        self.limits.ways.fetch_or(ways, Ordering::Relaxed);
        let called = self.limits.called.lock();
        (called.unwrap_or_else(|e| e.into_inner())).extend(self.machine.called_symbolic());
        self.describer
            .obligations(&mut self.machine, &mut self.findings);
        self.property_obligations();
        if self.config.merge != Merge::None {
            let finding = self.machine.region_time.as_millis() as u64;
            self.findings.stats.add_to("region_ms", finding);
        }
        if self.config.explain_merge {
            self.explain_merging();
        }
        let mut stats = self.solver.stats();
        stats.add(&self.windows.stats());
        if let Some(prober) = &self.prober {
            stats.add(&prober.stats());
        }
        if let Some(coverer) = &self.coverer {
            stats.add(&coverer.stats());
        }
        self.findings.stats.queries += stats.queries;
        let (counts, total) = (&mut self.findings.stats, self.started.elapsed());
        counts.solver_ms += stats.time.as_millis() as u64;
        let solving = stats.time.saturating_sub(stats.expressions);
        let rest = total.saturating_sub(self.running + stats.time);
        for (name, time) in [
            ("exploration_ms", self.running),
            ("expressions_ms", stats.expressions),
            ("solving_ms", solving),
            ("rest_ms", rest),
        ] {
            counts.add_to(name, time.as_millis() as u64);
        }
        counts.add_to("decided_sides", self.sides);
        counts.add_to("known_answers", stats.hits);
        (self.findings, paths)
    }
}

/// Solvers, asked as the user wants. The name tells their queries from those of others where they are written down.
fn asking(config: &Config, name: String) -> Box<dyn Asking> {
    let (cross, mode) = (config.cross_check, config.solving);
    let dump = config.dump_smt.clone();
    let mut contexts = 0;
    let factory = move || -> Box<dyn Solver> {
        let mut solver: Box<dyn Solver> = Box::new(mode.solver());
        if cross && let Some(second) = solver::discover().into_iter().next() {
            let directory = dump.clone().unwrap_or_else(std::env::temp_dir);
            solver = Box::new(CrossCheck::new(
                solver,
                Box::new(solver::Pipe::new(&second)),
                &directory,
            ));
        }
        match &dump {
            Some(directory) => {
                contexts += 1;
                match Dump::new(solver, directory, &format!("{name}c{contexts}-")) {
                    Ok(dump) => Box::new(dump),
                    Err(_) => Box::new(mode.solver()),
                }
            }
            None => solver,
        }
    };
    mode.asking(Box::new(factory))
}

/// Whether a value is one of a type of that width in bits.
fn fits(value: i64, width: u32, ty: &str) -> bool {
    let value = i128::from(value);
    match ty {
        "boolean" | "char" => (0..1 << width).contains(&value),
        _ => (-(1 << (width - 1))..1 << (width - 1)).contains(&value),
    }
}
