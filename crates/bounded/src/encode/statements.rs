//! Statements of JML within bodies in the expanded encoding: their conditions and values, in the state in which they are
//! come to. \old is the state in which the method that they stand in began.

use super::contracts::all;
use super::evaluate::Evaluate;
use super::expanded::{Expanded, State};
use super::heap::Heap;
use crate::graph::{Atom, Graph, Map, Named, Place, Question, Said, Test, What};
use crate::meaning::{Context, Meaning, Meant, Polarity};
use crate::reasons::Undecided;
use jml::resolved::Local;
use logic::Term;
use std::collections::HashMap;

type Result<T> = std::result::Result<T, Undecided>;

/// What is kept of states that were passed.
#[derive(Default)]
pub(super) struct Entries {
    /// For each frame that began: the state in which it did, the receiver, if any, and what was passed.
    frames: HashMap<u32, (State, Vec<Term>)>,
    /// For each loop with a frame that began, by the number of what is said: what its frame is evaluated in.
    loops: HashMap<u32, Around>,
}

/// What a statement of JML speaks of, in some state.
#[derive(Clone)]
struct Around {
    context: Context<State>,
    locals: Vec<(Local, Term)>,
    /// What was passed to the method.
    passed: Vec<Term>,
}

/// Why the other encoding has no meaning for them.
pub(super) const ONLY_EXPANDED: &str = "JML statements within a body, in the quantified encoding";

/// A receiver and a value, as a register has them.
type Valued = (Option<Term>, Option<Term>);

impl Expanded<'_> {
    pub(super) fn enter(
        &mut self,
        graph: &Graph,
        entries: &mut Entries,
        state: &State,
        frame: u32,
        arguments: &[Atom],
    ) -> Result<()> {
        let mut passed = Vec::new();
        for argument in arguments {
            passed.push(self.atom(graph, state, *argument)?);
        }
        entries.frames.insert(frame, (state.clone(), passed));
        Ok(())
    }

    /// A loop begins of which is said what it may change.
    pub(super) fn begin(
        &mut self,
        graph: &Graph,
        entries: &mut Entries,
        state: &State,
        said: u32,
        atoms: &[Atom],
    ) -> Result<()> {
        let around = self.around(graph, entries, state, said, atoms)?;
        entries.loops.insert(said, around);
        Ok(())
    }

    /// What an operand of a statement is in a state; none where it has no value there.
    pub fn operand(&mut self, graph: &Graph, state: &State, atom: Atom) -> Option<Term> {
        self.atom(graph, state, atom).ok()
    }

    /// A test, statements of JML included.
    pub(super) fn test_or_said(
        &mut self,
        graph: &Graph,
        entries: &Entries,
        state: &State,
        test: &Test,
    ) -> Result<Term> {
        let Question::Said { said, atoms } = &test.what else {
            return self.test(graph, state, test);
        };
        let (holds, _) = self.mean_said(graph, entries, state, *said, atoms)?;
        Ok(match test.holds {
            true => holds,
            false => self.pool.not(holds),
        })
    }

    /// A ghost variable or field gets its value.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn set(
        &mut self,
        graph: &Graph,
        maps: &[Map],
        entries: &Entries,
        state: &mut State,
        said: u32,
        to: Place,
        atoms: &[Atom],
    ) -> Result<()> {
        let what = &graph.said[said as usize].what;
        let (receiver, value) = match what {
            What::Anything(descriptor) => {
                let cell = self.widths.cell(descriptor, self.universe.width);
                let any = self.anything_in(state, cell, descriptor);
                let widths = self.widths;
                (None, Some(widths.load(&mut self.pool, descriptor, any)))
            }
            _ => self.mean_said(graph, entries, state, said, atoms)?.1,
        };
        let value = value.ok_or("a JML statement without a value")?;
        match (to, receiver) {
            (Place::Var(var), _) => {
                match &graph.vars[var.0 as usize].field {
                    Some(key) => state.globals.insert(key.clone(), value),
                    None => state.vars.insert(var, value),
                };
            }
            (Place::Map(map), Some(object)) => {
                let map = maps[map.0 as usize];
                let (descriptor, widths) = (self.descriptor(map), self.widths);
                let cell = widths.store(&mut self.pool, &descriptor, value);
                self.write(state, map, object, None, cell);
            }
            (Place::Map(_), None) => return Err("a ghost field of no object".into()),
        }
        Ok(())
    }

    /// What a statement speaks of where it is come to.
    fn around(
        &mut self,
        graph: &Graph,
        entries: &Entries,
        state: &State,
        said: u32,
        atoms: &[Atom],
    ) -> Result<Around> {
        let said: &Said = &graph.said[said as usize];
        let is_demand = matches!(said.what, What::Demand { .. } | What::Measure { .. });
        let (before, mut passed) = match entries.frames.get(&said.frame).filter(|_| !is_demand) {
            Some((before, passed)) => (before.clone(), passed.clone()),
            None => (state.clone(), Vec::new()),
        };
        passed.drain(..said.hidden.min(passed.len()));
        let (mut this, mut locals) = (None, Vec::new());
        let mut params = passed.clone();
        for (named, atom) in said.names.iter().zip(atoms) {
            let value = self.atom(graph, state, *atom)?;
            match named {
                Named::This => this = Some(value),
                // Of a call, all arguments are named, in their order.
                Named::Parameter(_) if is_demand => params.push(value),
                Named::Parameter(at) => {
                    *params
                        .get_mut(*at)
                        .ok_or("a parameter that was not passed")? = value;
                }
                Named::Local(local) => locals.push((local.clone(), value)),
            }
        }
        let context = Context {
            pre: before,
            now: state.clone(),
            this,
            params,
            result: None,
            thrown: None,
        };
        Ok(Around {
            context,
            locals,
            passed,
        })
    }

    /// Nothing that existed when a loop began has changed since, but what it may change.
    fn kept_by_loop(
        &mut self,
        graph: &Graph,
        entries: &Entries,
        state: &State,
        since: u32,
    ) -> Result<Term> {
        let What::Begins(locations, _) = &graph.said[since as usize].what else {
            return Err("the frame of a loop that is not known".into());
        };
        let Some(begun) = entries.loops.get(&since).cloned() else {
            // Control does not come from there in this part of the graph.
            return Ok(self.pool.tt());
        };
        let changes = self.changes(&begun.context.now, state);
        let evaluate = |meaning: &mut Meaning<Self>| -> Result<Term> {
            meaning.within_body(begun.locals, begun.passed);
            let mut kept = meaning.heap.pool().tt();
            for change in changes {
                let mut allowed = meaning.heap.pool().ff();
                for location in locations {
                    let one = meaning.under(change.changed, |meaning| {
                        meaning.allows(location, &change.cell)
                    })?;
                    allowed = meaning.heap.pool().or(allowed, one);
                }
                let one = meaning.heap.pool().implies(change.changed, allowed);
                kept = meaning.heap.pool().and(kept, one);
            }
            Ok(kept)
        };
        let (kept, outside) = self.mean(begun.context, evaluate)?;
        self.beyond_scope(outside);
        Ok(kept)
    }

    /// The measure of a method that is called is not negative, and smaller than that of a frame when it began.
    fn is_smaller(
        &mut self,
        graph: &Graph,
        entries: &Entries,
        said: u32,
        called: Context<State>,
    ) -> Result<Term> {
        let said: &Said = &graph.said[said as usize];
        let What::Measure { outer, cases, .. } = &said.what else {
            return Err("a measure that is not known".into());
        };
        let begun = entries.frames.get(outer);
        let (before, mut passed) = begun.cloned().ok_or("a method that has not begun")?;
        let this = called.this.and(passed.first().copied());
        passed.drain(..said.hidden.min(passed.len()));
        let around = Context {
            pre: before.clone(),
            now: before,
            this,
            params: passed,
            result: None,
            thrown: None,
        };
        let mut both = Vec::new();
        for context in [around, called] {
            let evaluate = |meaning: &mut Meaning<Self>| -> Result<Vec<(Term, Vec<Meant>)>> {
                let always = meaning.heap.pool().tt();
                let mut measures = Vec::new();
                for case in cases {
                    let applies = all(meaning, always, &case.requires, Polarity::Both)?;
                    let mut values = Vec::new();
                    for value in &case.values {
                        let value = meaning.under(applies, |m| m.eval(value, Polarity::Both))?;
                        values.push(value);
                    }
                    measures.push((applies, values));
                }
                Ok(measures)
            };
            let (measures, outside) = self.mean(context, evaluate)?;
            self.beyond_scope(outside);
            both.push(measures);
        }
        let pool = &mut self.pool;
        let mut holds = pool.tt();
        for (outer, inner) in both[0].iter().zip(&both[1]) {
            let applies = pool.and(outer.0, inner.0);
            let mut smaller = pool.ff();
            for (before, now) in outer.1.iter().zip(&inner.1).rev() {
                let width = pool.width(now.value);
                let zero = pool.bv(width, 0);
                let not_negative = pool.sle(zero, now.value);
                let less = pool.slt(now.value, before.value);
                let less = pool.and(not_negative, less);
                let same = pool.eq(now.value, before.value);
                let later = pool.and(same, smaller);
                let one = pool.or(less, later);
                let defined = pool.and(before.defined, now.defined);
                smaller = pool.and(defined, one);
            }
            let one = pool.implies(applies, smaller);
            holds = pool.and(holds, one);
        }
        Ok(holds)
    }

    /// Whether what is said holds, and the values that it gives.
    fn mean_said(
        &mut self,
        graph: &Graph,
        entries: &Entries,
        state: &State,
        said: u32,
        atoms: &[Atom],
    ) -> Result<(Term, Valued)> {
        if let What::Frame(since, _) = &graph.said[said as usize].what {
            let kept = self.kept_by_loop(graph, entries, state, *since)?;
            return Ok((kept, (None, None)));
        }
        let Around {
            context,
            locals,
            passed,
        } = self.around(graph, entries, state, said, atoms)?;
        if let What::Measure { .. } = &graph.said[said as usize].what {
            let smaller = self.is_smaller(graph, entries, said, context)?;
            return Ok((smaller, (None, None)));
        }
        let said: &Said = &graph.said[said as usize];
        let evaluate = |meaning: &mut Meaning<Self>| -> Result<(Term, Valued)> {
            meaning.within_body(locals, passed);
            meaning.assuming = matches!(said.what, What::Assume(_));
            match &said.what {
                What::Assert(clause) | What::Assume(clause) => {
                    let holds = meaning.holds(&clause.expr, Polarity::Both)?;
                    Ok((holds, (None, None)))
                }
                What::Demand { cases, .. } => {
                    let always = meaning.heap.pool().tt();
                    let mut applies = Vec::new();
                    for case in cases {
                        applies.push(all(meaning, always, case, Polarity::Both)?);
                    }
                    Ok((meaning.heap.pool().or_all(&applies), (None, None)))
                }
                What::Value {
                    receiver, value, ..
                } => {
                    let mut defined = meaning.heap.pool().tt();
                    let mut object = None;
                    if let Some(receiver) = receiver {
                        let meant = meaning.eval(receiver, Polarity::Both)?;
                        let null = meaning.heap.null();
                        let pool = meaning.heap.pool();
                        let some = pool.distinct(meant.value, null);
                        defined = pool.and(meant.defined, some);
                        object = Some(meant.value);
                    }
                    let meant = meaning.eval(value, Polarity::Both)?;
                    let defined = meaning.heap.pool().and(defined, meant.defined);
                    let value = meaning.as_register(meant.value);
                    Ok((defined, (object, Some(value))))
                }
                What::Anything(_)
                | What::Reachable(_)
                | What::Begins(..)
                | What::Frame(..)
                | What::Measure { .. } => Ok((meaning.heap.pool().tt(), (None, None))),
                What::Unreachable(_) => Ok((meaning.heap.pool().ff(), (None, None))),
            }
        };
        let (meant, outside) = match (self.mean(context, evaluate), &said.what) {
            (Err(why), What::Demand { method, .. }) => {
                let always = self.pool.tt();
                self.unasked.insert(format!(
                    "the precondition of {method}, which is called: {why}"
                ));
                ((always, (None, None)), Vec::new())
            }
            (meant, _) => meant?,
        };
        self.beyond_scope(outside);
        Ok(meant)
    }
}
