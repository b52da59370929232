//! Statements of JML within bodies in the expanded encoding: their conditions and values, in the state in which they are
//! come to. \old is the state in which the method that they stand in began.

use super::contracts::all;
use super::evaluate::Evaluate;
use super::expanded::{Expanded, State};
use super::heap::Heap;
use crate::graph::{Atom, Graph, Map, Named, Place, Question, Said, Test, What};
use crate::meaning::{Context, Meaning, Polarity};
use logic::Term;
use std::collections::HashMap;

type Result<T> = std::result::Result<T, String>;

/// For each frame that began: the state in which it did, the receiver, if any, and what was passed.
pub(super) type Entries = HashMap<u32, (State, Vec<Term>)>;

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
        entries.insert(frame, (state.clone(), passed));
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

    /// Whether what is said holds, and the values that it gives.
    fn mean_said(
        &mut self,
        graph: &Graph,
        entries: &Entries,
        state: &State,
        said: u32,
        atoms: &[Atom],
    ) -> Result<(Term, Valued)> {
        let said: &Said = &graph.said[said as usize];
        let is_demand = matches!(said.what, What::Demand { .. });
        let (before, mut passed) = match entries.get(&said.frame).filter(|_| !is_demand) {
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
        let evaluate = |meaning: &mut Meaning<Self>| -> Result<(Term, Valued)> {
            meaning.within_body(locals, passed);
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
                What::Anything(_) | What::Reachable(_) => {
                    Ok((meaning.heap.pool().tt(), (None, None)))
                }
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
