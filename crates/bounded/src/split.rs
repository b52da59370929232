//! Splitting a graph into parts that are checked one by one (003, section IV). Whatever the splitter, the parts have
//! together exactly the paths of the whole, and no path twice.
//!
//! Paths that end in a failed check leave a graph everywhere; they make up a part of their own where a splitter looks at
//! what reaches the end.

use crate::graph::{EdgeId, End, Part, Place};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Splitter {
    Whole,
    Branch,
    VarDef,
    Path,
}

/// Parts with more edges than this stay whole: looking for where to split takes time that grows with their square.
const LARGE: usize = 10_000;

/// More paths than this are not listed one by one.
const PATHS: u64 = 4096;

impl Splitter {
    /// Splits so many times, each time every part. The smallest come first.
    pub fn split(self, whole: &Part, rounds: u32) -> Vec<Part> {
        let mut parts = vec![whole.clone()];
        for _ in 0..rounds {
            let halves = parts.iter().flat_map(|part| self.once(part));
            let next: Vec<Part> = halves.collect();
            if next.len() == parts.len() {
                break;
            }
            parts = next;
        }
        Splitter::sorted(parts)
    }

    /// The smallest first.
    pub fn sorted(mut parts: Vec<Part>) -> Vec<Part> {
        parts.sort_by_key(Part::len);
        parts
    }

    /// Parts that are not empty; the part itself if it cannot be split.
    pub fn once(self, part: &Part) -> Vec<Part> {
        let mut parts = match self {
            _ if part.len() > LARGE => vec![part.clone()],
            Splitter::Whole => vec![part.clone()],
            Splitter::Branch => by_branch(part),
            Splitter::VarDef => by_definitions(part),
            Splitter::Path => by_path(part),
        };
        parts.retain(|part| !part.is_empty());
        parts
    }
}

/// Paths that end in a failed check, and the others.
fn checks_apart(part: &Part) -> (Part, Part) {
    let is_check = |end: &Option<End>| end.as_ref().is_some_and(End::is_check);
    let checks = part.without(|_, edge| edge.end.is_some() && !is_check(&edge.end));
    let others = part.without(|_, edge| is_check(&edge.end));
    (checks, others)
}

/// Through or around the edge that leaves the fewest branches in the larger half.
fn by_branch(part: &Part) -> Vec<Part> {
    let mut best: Option<(usize, Part, Part)> = None;
    for id in ways(part) {
        let (through, around) = (part.go_through(id), part.bypass(id));
        if through.is_empty() || around.is_empty() {
            continue;
        }
        let size = through.branches().max(around.branches());
        if best.as_ref().is_none_or(|(known, ..)| size < *known) {
            best = Some((size, through, around));
        }
    }
    match best {
        Some((_, through, around)) => vec![through, around],
        None => vec![part.clone()],
    }
}

/// The edges out of nodes where there is a choice; others are taken exactly when one of these is.
fn ways(part: &Part) -> Vec<EdgeId> {
    let mut out: BTreeMap<u32, Vec<EdgeId>> = BTreeMap::new();
    for (id, edge) in part.edges() {
        if !edge.end.as_ref().is_some_and(End::is_check) {
            out.entry(edge.from.0).or_default().push(id);
        }
    }
    let choices = out.into_values().filter(|ways| ways.len() > 1);
    choices.flatten().collect()
}

/// One part per definition that can be a variable's last, for the variable with most of them.
fn by_definitions(part: &Part) -> Vec<Part> {
    let (checks, part) = checks_apart(part);
    let mut parts = vec![checks];
    let reaching = reaching_definitions(&part);
    let most = reaching
        .iter()
        .max_by_key(|(place, definitions)| (definitions.len(), std::cmp::Reverse(**place)));
    let Some((_, definitions)) = most.filter(|(_, definitions)| definitions.len() > 1) else {
        parts.push(part);
        return parts;
    };
    // From the last to the first: what is not defined by a later one.
    let mut rest = part;
    for id in definitions.iter().rev() {
        parts.push(rest.go_through(*id));
        rest = rest.bypass(*id);
    }
    parts.push(rest);
    parts
}

/// For each variable and map, the edges that define it and whose value can be the one at the exit.
fn reaching_definitions(part: &Part) -> BTreeMap<Place, BTreeSet<EdgeId>> {
    let nodes = part.graph().nodes as usize;
    let mut at: Vec<BTreeMap<Place, BTreeSet<EdgeId>>> = vec![BTreeMap::new(); nodes];
    for (id, edge) in part.edges() {
        let mut after = at[edge.from.0 as usize].clone();
        if let Some(place) = edge.statement.defines() {
            after.insert(place, BTreeSet::from([id]));
        }
        let slot = &mut at[edge.to.0 as usize];
        for (place, definitions) in after {
            slot.entry(place).or_default().extend(definitions);
        }
    }
    at.pop().unwrap_or_default()
}

/// Every path by itself.
fn by_path(part: &Part) -> Vec<Part> {
    let (checks, part) = checks_apart(part);
    if part.paths() > PATHS {
        return vec![checks, part];
    }
    let mut parts = vec![checks];
    let mut work = vec![part];
    while let Some(part) = work.pop() {
        match ways(&part).first() {
            None => parts.push(part),
            Some(first) => {
                work.push(part.bypass(*first));
                work.push(part.go_through(*first));
            }
        }
    }
    parts
}
