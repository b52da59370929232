//! Iterations of loops and calls of methods within themselves, as far as inputs decide them, and ways to make inputs. The user may bound them
//! (`--unwind`), which ends a path; a search may have them come in rounds, which stops a path until its round comes
//! ([`State::round`]).

use crate::code::Code;
use crate::halt::{Halt, Step};
use crate::machine::Machine;
use crate::state::{BoundHit, LoopCount, State};
use crate::value::MethodId;

/// How deep a stack gets before a search in rounds looks for recursion, and every how many frames it does so. Looking
/// later than necessary only means that more paths belong to a round.
const DEEP: u32 = 24;
const EVERY: u32 = 8;
/// At how many iterations paths stop at the head of a loop, as long as nobody says otherwise.
const FIRST_HEAD: u32 = 2;

impl Machine {
    /// Counts an iteration that depended on symbolic values.
    pub(crate) fn count_iteration(
        &mut self,
        st: &mut State,
        code: &Code,
        index: u16,
        edge: u16,
    ) -> Step<()> {
        let forks = st.forks;
        let Some(frame) = st.stack.frames.last_mut() else {
            return Ok(());
        };
        // Nothing was decided since the method was called.
        if frame.loops.is_none() && frame.forks == forks && !self.options.unwinds() {
            return Ok(());
        }
        let method = frame.method;
        let counts = frame.loops.get_or_insert_with(|| no_counts(code));
        let info = &code.loops[usize::from(index)];
        for inner in info.first_inner..info.after_inner {
            let (first, after) = code.loops[usize::from(inner)].edges;
            for count in [inner].into_iter().chain(first..after) {
                counts[usize::from(count)] = LoopCount {
                    iterations: 0,
                    forks,
                };
            }
        }
        let count = &mut counts[usize::from(index)];
        if count.forks != forks {
            count.forks = forks;
            count.iterations += 1;
            let most = self.loop_iterations.entry((method, info.pc)).or_insert(0);
            *most = (*most).max(count.iterations);
            counts[usize::from(edge)].iterations += 1;
        }
        let begun = counts[usize::from(index)].iterations;
        // A loop that begins with another one has a header in common with it. What goes back from further behind is the
        // outer one, or else a `continue` before it only seems to be a loop of its own, and counts less than it could.
        for inner in info.edges.0..edge {
            counts[usize::from(inner)].iterations = 0;
        }
        if !info.tested {
            self.check_iterations(st, code, index)?;
        }
        self.check_head(method, info.pc, begun)
    }

    fn check_head(&self, method: MethodId, pc: u32, begun: u32) -> Step<()> {
        if !self.options.heads || self.within.is_some() {
            return Ok(());
        }
        let first = self.heads.get(&(method, pc)).copied().unwrap_or(FIRST_HEAD);
        if begun >= first {
            return Err(Halt::Head);
        }
        Ok(())
    }

    /// From now on paths stop at the head of this loop when they have begun so many iterations.
    pub fn stop_at_head(&mut self, head: (MethodId, u32), begun: u32) {
        self.heads.insert(head, begun);
    }

    /// Ends or stops the path where one more iteration would exceed a bound.
    pub(crate) fn check_iterations(&mut self, st: &mut State, code: &Code, index: u16) -> Step<()> {
        let Some(frame) = st.stack.frames.last() else {
            return Ok(());
        };
        let info = &code.loops[usize::from(index)];
        let of = |counts: std::ops::Range<u16>| {
            let loops = frame.loops.as_ref();
            let known = counts.filter_map(|at| Some(loops?.get(usize::from(at))?.iterations));
            known.max().unwrap_or(0)
        };
        if self.options.unwinds() {
            let iterations = of(index..index + 1);
            let (method, pc) = (frame.method, info.pc);
            return match self.unwind_limit(method, pc) {
                Some(limit) if iterations >= limit => {
                    Err(Halt::Bound(BoundHit::Loop { limit, method, pc }))
                }
                _ => Ok(()),
            };
        }
        let iterations = of(info.edges.0..info.edges.1);
        self.check_round(st, iterations + 1)
    }

    fn unwind_limit(&self, method: MethodId, pc: u32) -> Option<u32> {
        let named = self
            .options
            .unwind_loops
            .get(&self.loop_name(method, pc))
            .copied();
        named.or(self.options.unwind)
    }

    /// Like a loop's iterations, calls of a method within itself count where something symbolic was decided between.
    pub(crate) fn check_recursion(&mut self, st: &mut State, method: MethodId) -> Step<()> {
        if let Some(limit) = self.options.unwind {
            if recursion(st, method, limit) < limit {
                return Ok(());
            }
            return Err(Halt::Bound(BoundHit::Recursion { limit, method }));
        }
        if !self.options.rounds {
            return Ok(());
        }
        let Some(caller) = st.stack.frames.last() else {
            return Ok(());
        };
        let deep = caller.depth >= DEEP && caller.depth % EVERY == 0;
        if !deep || caller.forks == st.forks {
            return Ok(());
        }
        let depth = recursion(st, method, u32::MAX);
        self.check_round(st, depth + 1)
    }

    /// A value is made in the way of this number. Ways count like iterations, so that a limit leaves a claim about the first
    /// ones.
    pub(crate) fn check_way(&mut self, st: &mut State, number: u32) -> Step<()> {
        if !self.options.rounds {
            return Ok(());
        }
        self.ways_counted = true;
        self.check_round(st, number)
    }

    fn check_round(&mut self, st: &mut State, iterations: u32) -> Step<()> {
        st.deepest = st.deepest.max(iterations);
        // Ways through a region have limits of their own.
        if iterations > st.round && self.within.is_none() {
            return Err(Halt::Deeper);
        }
        Ok(())
    }
}

/// A count for each loop, and one for each of their back edges.
fn no_counts(code: &Code) -> Box<[LoopCount]> {
    let edges = code.loops.iter().map(|info| usize::from(info.edges.1));
    vec![LoopCount::default(); edges.max().unwrap_or(0)].into()
}

/// How often a method is on the stack with something symbolic decided since, up to a limit.
fn recursion(st: &State, method: MethodId, limit: u32) -> u32 {
    let mut depth = 0;
    let mut forks = st.forks;
    st.stack.for_each(|frame, _| {
        if frame.method == method && frame.forks != forks {
            forks = frame.forks;
            depth += 1;
        }
        depth < limit
    });
    depth
}
