//! What building leaves to be tidied: tests that earlier ones have decided (thesis, section 3.5: conditions of
//! exceptions are resolved along the paths), edges that do nothing, nodes that lead nowhere; numbers in order.

use super::build::EXIT;
use super::{Atom, Change, Graph, NodeId, Outcome, Question, Statement, Test, Value, Var};
use classpath::Name;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

pub(super) fn tidy(mut graph: Graph) -> Graph {
    let exit = NodeId(graph.nodes);
    graph.nodes += 1;
    for edge in graph.edges.iter_mut().filter(|edge| edge.to == EXIT) {
        edge.to = exit;
    }
    number(&mut graph);
    decide(&mut graph);
    drop_messages(&mut graph);
    contract(&mut graph);
    number(&mut graph);
    graph.made = made(&graph);
    graph.grows = grows(&graph);
    graph
}

/// Drops what is not on a path from entry to exit, and numbers nodes so that edges lead upwards. The order follows the
/// first edge out of a node as far as possible, so that numbers read like the program.
fn number(graph: &mut Graph) {
    let exit = NodeId(graph.nodes - 1);
    let mut out: Vec<Vec<usize>> = vec![Vec::new(); graph.nodes as usize];
    let mut into: Vec<Vec<usize>> = vec![Vec::new(); graph.nodes as usize];
    for (at, edge) in graph.edges.iter().enumerate() {
        out[edge.from.0 as usize].push(at);
        into[edge.to.0 as usize].push(at);
    }
    let mut useful = vec![false; graph.nodes as usize];
    let mut work = vec![exit];
    while let Some(node) = work.pop() {
        if !std::mem::replace(&mut useful[node.0 as usize], true) {
            work.extend(into[node.0 as usize].iter().map(|at| graph.edges[*at].from));
        }
    }
    // Reverse postorder, with the edges taken last to first so that the first comes first in the order.
    let mut order = Vec::new();
    let mut seen = vec![false; graph.nodes as usize];
    let mut stack = vec![(NodeId(0), out[0].len())];
    seen[0] = true;
    while let Some((node, left)) = stack.last_mut() {
        if *left == 0 {
            order.push(*node);
            stack.pop();
            continue;
        }
        *left -= 1;
        let to = graph.edges[out[node.0 as usize][*left]].to;
        if useful[to.0 as usize] && !std::mem::replace(&mut seen[to.0 as usize], true) {
            stack.push((to, out[to.0 as usize].len()));
        }
    }
    order.reverse();
    // The exit goes last, whatever else has no successors.
    order.retain(|node| *node != exit);
    order.push(exit);
    let mut numbers: HashMap<NodeId, NodeId> = HashMap::new();
    for (number, node) in order.iter().enumerate() {
        numbers.insert(*node, NodeId(number as u32));
    }
    graph.nodes = order.len() as u32;
    graph.edges.retain_mut(|edge| {
        let kept = useful[edge.to.0 as usize] && seen[edge.from.0 as usize];
        if let (true, Some(from), Some(to)) = (kept, numbers.get(&edge.from), numbers.get(&edge.to))
        {
            (edge.from, edge.to) = (*from, *to);
            return true;
        }
        false
    });
    graph.edges.sort_by_key(|edge| edge.from);
}

/// More facts than this are not kept for a node; what is forgotten is asked again.
const KEPT: usize = 128;

/// Tests known to hold at a node, whichever way control came.
type Facts = Rc<HashSet<Test>>;

fn decide(graph: &mut Graph) {
    let mut facts: Vec<Option<Facts>> = vec![None; graph.nodes as usize];
    let mut first = HashSet::new();
    if let Some(frame) = graph.frames.first()
        && frame.class.methods[frame.method].access & classpath::access::STATIC == 0
        && let Some(this) = graph.params.first()
    {
        first.insert(null(Atom::Var(*this), false));
    }
    facts[0] = Some(Rc::new(first));
    let mut dead = vec![false; graph.edges.len()];
    for (at, edge) in graph.edges.iter_mut().enumerate() {
        let Some(known) = facts[edge.from.0 as usize].clone() else {
            dead[at] = true;
            continue;
        };
        if let Statement::Guard(test) = &edge.statement {
            if is_known(&known, test) {
                edge.statement = Statement::Skip;
            } else if is_known(&known, &test.clone().negated()) {
                dead[at] = true;
                continue;
            }
        }
        let after = step(known, &edge.statement);
        let slot = &mut facts[edge.to.0 as usize];
        *slot = Some(match slot.take() {
            None => after,
            Some(other) if Rc::ptr_eq(&other, &after) => other,
            Some(other) => Rc::new(other.intersection(&after).cloned().collect()),
        });
    }
    let mut at = 0;
    graph.edges.retain(|_| {
        at += 1;
        !dead[at - 1]
    });
}

fn null(object: Atom, holds: bool) -> Test {
    Test {
        what: Question::Null(object),
        holds,
    }
}

fn is_known(facts: &HashSet<Test>, test: &Test) -> bool {
    match &test.what {
        Question::Null(Atom::Null) => test.holds,
        Question::Null(Atom::Text(_) | Atom::Fixed(_)) => !test.holds,
        Question::Zero {
            a: Atom::Int(value),
            ..
        } => test.holds == (*value == 0),
        Question::Zero {
            a: Atom::Long(value),
            ..
        } => test.holds == (*value == 0),
        Question::Negative(Atom::Int(value)) => test.holds == (*value < 0),
        Question::Compare {
            condition,
            a: Atom::Int(a),
            b: Atom::Int(b),
            ..
        } => test.holds == crate::values::compare(*condition, *a, *b),
        _ => facts.contains(test),
    }
}

fn step(known: Facts, statement: &Statement) -> Facts {
    match statement {
        Statement::Assume(test) | Statement::Guard(test) => {
            if known.len() >= KEPT {
                return known;
            }
            let mut facts = (*known).clone();
            facts.insert(test.clone());
            Rc::new(facts)
        }
        Statement::Assign { var, value } => {
            let mut facts: HashSet<Test> = without(&known, *var);
            if let Value::Atom(source) = value
                && *source != Atom::Var(*var)
            {
                let copied = (known.iter()).filter_map(|test| renamed(test, *source, *var));
                facts.extend(copied);
                if is_known(&known, &null(*source, false)) {
                    facts.insert(null(Atom::Var(*var), false));
                }
            }
            Rc::new(facts)
        }
        Statement::Call { outcome, .. } => match outcome.var() {
            Some(var) => Rc::new(without(&known, var)),
            None => known,
        },
        Statement::New { var, .. }
        | Statement::NewArray { var, .. }
        | Statement::NewText { var, .. } => {
            let mut facts = without(&known, *var);
            facts.insert(null(Atom::Var(*var), false));
            Rc::new(facts)
        }
        // Indices of arrays stay what they are, those of lists do not.
        Statement::ChangeList { .. } => {
            let stays = |test: &&Test| !matches!(test.what, Question::Inside { .. });
            Rc::new(known.iter().filter(stays).cloned().collect())
        }
        Statement::Set { to, .. } => match to {
            super::Place::Var(var) => Rc::new(without(&known, *var)),
            super::Place::Map(_) => known,
        },
        Statement::Skip
        | Statement::Refute
        | Statement::Enter { .. }
        | Statement::Begin { .. }
        | Statement::Write { .. }
        | Statement::SetText { .. }
        | Statement::WriteElement { .. } => known,
    }
}

/// What other questions ask about never changes, so only assignments to their variables matter.
fn without(facts: &HashSet<Test>, var: Var) -> HashSet<Test> {
    let mentions = |test: &&Test| {
        let mut found = false;
        test.what
            .for_each_atom(|atom| found |= atom == Atom::Var(var));
        !found
    };
    facts.iter().filter(mentions).cloned().collect()
}

/// The same of a copy, for questions about one atom.
fn renamed(test: &Test, from: Atom, to: Var) -> Option<Test> {
    let to = Atom::Var(to);
    let what = match &test.what {
        Question::Null(a) if *a == from => Question::Null(to),
        Question::Negative(a) if *a == from => Question::Negative(to),
        Question::Opaque(a) if *a == from => Question::Opaque(to),
        Question::Zero { kind, a } if *a == from => Question::Zero { kind: *kind, a: to },
        Question::Instance { object, class } if *object == from => Question::Instance {
            object: to,
            class: class.clone(),
        },
        _ => return None,
    };
    Some(Test {
        what,
        holds: test.holds,
    })
}

/// Drops strings that nobody reads, as the messages of exceptions are: no constructor of those keeps them here.
fn drop_messages(graph: &mut Graph) {
    let mut texts: HashSet<Var> = HashSet::new();
    loop {
        let mut read: HashSet<Var> = graph.result.into_iter().chain([graph.thrown]).collect();
        let mut known = texts.len();
        for edge in &graph.edges {
            edge.statement.for_each_atom(|atom| {
                if let Atom::Var(var) = atom {
                    read.insert(var);
                }
            });
            let (var, is_text) = match &edge.statement {
                Statement::NewText { var, .. } => (*var, true),
                Statement::Assign { var, value } => match value {
                    Value::Atom(Atom::Text(_)) => (*var, true),
                    Value::Atom(Atom::Var(from)) => (*var, texts.contains(from)),
                    _ => continue,
                },
                _ => continue,
            };
            if is_text && graph.vars[var.0 as usize].field.is_none() {
                texts.insert(var);
            }
        }
        known = texts.len() - known;
        let mut dropped = false;
        for edge in &mut graph.edges {
            if let Statement::NewText { var, .. }
            | Statement::Assign {
                var,
                value: Value::Atom(_),
            } = &edge.statement
                && texts.contains(var)
                && !read.contains(var)
            {
                edge.statement = Statement::Skip;
                dropped = true;
            }
        }
        if !dropped && known == 0 {
            return;
        }
    }
}

/// Leads edges past nodes that only skip.
fn contract(graph: &mut Graph) {
    let mut out: Vec<Vec<usize>> = vec![Vec::new(); graph.nodes as usize];
    for (at, edge) in graph.edges.iter().enumerate() {
        out[edge.from.0 as usize].push(at);
    }
    // Edges lead upwards, so what a node stands for is known when its predecessors are looked at from the top.
    let mut stands_for: Vec<NodeId> = (0..graph.nodes).map(NodeId).collect();
    for node in (1..graph.nodes as usize).rev() {
        if let [only] = out[node][..]
            && let edge = &graph.edges[only]
            && edge.statement == Statement::Skip
            && edge.end.is_none()
        {
            stands_for[node] = stands_for[edge.to.0 as usize];
        }
    }
    let gone = |node: NodeId| node.0 != 0 && stands_for[node.0 as usize] != node;
    graph.edges.retain(|edge| !gone(edge.from));
    for edge in &mut graph.edges {
        edge.to = stands_for[edge.to.0 as usize];
    }
    skip_entry(graph);
}

/// The entry, too, need not skip.
fn skip_entry(graph: &mut Graph) {
    let mut first = graph.edges.iter().filter(|edge| edge.from.0 == 0);
    if let (Some(edge), None) = (first.next(), first.next())
        && edge.statement == Statement::Skip
        && edge.end.is_none()
    {
        let start = edge.to;
        if graph.edges.iter().filter(|edge| edge.to == start).count() > 1 {
            return;
        }
        graph.edges.retain(|edge| edge.to != start);
        for edge in graph.edges.iter_mut().filter(|edge| edge.from == start) {
            edge.from = NodeId(0);
        }
    }
}

/// The largest number of objects that a path makes, by class.
fn made(graph: &Graph) -> Vec<(Name, u32)> {
    let mut counts: Vec<BTreeMap<Name, u32>> = vec![BTreeMap::new(); graph.nodes as usize];
    for edge in &graph.edges {
        let mut after = counts[edge.from.0 as usize].clone();
        if let Statement::New { class, .. }
        | Statement::NewText { class, .. }
        | Statement::NewArray {
            descriptor: class, ..
        } = &edge.statement
        {
            *after.entry(class.clone()).or_default() += 1;
        }
        if let Statement::Call { call, outcome, .. } = &edge.statement {
            let makes = &graph.calls[*call as usize].makes;
            let thrown = match outcome {
                Outcome::Throws { class, .. } => Some(class),
                Outcome::Returns(_) => None,
            };
            for class in makes.iter().chain(thrown) {
                *after.entry(class.clone()).or_default() += 1;
            }
        }
        let slot = &mut counts[edge.to.0 as usize];
        for (class, count) in after {
            let known = slot.entry(class).or_default();
            *known = (*known).max(count);
        }
    }
    counts.pop().unwrap_or_default().into_iter().collect()
}

/// What a list puts into another counts for so many elements.
const MANY: u32 = 64;

/// The largest number of elements that a path puts into lists.
fn grows(graph: &Graph) -> u32 {
    let mut counts = vec![0u32; graph.nodes as usize];
    for edge in &graph.edges {
        let more = match &edge.statement {
            Statement::ChangeList { change, .. } => match change {
                Change::Insert { .. } => 1,
                Change::Append(_) => MANY,
                Change::Remove { .. } | Change::Clear => 0,
            },
            _ => 0,
        };
        let after = counts[edge.from.0 as usize].saturating_add(more);
        let slot = &mut counts[edge.to.0 as usize];
        *slot = (*slot).max(after);
    }
    counts.pop().unwrap_or(0)
}
