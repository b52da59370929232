//! Seeing inside of merged regions: for each way through one, inputs are found that take it, and the path that they lead
//! along is followed by itself.

use crate::path::{Asked, Decision, Path};
use crate::worker::{Checked, Worker};
use logic::Model;
use machine::{End, Stop};
use outcome::{Reason, ReasonKind};

/// Instructions between two looks at the limits.
const SLICE: u64 = 200_000;

impl Worker<'_> {
    /// Hands all that a path stands for to whoever collects paths. False if nobody wants more.
    pub(crate) fn collect_all(&mut self, path: &mut Path, end: &End) -> bool {
        if self.config.paths.is_none() || path.merged.ways.is_empty() {
            return self.collect(path, end);
        }
        let ways = path.merged.ways.clone();
        let mut models = vec![path.model.clone()];
        for (way, _) in &ways {
            let pool = &self.machine.pool;
            let evaluator = &mut self.evaluator;
            if (models.iter()).any(|model| evaluator.eval_bool(pool, model, *way) == Ok(true)) {
                continue;
            }
            match self.check(path, Some(*way)) {
                Checked::Sat(model) => models.push(model),
                Checked::Unsat => {}
                Checked::Unknown => self.solver_unknown(path),
            }
        }
        for model in models {
            match self.retrace(model) {
                Some((mut path, end)) => {
                    if !self.collect(&mut path, &end) {
                        return false;
                    }
                }
                None if self.limits.exceeded() => return false,
                None => {
                    let what = "a way through merged paths could not be taken by itself";
                    self.findings
                        .reason(Reason::new(ReasonKind::Internal, what));
                }
            }
        }
        true
    }

    /// The path that a model leads along, by itself. `None` if it cannot be followed.
    fn retrace(&mut self, model: Model) -> Option<(Path, End)> {
        let mut path = self.root(self.entry)?;
        path.first = false;
        path.model = model;
        let guarded = std::mem::take(&mut self.machine.options.guarded_elements);
        let end = loop {
            let stop = self.machine.run(&mut path.state, SLICE);
            if self.limits.exceeded() {
                break None;
            }
            let (pool, model) = (&self.machine.pool, &mut path.model);
            let (kind, term, answer) = match stop {
                Stop::End(end) => break Some(end),
                Stop::Fuel => continue,
                Stop::Branch(term) | Stop::Guard(term) => {
                    let holds = self.evaluator.eval_bool(pool, model, term);
                    (Asked::Branch, term, holds.ok().map(u128::from))
                }
                Stop::Value(term) => {
                    let value = self.evaluator.eval(pool, model, term).ok();
                    (Asked::Value, term, value.and_then(|value| value.as_bv()))
                }
                Stop::Assume(term) => {
                    self.machine.define(&mut self.evaluator, model, term);
                    let pool = &self.machine.pool;
                    let holds = self.evaluator.eval_bool(pool, model, term) == Ok(true);
                    (Asked::Assume, term, holds.then_some(1))
                }
                Stop::Head => continue,
                Stop::Calling | Stop::Returned | Stop::Deeper | Stop::Region(_) => break None,
            };
            let Some(answer) = answer else {
                break None;
            };
            let decision = Decision {
                kind,
                answer,
                forked: true,
            };
            self.answer(&mut path, term, decision, None);
        };
        self.machine.options.guarded_elements = guarded;
        end.map(|end| (path, end))
    }
}
