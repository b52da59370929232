//! Where constraints come from: one assumption literal for each edge of the graph and each clause of the specification.
//! With all of them assumed a formula says what it says without them; one that is left out frees what its edge defines, or
//! drops its clause. A core over them tells what a claim rests on. Copies of one instruction have literals of their own; the
//! edge's origin has loop and iteration.

use crate::graph::EdgeId;
use jml::contract::Place;
use logic::{Pool, Sort, Term};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tag {
    Edge(EdgeId),
    /// A conjunct of a clause, by where it is written.
    Clause(Place),
}

/// The literals of a formula; none unless they are wanted, since they keep terms from becoming constants.
#[derive(Debug, Clone, Default)]
pub struct Literals {
    wanted: bool,
    known: Vec<(Tag, Term)>,
}

impl Literals {
    pub fn new(wanted: bool) -> Literals {
        Literals {
            wanted,
            known: Vec::new(),
        }
    }

    pub fn are_wanted(&self) -> bool {
        self.wanted
    }

    /// The literal of something, if there are literals.
    pub fn of(&mut self, pool: &mut Pool, tag: Tag) -> Option<Term> {
        if !self.wanted {
            return None;
        }
        if let Some((_, known)) = self.known.iter().find(|(known, _)| *known == tag) {
            return Some(*known);
        }
        let name = match &tag {
            Tag::Edge(edge) => format!("A_{}", edge.0),
            Tag::Clause(_) => format!("C_{}", self.known.len()),
        };
        let literal = pool.symbol(&name, Sort::Bool);
        self.known.push((tag, literal));
        Some(literal)
    }

    pub fn all(&self) -> &[(Tag, Term)] {
        &self.known
    }
}

/// A condition that only counts where its literal is assumed.
pub fn under(pool: &mut Pool, literal: Option<Term>, condition: Term) -> Term {
    match literal {
        Some(literal) => pool.implies(literal, condition),
        None => condition,
    }
}
