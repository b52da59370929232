//! Hands the paths of a search to whoever collects them: those that ended, with what came of them as a test can state it,
//! and of the others how far they came.

use super::{Ending, Kind, Pass, PathEnd, Returned, Told, What};
use crate::confirm::Calls;
use crate::path::Path;
use crate::suite::tidy::tidy;
use crate::worker::Worker;
use logic::Term;
use machine::{End, InputValue, MethodId, Passed, Role, State};
use outcome::{Reason, ReasonKind};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Instructions that a test may take.
const LONGEST: u64 = 10_000_000;

impl Worker<'_> {
    /// Hands a path that has ended to whoever collects them. False if nobody wants more.
    pub(crate) fn collect(&mut self, path: &mut Path, end: &End) -> bool {
        let Some(sink) = self.config.paths.clone() else {
            return true;
        };
        let passed = self.passed(path);
        let kind = match end {
            End::Returned(_) => Kind::Returned,
            End::Threw(exception) => match self.machine.class_of(&path.state, *exception) {
                Ok(class) => Kind::Threw(self.machine.class(class).name.to_string()),
                Err(_) => Kind::Cut,
            },
            _ => Kind::Cut,
        };
        // What does not end is refused, with the reason.
        if sink.wants(&passed, &kind, path.decisions.len()) || kind == Kind::Cut {
            match self.describe_end(path, end, passed.clone()) {
                Ok(described) => sink.take(described),
                Err(why) => sink.refuse(&passed, why),
            }
        }
        sink.goes_on()
    }

    /// Tells whoever collects paths how far one came that is not followed to its end.
    pub(crate) fn passed_by(&self, path: &Path) {
        if let Some(sink) = &self.config.paths {
            sink.reach(&self.passed_since_entry(path));
        }
    }

    /// A path lets others go on; there may be nothing left to look for.
    pub(crate) fn pause(&self, path: &Path) {
        if let Some(sink) = &self.config.paths
            && !sink.pause(&self.passed_since_entry(path))
        {
            self.limits.stop(crate::limits::Why::Covered);
        }
    }

    /// Whether a path has run for longer than anybody would want a test to. It is left then.
    pub(crate) fn runs_too_long(&mut self, path: &Path) -> bool {
        let Some(sink) = &self.config.paths else {
            return false;
        };
        if path.state.instructions < LONGEST {
            return false;
        }
        let why = format!(
            "it runs for more than {} million instructions",
            LONGEST / 1_000_000
        );
        sink.refuse(&self.passed_since_entry(path), why.clone());
        self.findings
            .reason(Reason::new(ReasonKind::Truncated, why));
        true
    }

    /// What a path passed once its arguments were made, in order.
    fn passed_since_entry(&self, path: &Path) -> Vec<Pass> {
        match path.state.entered {
            true => self.passed(path),
            false => Vec::new(),
        }
    }

    /// What a path passed, in order.
    fn passed(&self, path: &Path) -> Vec<Pass> {
        let mut names: BTreeMap<MethodId, Arc<str>> = BTreeMap::new();
        let mut passed: Vec<Pass> = Vec::with_capacity(path.state.passed.len());
        for one in &path.state.passed {
            let (method, what) = match *one {
                Passed::Edge { method, from, to } => (method, What::Edge(from, to)),
                Passed::Line { method, line } => (method, What::Line(line)),
            };
            let name = names.entry(method).or_insert_with(|| {
                let linked = self.machine.method(method);
                let class = self.machine.class(linked.class);
                format!("{}.{}{}", class.name, linked.name, linked.descriptor).into()
            });
            passed.push(Pass {
                method: name.clone(),
                what,
            });
        }
        passed.sort();
        passed
    }

    fn describe_end(
        &mut self,
        path: &mut Path,
        end: &End,
        passed: Vec<Pass>,
    ) -> Result<PathEnd, String> {
        match end {
            End::Returned(_) | End::Threw(_) => {}
            End::Exited => return Err("it ends the JVM".to_owned()),
            End::Unsupported { what, .. } => return Err(format!("unsupported: {what}")),
            End::Bound(hit) => {
                let hit = self.describer.bound(&self.machine, path, hit);
                return Err(format!("cut off by {}", super::bound_words(&hit)));
            }
            End::Infeasible => return Err("it does not exist".to_owned()),
        }
        let chosen = |i: &&machine::Input| i.role == Role::Environment && !is_given(i);
        if let Some(input) = path.state.inputs.iter().find(chosen) {
            return Err(format!(
                "it depends on {}, which a test cannot choose",
                input.name
            ));
        }
        if path.state.inputs.iter().any(|i| i.role == Role::Stdin) {
            return Err("it reads standard input".to_owned());
        }
        if self.shorten_strings(path).is_err() {
            return Err("it takes strings that are too long to write down".to_owned());
        }
        let calls = Calls::of(&self.machine.pool, &path.conditions);
        if !calls.is_empty() {
            if !self.has_functions_as_they_are(path, None) {
                return Err(format!("no concrete input was found ({})", calls.names()));
            }
        } else {
            tidy(&mut self.machine, &mut self.evaluator, path);
        }
        let order = self
            .machine
            .pool
            .find_symbols(machine::natives::ORDER_SYMBOL);
        let unsure = hashes(&path.state);
        let on_order = |c: Term| {
            let support = self.machine.pool.support(c);
            order.iter().any(|s| support.binary_search(s).is_ok())
        };
        if path.all_conditions().any(on_order) {
            return Err("it depends on the iteration order of Set.of and Map.of".to_owned());
        }
        let inputs = self
            .describer
            .all_inputs(&mut self.machine, &mut self.evaluator, path);
        let ending = match end {
            End::Returned(slot) => {
                let value = match slot {
                    Some(slot) => self.told(path, *slot, &order),
                    None => Told::Void,
                };
                // What it is here may be something else on the next JVM.
                let value = match value {
                    Told::Value(outcome::InputValue::Null) => value,
                    Told::Value(_) if unsure => Told::Unknown,
                    value if unsure && value.is_a_copy() => Told::Object,
                    value => value,
                };
                let mut returned = Returned {
                    value,
                    ..Returned::default()
                };
                if !unsure {
                    returned.arrays = self.changed_arrays(path, &inputs, &order);
                    if let (Told::Object, Some(slot)) = (&returned.value, slot) {
                        returned.inside = self.observe_result(path, *slot, &order);
                    }
                    returned.observed = self.observe(path, *slot, &order);
                }
                Ending::Returned(returned)
            }
            End::Threw(exception) => {
                let class = self
                    .machine
                    .class_of(&path.state, *exception)
                    .map_err(|_| "what it throws is not known".to_owned())?;
                let name = self.machine.class(class).name.to_string();
                let ancestors = self.machine.class(class).ancestors.clone();
                let of_jvm = |name: &str| name == "java/lang/VirtualMachineError";
                if ancestors
                    .iter()
                    .any(|a| of_jvm(&self.machine.class(*a).name))
                {
                    return Err(format!("it ends with {}", name.replace('/', ".")));
                }
                let assertion =
                    self.describer
                        .failed_assertion(&mut self.machine, &path.state, *exception);
                Ending::Threw {
                    class: name,
                    assertion,
                }
            }
            _ => return Err("it does not end".to_owned()),
        };
        Ok(PathEnd {
            inputs,
            ending,
            passed,
            unsure: unsure.then(|| "identity hash codes, which differ from JVM to JVM".to_owned()),
        })
    }
}

/// Whether the environment says this wherever tests are run: they come with a locale, a time zone and an encoding.
fn is_given(input: &machine::Input) -> bool {
    let key = input.name.strip_prefix("System.getProperty(\"");
    let key = key.and_then(|rest| rest.strip_suffix("\")"));
    matches!(input.value, InputValue::Text(_))
        && key.is_none_or(|key| {
            key.ends_with(".separator")
                || matches!(
                    key,
                    "file.encoding" | "user.language" | "user.country" | "user.timezone"
                )
        })
}

/// Whether somebody asked for the identity hash code of an object.
fn hashes(state: &State) -> bool {
    let mut asked = false;
    state
        .heap
        .for_each(&mut |_, object| asked |= object.hash != 0);
    asked
}
