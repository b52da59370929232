//! Asking for both sides of a branch, as the thesis's ways of solving do, where the default asks for the one that the
//! path's model does not take. In depth-first order, the second side is asked for when the search comes back to it, so that
//! the solver's assertions follow the exploration tree.

use super::{Checked, Worker};
use crate::path::{Asked, Decision, Open, Path};
use logic::Term;

impl Worker<'_> {
    /// Whether solvers are asked about both sides of every branch.
    pub(super) fn asks_both_sides(&self) -> bool {
        self.config.solving.asks_both_sides()
    }

    /// Whether a side may wait before it is known to exist. Whether a branch forks counts where iterations are counted,
    /// a strategy ranks only paths that exist, and a hard question may have the path go back to before it.
    fn asks_later(&self, path: &Path) -> bool {
        let options = &self.config.machine;
        let bounded = options.unwind.is_some() || !options.unwind_loops.is_empty();
        self.steering.is_none() && !bounded && path.merged.regions.is_empty()
    }

    /// Answers a branch after both of its sides were asked for, or one of them and the other is left for later.
    pub(super) fn branch_both(&mut self, path: &mut Path, term: Term, holds: bool) -> bool {
        match self.both_sides(path, term, holds) {
            Ok(goes_on) => goes_on,
            Err(regions) => {
                self.undo(path, &regions);
                true
            }
        }
    }

    /// The side that falls through goes first, or with `--initial` the one that the first path takes.
    fn both_sides(&mut self, path: &mut Path, term: Term, holds: bool) -> Result<bool, Vec<u32>> {
        let given = self.first_path && !self.config.machine.initial.is_empty();
        let first = given && holds;
        let decision = |answer: bool, forked| Decision {
            kind: Asked::Branch,
            answer: u128::from(answer),
            forked,
        };
        let one = self.ask_side(path, term, first)?;
        if matches!(one, Checked::Sat(_)) && self.asks_later(path) {
            let mut side = path.split(path.model.clone());
            side.open = Some(Open {
                term,
                decision: decision(!first, true),
            });
            self.wait(side);
            return Ok(self.take_side(path, term, decision(first, true), None, one));
        }
        let two = self.ask_side(path, term, !first)?;
        for answer in [&one, &two] {
            if matches!(answer, Checked::Unknown) {
                self.solver_unknown(path);
            }
        }
        let forked = !matches!(one, Checked::Unsat) && !matches!(two, Checked::Unsat);
        let mut fork = None;
        if let (Checked::Sat(_), Checked::Sat(model)) = (&one, &two) {
            let mut side = path.split(model.clone());
            fork = self.next_fork();
            side.number = fork.unwrap_or(0);
            self.answer(&mut side, term, decision(!first, true), None);
            self.wait(side);
        }
        // Where the first side does not exist, or nobody knows, the second one is all there is.
        let (answer, found) = match one {
            Checked::Sat(_) => (first, one),
            _ => (!first, two),
        };
        Ok(self.take_side(path, term, decision(answer, forked), fork, found))
    }

    /// The path goes on with a side, if that exists.
    fn take_side(
        &mut self,
        path: &mut Path,
        term: Term,
        decision: Decision,
        fork: Option<u64>,
        found: Checked,
    ) -> bool {
        let Checked::Sat(model) = found else {
            return false;
        };
        path.model = model;
        self.answer(path, term, decision, fork);
        true
    }

    /// Goes on with a path that has waited for a question to be asked. `false` if it does not exist.
    pub(super) fn take_up(&mut self, path: &mut Path) -> bool {
        let Some(open) = path.open.take() else {
            return true;
        };
        let holds = open.decision.answer != 0;
        match self.ask_side(path, open.term, holds) {
            Ok(Checked::Sat(model)) => path.model = model,
            Ok(Checked::Unsat) => return false,
            Ok(Checked::Unknown) => {
                self.solver_unknown(path);
                return false;
            }
            // No side waits for its question where regions were merged; if one did, it would be asked again.
            Err(regions) => {
                self.undo(path, &regions);
                return true;
            }
        }
        self.answer(path, open.term, open.decision, None);
        true
    }

    /// Whether one side of a branch exists. Where the solver cannot tell, what is known of the path may.
    fn ask_side(&mut self, path: &mut Path, term: Term, holds: bool) -> Result<Checked, Vec<u32>> {
        let side = if holds {
            term
        } else {
            self.machine.pool.not(term)
        };
        let answer = self.check_merged(path, side)?;
        let answer = match answer {
            Checked::Unknown => {
                let (pool, model) = (&self.machine.pool, &path.model);
                if path.bounds.decide(pool, term) == Some(!holds) {
                    Checked::Unsat
                } else if self.evaluator.eval_bool(pool, model, side) == Ok(true) {
                    Checked::Sat(path.model.clone())
                } else {
                    Checked::Unknown
                }
            }
            answer => answer,
        };
        if !matches!(answer, Checked::Unknown) {
            self.decided(1);
        }
        Ok(answer)
    }
}
