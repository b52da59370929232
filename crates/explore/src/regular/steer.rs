//! What the strategies add to a search: ranks for branches, slices of paths that have ended, and branches that are not
//! followed.

use super::diary::Account;
use super::futures::Seen;
use super::guide::{Guide, Statics};
use super::slice::{Ending, Kept, Moment, Question, Slicer};
use super::worklist::Worklist;
use super::{Regular, Strategy};
use crate::config::Config;
use crate::path::Path;
use logic::Term;
use machine::{Machine, State};
use property::Change;

pub struct Steering<'s> {
    strategy: Strategy,
    guide: Guide<'s>,
    slicer: Slicer,
    /// By property.
    seen: Vec<Seen>,
    worklist: Worklist,
    forks: u64,
    pub pruned: Pruned,
    /// The same by path, for those who want to know.
    pub account: Option<Account>,
}

/// Branches that were not followed, by why.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pruned {
    /// No error lies ahead.
    pub hopeless: u64,
    /// What lies ahead has been seen.
    pub seen: u64,
    /// No event depends on them.
    pub sliced: u64,
    /// Hopeless as far as is known, but the program has parts that were not analysed: they went last.
    pub ranked_last: u64,
}

impl<'s> Steering<'s> {
    pub fn new(config: &Config, statics: &'s Statics<'s>) -> Steering<'s> {
        Steering {
            strategy: config.strategy,
            guide: Guide::new(statics),
            slicer: Slicer::default(),
            seen: statics.ahead.iter().map(|_| Seen::default()).collect(),
            worklist: Worklist::default(),
            forks: 0,
            pruned: Pruned::default(),
            account: config.diary.is_some().then(Account::default),
        }
    }

    pub fn statics(&self) -> &'s Statics<'s> {
        self.guide.statics
    }

    /// The number of the next fork.
    pub fn next_fork(&mut self) -> u64 {
        self.forks += 1;
        self.forks
    }

    /// Notes a question and its answer.
    pub fn note(
        &mut self,
        machine: &Machine,
        path: &mut Path,
        term: Term,
        fork: Option<u64>,
        assumed: bool,
    ) {
        if !self.strategy.slices() {
            return;
        }
        match (Moment::of(machine, &path.state), fork) {
            (Some(at), _) => path.questions.push_back(Question {
                term,
                fork,
                assumed,
                again: false,
                at,
            }),
            // Arguments are being made, and the program has not begun: everything depends on them.
            (None, Some(fork)) => self.worklist.want(fork),
            (None, None) => {}
        }
    }

    /// Notes what was decided where the sides of a branch became one. In the program's own code that matters if what the
    /// region changes does; a call of the library may have settled something for good.
    pub fn note_region(
        &self,
        machine: &Machine,
        path: &mut Path,
        before: &State,
        decided: impl IntoIterator<Item = Term>,
    ) {
        let Some(mut at) = Moment::of(machine, before).filter(|_| self.strategy.slices()) else {
            return;
        };
        let running = before.current();
        let own = running.is_some_and(|(method, _)| machine.is_program(method));
        // The region has a mark of its own.
        at.marks += usize::from(own);
        path.questions
            .extend(decided.into_iter().map(|term| Question {
                term,
                fork: None,
                assumed: false,
                again: own,
                at,
            }));
    }

    /// Whether paths are sliced.
    pub fn slices(&self) -> bool {
        self.strategy.slices()
    }

    /// Notes the answers of before that a path has used again: what it does depends on them there as well.
    pub fn note_reused(&self, machine: &mut Machine, path: &mut Path) {
        for reused in machine.reused.drain(..) {
            let at = Moment {
                marks: reused.marks,
                frame: reused.frame,
                method: reused.method,
                pc: reused.pc,
            };
            let again = |last: &Question| last.term == reused.term && last.at == at;
            if !path.questions.last().is_some_and(again) {
                path.questions.push_back(Question {
                    term: reused.term,
                    fork: None,
                    assumed: false,
                    again: true,
                    at,
                });
            }
        }
    }

    /// Whether no error lies ahead of the side of a branch on which the condition has this truth. Such a side need not
    /// even be shown to exist.
    pub fn is_hopeless(
        &mut self,
        machine: &mut Machine,
        path: &mut Path,
        condition: Term,
        holds: bool,
    ) -> bool {
        if self.strategy != Strategy::Srv || !self.guide.statics.sound {
            return false;
        }
        let mut state = path.state.snapshot();
        machine.learn(&mut state, condition, holds);
        let Some(followed) = &path.followed else {
            return false;
        };
        let hopeless = self.guide.chances(machine, &state, followed) == Some(0);
        if hopeless {
            self.prune_hopeless();
        }
        hopeless
    }

    /// A path waits: the root, or the side of a branch.
    pub fn push(&mut self, machine: &mut Machine, mut path: Path) {
        let chances = match &path.followed {
            Some(followed) if self.strategy.guides() => {
                self.guide.chances(machine, &path.state, followed)
            }
            _ => None,
        };
        if chances == Some(0) {
            if self.strategy == Strategy::Srv && self.guide.statics.sound {
                self.prune_hopeless();
                return;
            }
            self.pruned.ranked_last += 1;
        }
        path.rank = match self.strategy.guides() {
            true => (chances.unwrap_or(usize::MAX), path.state.forks, path.number),
            false => (0, 0, path.number),
        };
        // The root is nobody's side.
        if let Some(account) = self.account.as_mut().filter(|_| path.number != 0) {
            account.waits(path.number);
        }
        match self.strategy.slices() && path.number != 0 {
            true => self.worklist.hold(path),
            false => self.worklist.ready(path),
        }
    }

    /// The next path to follow.
    pub fn pop(&mut self, machine: &mut Machine, regular: &Regular) -> Option<Path> {
        while let Some(path) = self.worklist.pop() {
            let known = match &path.followed {
                Some(followed) if self.strategy == Strategy::Srv && self.guide.statics.sound => {
                    self.guide.nothing_new(
                        machine,
                        regular,
                        &path.state,
                        followed,
                        &self.seen,
                        regular.contexts,
                    )
                }
                _ => false,
            };
            if !known {
                return Some(path);
            }
            self.pruned.seen += 1;
            if let Some(account) = &mut self.account {
                account.seen(path.number, path.rank);
            }
        }
        for (number, rank) in self.worklist.prune() {
            self.pruned.sliced += 1;
            if let Some(account) = &mut self.account {
                account.sliced(number, rank);
            }
        }
        None
    }

    fn prune_hopeless(&mut self) {
        self.pruned.hopeless += 1;
        if let Some(account) = &mut self.account {
            account.hopeless();
        }
    }

    pub fn len(&self) -> usize {
        self.worklist.len()
    }

    /// A sequence of events broke a property.
    pub fn remember(
        &mut self,
        machine: &Machine,
        regular: &Regular,
        property: usize,
        changes: &[Change],
    ) {
        let seen = &mut self.seen[property];
        self.guide.remember(machine, regular, seen, changes);
    }

    /// A path has ended. `whole` says that it was followed to its end.
    pub fn ended(&mut self, machine: &Machine, path: &Path, threw: bool, whole: bool) {
        if !self.strategy.slices() {
            return;
        }
        let ending = match threw {
            true => Ending::Threw,
            false => Ending::Usual,
        };
        let worklist = &self.worklist;
        let waiting = |number| worklist.contains(number);
        let kept = match whole {
            true => (self.slicer).slice(&mut self.guide, machine, path, ending, waiting),
            false => Kept::All,
        };
        for question in &path.questions {
            let Some(fork) = question.fork else { continue };
            let wanted = match &kept {
                Kept::All => true,
                Kept::Forks(kept) => kept.contains(&fork),
            };
            if wanted {
                self.worklist.want(fork);
            }
        }
    }
}
