//! Exceptions in the graph: from where one is thrown to the handler that catches it, through inlined frames, or out of
//! the method. One that nothing catches and no contract permits ends its path as a failed check.

use super::build::{Builder, Site};
use super::{Atom, Check, End, NodeId, Question, Statement, Test, Value, Var};
use classpath::Name;
use ir::{BlockId, Kind, LoopId};
use std::rc::Rc;

/// Where an exception of a known class goes.
enum Caught {
    /// A handler of a frame, at the block that was running there.
    At(Site, BlockId),
    Nowhere,
}

impl Builder<'_> {
    /// The JVM throws an exception of this class if the statement, a test, holds.
    pub(super) fn throw_implicitly(
        &mut self,
        node: NodeId,
        statement: Statement,
        exception: &str,
        site: &Site,
    ) {
        match self.catches(exception, site) {
            Caught::Nowhere if !(self.permits)(exception) => {
                self.fails(node, statement, exception, site);
            }
            _ => {
                let node = self.then(node, statement, site);
                let class = Name::from(exception);
                let var = self.temporary("exception", Kind::Ref);
                let made = Statement::New {
                    var,
                    class: class.clone(),
                };
                let node = self.then(node, made, site);
                self.throw(node, Atom::Var(var), Some(class), site);
            }
        }
    }

    fn fails(&mut self, node: NodeId, statement: Statement, exception: &str, site: &Site) {
        let check = Check {
            exception: exception.into(),
            frame: site.frame,
            pc: site.pc,
        };
        let known = self.checks.iter().position(|known| *known == check);
        let at = known.unwrap_or_else(|| {
            self.checks.push(check);
            self.checks.len() - 1
        });
        self.ends(node, statement, End::Check(at as u32), site);
    }

    /// Which handler takes an exception of this very class.
    fn catches(&self, exception: &str, site: &Site) -> Caught {
        let mut site = site.clone();
        loop {
            let frame = &self.frames[site.frame as usize];
            for edge in &frame.body.body.block(site.block).handlers {
                let fits = match &edge.catch_type {
                    None => true,
                    Some(class) => self.program.is_subclass(exception, class),
                };
                if fits {
                    return Caught::At(site, edge.target);
                }
            }
            match &frame.caller {
                Some(caller) => site = caller.site.clone(),
                None => return Caught::Nowhere,
            }
        }
    }

    /// An exception object is thrown; its class is known, or tested for at each handler.
    pub(super) fn throw(&mut self, node: NodeId, thrown: Atom, class: Option<Name>, site: &Site) {
        if let Some(class) = &class {
            match self.catches(class, site) {
                Caught::At(place, handler) => self.enter(node, thrown, &place, handler),
                Caught::Nowhere => self.escapes(node, thrown, Some(class), site),
            }
            return;
        }
        let mut node = node;
        let mut place = site.clone();
        loop {
            let body = self.frames[place.frame as usize].body.clone();
            for edge in &body.body.block(place.block).handlers {
                let Some(class) = &edge.catch_type else {
                    self.enter(node, thrown, &place, edge.target);
                    return;
                };
                node = self.ask(node, thrown, class, site);
                let test = Test {
                    what: Question::Instance {
                        object: thrown,
                        class: class.clone(),
                    },
                    holds: true,
                };
                let caught = self.then(node, Statement::Guard(test.clone()), site);
                self.enter(caught, thrown, &place, edge.target);
                node = self.then(node, Statement::Guard(test.negated()), site);
            }
            match &self.frames[place.frame as usize].caller {
                Some(caller) => place = caller.site.clone(),
                None => break,
            }
        }
        self.escapes(node, thrown, None, site);
    }

    fn enter(&mut self, node: NodeId, thrown: Atom, place: &Site, handler: BlockId) {
        let body = self.frames[place.frame as usize].body.clone();
        let mut node = node;
        if let Some(caught) = body.body.block(handler).caught
            && let Atom::Var(var) = self.register(place, caught)
        {
            let value = Value::Atom(thrown);
            node = self.then(node, Statement::Assign { var, value }, place);
        }
        self.go(node, Statement::Skip, handler, place);
    }

    fn escapes(&mut self, node: NodeId, thrown: Atom, class: Option<&Name>, site: &Site) {
        if let Some(class) = class
            && !(self.permits)(class)
        {
            self.fails(node, Statement::Skip, class, site);
            return;
        }
        let var: Var = self.thrown;
        let value = Value::Atom(thrown);
        let origin = self.origin(site);
        self.edge(node, self.left, Statement::Assign { var, value }, origin);
    }

    /// A copy of a block outside of all loops.
    pub(super) fn no_iterations() -> Rc<[(LoopId, u32)]> {
        Rc::new([])
    }
}
