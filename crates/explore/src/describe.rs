//! What the end of a path means: whether an exception that left the entry is a violation, where it came from, which
//! inputs lead there; and, at the end of the search, what became of every obligation.

use crate::ahead::Ahead;
use crate::asserts::Asserts;
use crate::checks::{self, Assertions, Counts, Exceptions};
use crate::config::{Config, Entry};
use crate::objects::{Values, idle_lengths, input_name, is_telling};
use crate::path::Path;
use ir::Operand;
use logic::{Evaluator, Model, Term, Value};
use machine::{BoundHit, End, Input, InputValue, Machine, MethodId, Ref, Role};
use outcome::{
    BoundKind, Findings, Kind, LoopInfo, Note, ObligationKey, Place, Reason, ReasonKind, Status,
};
use outcome::{Thrown, TraceStep, Violation};
use std::collections::BTreeSet;

pub struct Describer<'a> {
    pub(crate) entry: &'a Entry,
    pub(crate) config: &'a Config,
    asserts: Asserts,
    ahead: Ahead,
    seen: BTreeSet<ObligationKey>,
    /// Paths that ended, and those of them that a bound on lengths cut off; nobody asked for that as for `--unwind`.
    ended: u64,
    cut_off: u64,
}

impl<'a> Describer<'a> {
    pub fn new(entry: &'a Entry, config: &'a Config) -> Describer<'a> {
        Describer {
            entry,
            config,
            asserts: Asserts::default(),
            ahead: Ahead::default(),
            seen: BTreeSet::new(),
            ended: 0,
            cut_off: 0,
        }
    }

    pub fn place(&self, machine: &Machine, method: MethodId, pc: u32) -> Place {
        let linked = machine.method(method);
        let class = machine.class(linked.class);
        let mut place = Place::new(class.name.replace('/', "."), &*linked.name);
        if let Some(file) = &class.file {
            let source = machine
                .classpath()
                .source_file(file)
                .map(|path| path.display().to_string());
            let source = source.or_else(|| file.source_file.as_deref().map(str::to_owned));
            if let Some(source) = source {
                place = place.file(source);
            }
        }
        if let Some(code) = machine.class_file_code(method) {
            if let Some(line) = code.line_at(pc) {
                place = place.line(line);
            }
            // javac's last column is that of the last character.
            if let Some(range) = code.range_at(pc) {
                place = place.span(
                    range.start_line,
                    range.start_column,
                    range.end_line,
                    range.end_column,
                );
            }
        }
        place
    }

    pub fn entry(&self) -> &'a Entry {
        self.entry
    }

    /// The place of the `assert` statement that threw an exception, if one did.
    pub fn failed_assertion(
        &mut self,
        machine: &mut Machine,
        state: &machine::State,
        exception: Ref,
    ) -> Option<Place> {
        let class = machine.class_of(state, exception).ok()?;
        if &*machine.class(class).name != "java/lang/AssertionError" {
            return None;
        }
        let (method, pc) = *machine.stack_trace(state, exception).first()?;
        let site = self.asserts.around(machine, method, pc)?;
        Some(self.place(machine, method, site.check_pc))
    }

    /// Where the entry itself is.
    pub fn entry_place(&self, machine: &mut Machine) -> Place {
        match self.entry_method(machine) {
            Some(method) => {
                let mut place = self.place(machine, method, 0);
                (place.column, place.end_line, place.end_column) = (None, None, None);
                place
            }
            None => {
                let (class, name, _) = self.entry_member();
                Place::new(class.replace('/', "."), name)
            }
        }
    }

    /// Class, name and descriptor of the entry.
    pub(crate) fn entry_member(&self) -> (&'a str, &'a str, &'a str) {
        match self.entry {
            Entry::Main { class, .. } => (class.as_str(), "main", "([Ljava/lang/String;)V"),
            Entry::Method {
                class,
                name,
                descriptor,
            } => (class.as_str(), name.as_str(), descriptor.as_str()),
        }
    }

    pub fn entry_method(&self, machine: &mut Machine) -> Option<MethodId> {
        let (class, name, descriptor) = self.entry_member();
        machine.lookup(class, name, descriptor).ok()
    }

    pub fn entry_name(&self) -> Option<String> {
        let Entry::Method {
            class,
            name,
            descriptor,
        } = self.entry
        else {
            return None;
        };
        let types = classpath::MethodDescriptor::parse(descriptor).ok()?;
        let types: Vec<String> = types.params.iter().map(|t| t.java_name()).collect();
        Some(format!(
            "{}.{name}({})",
            class.replace('/', "."),
            types.join(", ")
        ))
    }

    pub fn end(
        &mut self,
        machine: &mut Machine,
        evaluator: &mut Evaluator,
        path: &mut Path,
        end: End,
        findings: &mut Findings,
    ) {
        self.path_ended(machine, path, findings);
        let silent = matches!(
            end,
            End::Bound(BoundHit::ArrayLength { .. } | BoundHit::StringLength { .. })
        );
        self.cut_off += u64::from(silent);
        match end {
            End::Returned(_) | End::Exited | End::Infeasible => {}
            End::Unsupported { what, at } => {
                let reason = crate::library_call::unsupported(machine, path, what);
                let at = at.filter(|(m, _)| !machine.method(*m).is_synthetic_frame());
                let place = match self.application_frame(machine, path).or(at) {
                    Some((method, pc)) => self.place(machine, method, pc),
                    None => self.entry_place(machine),
                };
                self.give_up(machine, path, reason.at(place), findings);
            }
            End::Bound(hit) => findings.bound(self.bound(machine, path, &hit)),
            End::Threw(exception) => self.threw(machine, evaluator, path, exception, findings),
        }
    }

    /// Counts a path, and names the bounds on inputs that mattered to it.
    pub fn path_ended(&mut self, machine: &mut Machine, path: &Path, findings: &mut Findings) {
        self.input_bounds(machine, path, findings);
        self.ended += 1;
    }

    /// Records why a path, or one side of it, was not followed: that concerns what it could still have come to.
    pub fn give_up(
        &mut self,
        machine: &mut Machine,
        path: &Path,
        reason: Reason,
        findings: &mut Findings,
    ) {
        if self.config.properties.is_some() {
            findings.reason(reason);
            return;
        }
        let entry = self.entry_method(machine);
        let asserts = &mut self.asserts;
        let by_hand = self.config.checks.assertions == Assertions::Every;
        let sites =
            entry.and_then(|entry| self.ahead.of(machine, asserts, &path.state, entry, by_hand));
        let Some(sites) = sites else {
            findings.reason(reason);
            return;
        };
        let mut concerned: Vec<ObligationKey> = self.no_exception(machine).into_iter().collect();
        if self.config.checks.assertions != Assertions::Off {
            for (method, pc) in sites {
                let place = self.place(machine, method, pc);
                let what = self.condition(&place);
                concerned.push(ObligationKey::new(Kind::Assertion, what, place));
            }
        }
        if concerned.is_empty() {
            let what = format!(
                "not followed, but nothing to check lies ahead: {}",
                reason.what
            );
            let note = Note::new(what);
            findings.note(match reason.place {
                Some(place) => note.at(place),
                None => note,
            });
            return;
        }
        findings.local_reason(reason, concerned);
    }

    /// The obligation that no exception escapes, if that is checked.
    fn no_exception(&self, machine: &mut Machine) -> Option<ObligationKey> {
        let what = match &self.config.checks.exceptions {
            Exceptions::Off => return None,
            Exceptions::All => "no exception escapes".to_owned(),
            Exceptions::Of(class) => format!("no {class} escapes"),
        };
        let place = self.entry_place(machine);
        Some(ObligationKey::new(Kind::Exception, what, place))
    }

    /// The innermost frame of the program under check.
    fn application_frame(&self, machine: &Machine, path: &Path) -> Option<(MethodId, u32)> {
        let mut found = None;
        path.state.stack.for_each(|frame, _| {
            let class = machine.class(machine.method(frame.method).class);
            if class.application && !machine.method(frame.method).is_synthetic_frame() {
                found = Some((frame.method, frame.code_pc()));
            }
            found.is_none()
        });
        found
    }

    pub fn bound(&self, machine: &Machine, path: &Path, hit: &BoundHit) -> outcome::BoundHit {
        match hit {
            BoundHit::Loop { limit, method, pc } => {
                let name = machine.loop_name(*method, *pc);
                let hit = outcome::BoundHit::new(BoundKind::Loop, name, u64::from(*limit));
                hit.at(self.place(machine, *method, *pc))
            }
            BoundHit::Recursion { limit, method } => {
                let linked = machine.method(*method);
                let name = format!(
                    "{}.{}",
                    machine.class(linked.class).java_name(),
                    linked.name
                );
                let hit = outcome::BoundHit::new(BoundKind::Recursion, name, u64::from(*limit));
                hit.at(self.place(machine, *method, 0))
            }
            BoundHit::Objects { limit, class } => {
                let name = machine.class(*class).java_name();
                outcome::BoundHit::new(BoundKind::Objects, name, u64::from(*limit))
            }
            BoundHit::ArrayLength { limit, method, pc } => {
                let hit =
                    outcome::BoundHit::new(BoundKind::NewArray, "new array", u64::from(*limit));
                match method {
                    Some(method) => hit.at(self.place(machine, *method, *pc)),
                    None => hit,
                }
            }
            BoundHit::StringLength { limit, input } => {
                let inputs: Vec<&Input> = path.state.inputs.iter().collect();
                let found = inputs.iter().position(|known| {
                    matches!(&known.value, InputValue::String { symbol, .. } if symbol == input)
                });
                let name = match found {
                    // Of an object that is still being made.
                    Some(index) if inputs[index].role == Role::Part => {
                        let around = path.state.building.iter().map(|b| b.name());
                        let around: Vec<&str> = around.collect();
                        let own = input_name(&inputs, index);
                        match own == *inputs[index].name && !around.is_empty() {
                            true => format!("{}.{own}", around.join(".")),
                            false => own,
                        }
                    }
                    Some(index) => input_name(&inputs, index),
                    None => "a string".to_owned(),
                };
                let limit = u64::from(*limit);
                let hit = outcome::BoundHit::new(BoundKind::StringLength, name, limit);
                match found.and_then(|i| inputs[i].at) {
                    Some((method, pc)) => hit.at(self.place(machine, method, pc)),
                    None => hit,
                }
            }
        }
    }

    /// A bound on an input array's length counts where something was decided about that length; a string says itself
    /// where the bound mattered.
    pub(crate) fn input_bounds(&self, machine: &mut Machine, path: &Path, findings: &mut Findings) {
        let inputs = &path.state.inputs;
        let inputs: Vec<&Input> = inputs.iter().collect();
        for (i, input) in inputs.iter().enumerate() {
            let (length, cut) = match &input.value {
                InputValue::Array {
                    length,
                    cut: Some(cut),
                    ..
                } => (*length, *cut),
                _ => continue,
            };
            let most = machine.pool.bv32(cut as i32);
            let assumed = machine.pool.ule(length, most);
            let refused = machine.pool.not(assumed);
            let facts = path.state.facts.keys().copied();
            let matters = facts.chain(path.merged.conditions()).any(|fact| {
                fact != assumed
                    && fact != refused
                    && machine.pool.support(fact).binary_search(&length).is_ok()
            });
            if matters {
                let name = input_name(&inputs, i);
                let mut hit = outcome::BoundHit::new(BoundKind::ArrayLength, name, u64::from(cut));
                if let Some((method, pc)) = input.at {
                    hit = hit.at(self.place(machine, method, pc));
                }
                findings.bound(hit);
            }
        }
    }

    fn threw(
        &mut self,
        machine: &mut Machine,
        evaluator: &mut Evaluator,
        path: &mut Path,
        exception: Ref,
        findings: &mut Findings,
    ) {
        let Ok(class) = machine.class_of(&path.state, exception) else {
            return;
        };
        // The path has ended: its model tells which message and which cause it is.
        let model = &path.model;
        machine.settle_fields(&mut path.state, exception, |term| {
            let value = evaluator.eval(&machine.pool, model, term);
            value.ok().and_then(|value| value.as_bv())
        });
        let class_name = machine.class(class).name.replace('/', ".");
        let frames = machine.stack_trace(&path.state, exception);
        let own: Vec<bool> = frames
            .iter()
            .map(|(m, _)| machine.class(machine.method(*m).class).application)
            .collect();
        let innermost = frames
            .iter()
            .zip(&own)
            .find(|(_, own)| **own)
            .map(|(frame, _)| *frame);
        let assertion = match (frames.first(), &*class_name) {
            (Some((method, pc)), "java.lang.AssertionError") => {
                self.asserts.around(machine, *method, *pc)
            }
            _ => None,
        };
        let place = match (assertion, innermost) {
            (Some(site), Some((method, _))) => self.place(machine, method, site.check_pc),
            (_, Some((method, pc))) => self.place(machine, method, pc),
            _ => self.entry_place(machine),
        };
        let message = machine.message(&mut path.state, exception);
        if assertion.is_none() {
            if self.allowed(machine, class) {
                let thrown = Thrown::new(class_name, None);
                findings.note(Note::new(format!("allowed to leave the entry: {thrown}")).at(place));
                return;
            }
            if self.rejected_argument(machine, path, exception, &frames) {
                let thrown = Thrown::new(class_name, message);
                findings
                    .note(Note::new(format!("arguments rejected on purpose: {thrown}")).at(place));
                return;
            }
            if self.documented(machine, class) {
                let thrown = Thrown::new(class_name, message);
                findings.note(Note::new(format!("documented (@throws): {thrown}")).at(place));
                return;
            }
        }
        let (kind, what) = match assertion {
            Some(_) => (Kind::Assertion, self.condition(&place)),
            None => (Kind::Exception, class_name.clone()),
        };
        let cause = checks::initializer_cause(machine, &path.state, class, exception);
        let cause_class = cause.map(|(class, _)| class);
        let checks = &self.config.checks;
        match checks.counts(machine, class, assertion.is_some(), cause_class) {
            Counts::Yes => {}
            Counts::No => {
                let thrown = Thrown::new(class_name, None);
                findings.note(Note::new(format!("not checked: {thrown}")).at(place));
                return;
            }
            Counts::Unclear(what) => {
                findings.reason(Reason::new(ReasonKind::Unsupported, what).at(place));
                return;
            }
        }
        let mut violation = Violation::new(kind, what, place);
        if !self.config.all && !self.seen.insert(violation.obligation()) {
            return;
        }
        violation.entry = self.entry_name();
        let mut thrown = Thrown::new(class_name, message);
        thrown.retraced = machine.is_retraced(&path.state, exception);
        if let Some((class, cause)) = cause {
            let name = machine.class(class).name.replace('/', ".");
            let message = machine.message(&mut path.state, cause);
            thrown.cause = Some(Box::new(Thrown::new(name, message)));
        }
        violation.thrown = Some(thrown);
        violation.inputs = self.inputs(machine, evaluator, path);
        // Outermost call first; the place itself is the violation's own.
        for ((method, pc), own) in frames.iter().zip(own).skip(1).rev() {
            if own {
                violation.trace.push(TraceStep::new(
                    self.place(machine, *method, *pc),
                    "called from here",
                ));
            }
        }
        if let Some((_, cause)) = cause {
            let frames = machine.stack_trace(&path.state, cause);
            let own = frames.iter().find(|(method, _)| {
                let class = machine.class(machine.method(*method).class);
                class.application
            });
            if let Some((method, pc)) = own {
                let place = self.place(machine, *method, *pc);
                violation
                    .trace
                    .push(TraceStep::new(place, "the cause was thrown here"));
            }
        }
        findings.violation(violation);
    }

    fn condition(&self, place: &Place) -> String {
        let text = self
            .config
            .condition_text
            .as_ref()
            .and_then(|text| text(place));
        text.unwrap_or_else(|| "assertion".to_owned())
    }

    pub fn inputs(
        &self,
        machine: &mut Machine,
        evaluator: &mut Evaluator,
        path: &Path,
    ) -> Vec<outcome::Input> {
        self.describe_inputs(machine, evaluator, path, false)
    }

    /// The same, with those that do not decide which path is taken.
    pub fn all_inputs(
        &self,
        machine: &mut Machine,
        evaluator: &mut Evaluator,
        path: &Path,
    ) -> Vec<outcome::Input> {
        self.describe_inputs(machine, evaluator, path, true)
    }

    fn describe_inputs(
        &self,
        machine: &mut Machine,
        evaluator: &mut Evaluator,
        path: &Path,
        all: bool,
    ) -> Vec<outcome::Input> {
        let inputs: Vec<Input> = path.state.inputs.iter().cloned().collect();
        let places: Vec<Option<Place>> = inputs
            .iter()
            .map(|input| input.at.map(|(method, pc)| self.place(machine, method, pc)))
            .collect();
        let mut described = Vec::with_capacity(inputs.len());
        let fresh = path.state.identity;
        // A result may depend on what no branch does.
        let (mut idle, mut used) = (BTreeSet::new(), BTreeSet::new());
        match all {
            false => idle = idle_lengths(machine, path, &inputs),
            true => used.extend(inputs.iter().filter_map(|input| match input.value {
                InputValue::Primitive(term) => Some(term),
                _ => None,
            })),
        }
        for condition in path.all_conditions() {
            used.extend(machine.pool.support(condition).iter().copied());
        }
        // Where paths have merged, an input may belong to a way that was not taken.
        let mut there = |input: &Input| match input.when {
            Some(when) => evaluator.eval_bool(&machine.pool, &path.model, when) == Ok(true),
            None => true,
        };
        let there: Vec<bool> = inputs.iter().map(&mut there).collect();
        let (class, ..) = self.entry_member();
        let mut values = Values::new(machine, evaluator, path, &inputs, fresh, idle, used);
        for (i, (input, place)) in inputs.iter().zip(places).enumerate() {
            if !there[i] {
                continue;
            }
            let origin = match input.role {
                Role::Part => continue,
                Role::Receiver if !all && !is_telling(input, &inputs, class) => continue,
                Role::Receiver => outcome::Origin::Receiver,
                Role::Parameter => outcome::Origin::Parameter,
                Role::Call => outcome::Origin::Call(place),
                Role::Environment => outcome::Origin::Environment {
                    place,
                    caller: input.caller.as_deref().map(str::to_owned),
                },
                Role::Stdin => outcome::Origin::Stdin(place),
            };
            let given = self.config.machine.stdin.as_ref();
            let value = match given.filter(|_| input.role == Role::Stdin) {
                Some(text) => outcome::InputValue::String((&**text).into()),
                None => values.value(i as u32),
            };
            described.push(outcome::Input {
                name: input.name.to_string(),
                ty: input.ty.to_string(),
                value,
                origin,
            });
        }
        let order = machine.pool.find_symbols(machine::natives::ORDER_SYMBOL);
        let depends = |c: Term| machine.pool.support(c).iter().any(|s| order.contains(s));
        if path.all_conditions().any(depends) {
            let salt = order.first().map_or(0, |salt| {
                bits(&evaluate(machine, evaluator, &path.model, *salt))
            });
            described.push(outcome::Input {
                name: "the iteration order of Set.of and Map.of".to_owned(),
                ty: "int".to_owned(),
                value: outcome::InputValue::Int(salt as u32 as i32),
                origin: outcome::Origin::Environment {
                    place: None,
                    caller: None,
                },
            });
        }
        described
    }

    /// How many paths ended, and how many of them a bound on lengths cut off.
    pub fn paths(&self) -> (u64, u64) {
        (self.ended, self.cut_off)
    }

    /// What is known about the objects that were inputs, and whether there were any.
    fn objects(&self, machine: &mut Machine, findings: &mut Findings) {
        let place = self.entry_place(machine);
        for what in &machine.assumptions {
            let hit = outcome::BoundHit::new(BoundKind::Objects, what.clone(), 1);
            findings.bound(hit.at(place.clone()));
        }
        let said = machine.ranges.iter().chain(&self.config.unfollowed);
        for what in said {
            findings.bound(outcome::BoundHit::new(BoundKind::Configuration, what, 1));
        }
        for field in &machine.first_values {
            let hit = outcome::BoundHit::new(BoundKind::StaticField, field.clone(), 1);
            findings.bound(hit.at(place.clone()));
        }
        for (answer, at) in &machine.asked {
            let hit =
                outcome::BoundHit::new(BoundKind::Objects, format!("environment: {answer}"), 1);
            findings.bound(match at {
                Some((method, pc)) => hit.at(self.place(machine, *method, *pc)),
                None => hit,
            });
        }
        for what in &machine.rejections {
            findings.note(Note::new(what.clone()).at(place.clone()));
        }
    }

    /// A main that looks at its arguments was seen with those that the user gave; without any, that is a choice of
    /// ours.
    fn arguments_bound(&self, machine: &mut Machine, findings: &mut Findings) {
        let chosen = matches!(self.entry, Entry::Main { args, .. } if args.is_empty());
        if !chosen || self.config.no_other_arguments {
            return;
        }
        let main = self.entry_method(machine);
        // With its arguments replaced it has any.
        if main.is_some_and(|main| machine.is_symbolic_entry(main)) {
            return;
        }
        let Some(body) = main.and_then(|main| crate::asserts::body(machine, main)) else {
            return;
        };
        let mut used = false;
        let mut visit =
            |operand| used |= body.params.first().map(|p| Operand::Reg(*p)) == Some(operand);
        for block in &body.blocks {
            block
                .insts
                .iter()
                .for_each(|inst| inst.for_each_operand(&mut visit));
            block.terminator.for_each_operand(&mut visit);
        }
        if used {
            let what = "arguments: main was given none (they go after --)";
            let place = self.entry_place(machine);
            findings.bound(outcome::BoundHit::new(BoundKind::Objects, what, 1).at(place));
        }
    }

    /// Assertions that failed on some path without their error leaving the entry.
    fn caught_assertions(&mut self, machine: &mut Machine, findings: &mut Findings) {
        for (method, pc) in machine.assertion_errors.clone() {
            let Some(site) = self.asserts.around(machine, method, pc) else {
                continue;
            };
            let place = self.place(machine, method, site.check_pc);
            let escapes = |v: &Violation| v.kind == Kind::Assertion && v.place == place;
            if !findings.violations().iter().any(escapes) {
                let what = "whether an assertion counts that fails, but whose error is caught";
                findings.reason(Reason::new(ReasonKind::Unsupported, what).at(place));
            }
        }
    }

    /// Lists every assertion of the classes that took part, or of the methods where the entry is one of them, and the
    /// absence of escaping exceptions.
    pub fn obligations(&mut self, machine: &mut Machine, findings: &mut Findings) {
        let methods: Vec<MethodId> = machine
            .classes()
            .filter(|c| c.application)
            .flat_map(|c| c.methods.iter().copied())
            .collect();
        let checks = self.config.checks.clone();
        // A method that is checked by itself is not expected to call all others of its class.
        let entry_method = match self.entry {
            Entry::Method {
                name, descriptor, ..
            } => Some((name.as_str(), descriptor.as_str())),
            Entry::Main { .. } => None,
        };
        if checks.assertions == Assertions::Every {
            self.caught_assertions(machine, findings);
        }
        for method in methods {
            if checks.assertions == Assertions::Off {
                break;
            }
            let linked = machine.method(method);
            let called = linked.code.get().is_some();
            // The entry itself is not called where no arguments can be made for it.
            let beside = |entry| entry != (&*linked.name, &*linked.descriptor);
            if entry_method.is_some_and(beside) && !called {
                continue;
            }
            for site in self.asserts.of(machine, method).iter() {
                let reached = machine.asserts_reached.contains(&(method, site.check_pc));
                let place = self.place(machine, method, site.check_pc);
                let status = if reached {
                    Status::Holds
                } else {
                    Status::Unreachable
                };
                let what = self.condition(&place);
                findings.obligation(ObligationKey::new(Kind::Assertion, what, place), status);
            }
        }
        for (&(method, pc), &iterations) in &machine.loop_iterations {
            let name = machine.loop_name(method, pc);
            let limits = &self.config.machine;
            findings.loop_seen(LoopInfo {
                place: Some(self.place(machine, method, pc)),
                iterations: u64::from(iterations),
                limit: limits
                    .unwind_loops
                    .get(&name)
                    .copied()
                    .or(limits.unwind)
                    .map(u64::from),
                name,
            });
        }
        self.objects(machine, findings);
        self.arguments_bound(machine, findings);
        for what in &machine.approximations {
            findings.bound(outcome::BoundHit::new(BoundKind::Objects, *what, 1));
        }
        // Where these errors are no violations, what a larger JVM would go on to do has not been looked at.
        if checks.exceptions != Exceptions::All {
            for what in &machine.exhausted {
                findings.bound(outcome::BoundHit::new(BoundKind::Objects, *what, 1));
            }
        }
        let Some(exceptions) = self.no_exception(machine) else {
            return;
        };
        let escaped = findings
            .violations()
            .iter()
            .any(|v| v.kind == Kind::Exception);
        let status = if escaped {
            Status::Violated
        } else {
            Status::Holds
        };
        findings.obligation(exceptions, status);
    }
}

pub(crate) fn evaluate(
    machine: &Machine,
    evaluator: &mut Evaluator,
    model: &Model,
    term: Term,
) -> Value {
    let default = || Value::default_of(&machine.pool, machine.pool.sort(term));
    evaluator
        .eval(&machine.pool, model, term)
        .unwrap_or_else(|_| default())
}

pub(crate) fn bits(value: &Value) -> u128 {
    value.as_bv().or_else(|| value.as_fp_bits()).unwrap_or(0)
}

pub(crate) fn primitive(ty: &str, bits: u128) -> outcome::InputValue {
    match ty {
        "boolean" => outcome::InputValue::Boolean(bits & 1 != 0),
        "byte" => outcome::InputValue::Byte(bits as u8 as i8),
        "short" => outcome::InputValue::Short(bits as u16 as i16),
        "char" => outcome::InputValue::Char(bits as u16),
        "long" => outcome::InputValue::Long(bits as u64 as i64),
        "float" => outcome::InputValue::Float(bits as u32),
        "double" => outcome::InputValue::Double(bits as u64),
        _ => outcome::InputValue::Int(bits as u32 as i32),
    }
}
