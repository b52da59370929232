//! Loops and how they nest, by Havlak's algorithm ("Nesting of reducible and irreducible loops", 1997): nearly linear, and
//! loops with several entries are found and flagged instead of missed. Loops are named after their source line, so that
//! a user can write `--unwind NAME=N`.

use crate::{BlockId, Body, Cfg, Edges};
use classpath::{ClassFile, Method};
use std::collections::{HashMap, HashSet};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LoopId(pub u32);

#[derive(Debug, Clone)]
pub struct Loop {
    /// Where the loop is entered; for an irreducible loop, one of the entries.
    pub header: BlockId,
    /// Sources of the edges back to the header, in block order.
    pub back_edges: Vec<BlockId>,
    /// All blocks, inner loops and the header included, in block order.
    pub blocks: Vec<BlockId>,
    /// The smallest loop around this one.
    pub parent: Option<LoopId>,
    /// 1 for outermost loops.
    pub depth: u32,
    /// Whether the loop can be entered elsewhere than at its header.
    pub irreducible: bool,
    /// Whether all back edges are exceptional: a handler that protects itself, as javac makes for `synchronized`, and
    /// no loop of the source.
    pub exceptional: bool,
}

/// The loops of a method over all edges, outer ones before inner ones and otherwise in order of their headers.
#[derive(Debug, Clone)]
pub struct Loops {
    loops: Vec<Loop>,
    innermost: Vec<Option<LoopId>>,
}

impl Loops {
    pub fn new(cfg: &Cfg) -> Loops {
        let forest = Forest::new(cfg);
        let mut loops: Vec<Loop> = Vec::new();
        let mut of_header: HashMap<BlockId, LoopId> = HashMap::new();
        let mut innermost = vec![None; cfg.len()];
        // In preorder a loop's header comes before its blocks and before the headers of inner loops.
        for (number, block) in forest.preorder.iter().enumerate() {
            let around = forest.header[number]
                .and_then(|outer| of_header.get(&forest.preorder[outer as usize]).copied());
            if !forest.is_header[number] {
                innermost[block.0 as usize] = around;
                continue;
            }
            let id = LoopId(loops.len() as u32);
            of_header.insert(*block, id);
            innermost[block.0 as usize] = Some(id);
            let back: Vec<_> = cfg
                .predecessors(*block)
                .iter()
                .filter(|link| forest.is_back_edge(link.block, number))
                .collect();
            let mut back_edges: Vec<BlockId> = back.iter().map(|link| link.block).collect();
            back_edges.dedup();
            loops.push(Loop {
                header: *block,
                exceptional: back.iter().all(|link| link.exceptional),
                back_edges,
                blocks: Vec::new(),
                parent: around,
                depth: around.map_or(1, |outer| loops[outer.0 as usize].depth + 1),
                irreducible: forest.irreducible[number],
            });
        }
        let mut result = Loops { loops, innermost };
        result.sort();
        for block in cfg.blocks() {
            let mut around = result.innermost[block.0 as usize];
            while let Some(id) = around {
                result.loops[id.0 as usize].blocks.push(block);
                around = result.loops[id.0 as usize].parent;
            }
        }
        result
    }

    /// Renumbers by header. Blocks are in reverse post-order, so outer loops still come before inner ones.
    fn sort(&mut self) {
        let mut order: Vec<usize> = (0..self.loops.len()).collect();
        order.sort_by_key(|at| self.loops[*at].header);
        let mut number = vec![LoopId(0); order.len()];
        for (new, old) in order.iter().enumerate() {
            number[*old] = LoopId(new as u32);
        }
        let mut old: Vec<Option<Loop>> = self.loops.drain(..).map(Some).collect();
        self.loops = order.iter().filter_map(|at| old[*at].take()).collect();
        let rename = |id: &mut LoopId| *id = number[id.0 as usize];
        self.loops
            .iter_mut()
            .filter_map(|l| l.parent.as_mut())
            .for_each(rename);
        self.innermost.iter_mut().flatten().for_each(rename);
    }

    pub fn len(&self) -> usize {
        self.loops.len()
    }

    pub fn is_empty(&self) -> bool {
        self.loops.is_empty()
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (LoopId, &Loop)> {
        self.loops
            .iter()
            .enumerate()
            .map(|(at, l)| (LoopId(at as u32), l))
    }

    pub fn get(&self, id: LoopId) -> &Loop {
        &self.loops[id.0 as usize]
    }

    /// The smallest loop that holds `block`.
    pub fn innermost(&self, block: BlockId) -> Option<LoopId> {
        self.innermost[block.0 as usize]
    }

    /// The loop that starts at `block`.
    pub fn headed_by(&self, block: BlockId) -> Option<LoopId> {
        self.innermost(block)
            .filter(|id| self.get(*id).header == block)
    }

    pub fn contains(&self, id: LoopId, block: BlockId) -> bool {
        let mut around = self.innermost(block);
        while let Some(inner) = around {
            if inner == id {
                return true;
            }
            if self.get(inner).depth <= self.get(id).depth {
                return false;
            }
            around = self.get(inner).parent;
        }
        false
    }

    /// The largest loop that the edge `from → to` leaves.
    pub fn outermost_left(&self, from: BlockId, to: BlockId) -> Option<LoopId> {
        let depth = |id: Option<LoopId>| id.map_or(0, |id| self.get(id).depth);
        let mut around = self.innermost(from);
        let mut other = self.innermost(to);
        let mut left = None;
        while around != other {
            if depth(around) >= depth(other) {
                left = around;
                around = around.and_then(|id| self.get(id).parent);
            } else {
                other = other.and_then(|id| self.get(id).parent);
            }
        }
        left
    }

    /// The loop whose back edge `from → to` is, if it is one.
    pub fn back_edge(&self, from: BlockId, to: BlockId) -> Option<LoopId> {
        let id = self.headed_by(to)?;
        self.get(id)
            .back_edges
            .binary_search(&from)
            .ok()
            .map(|_| id)
    }

    /// A name for each loop, `pkg.Class.method:LINE`; the second loop of a line is `pkg.Class.method:LINE#2`. Without line
    /// numbers the bytecode offset of the header serves, `pkg.Class.method@PC`. Names do not change with our algorithms:
    /// they depend on the class file alone.
    pub fn names(&self, body: &Body, class: &ClassFile, method: &Method) -> Vec<String> {
        let mut order: Vec<&Loop> = self.loops.iter().collect();
        order.sort_by_key(|l| (body.block(l.header).first_pc(), l.header));
        let mut counts: HashMap<String, u32> = HashMap::new();
        let mut names: HashMap<BlockId, String> = HashMap::new();
        for l in order {
            let pc = body.block(l.header).first_pc();
            let line = method.code.as_ref().and_then(|code| code.line_at(pc));
            let place = match line {
                Some(line) => format!(":{line}"),
                None => format!("@{pc}"),
            };
            let mut name = format!("{}.{}{place}", class.name.replace('/', "."), method.name);
            let count = counts.entry(name.clone()).or_default();
            *count += 1;
            if *count > 1 {
                name.push_str(&format!("#{count}"));
            }
            names.insert(l.header, name);
        }
        self.loops
            .iter()
            .map(|l| names.remove(&l.header).unwrap_or_default())
            .collect()
    }
}

/// Havlak's algorithm, on preorder numbers.
struct Forest {
    preorder: Vec<BlockId>,
    /// By block: its preorder number, or `UNREACHED`.
    number: Vec<u32>,
    /// By number: the highest number in its depth-first subtree.
    last: Vec<u32>,
    /// By number: the header of the innermost loop around it (for a header, around its loop).
    header: Vec<Option<u32>>,
    is_header: Vec<bool>,
    irreducible: Vec<bool>,
}

const UNREACHED: u32 = u32::MAX;

impl Forest {
    fn new(cfg: &Cfg) -> Forest {
        let mut forest = Forest::search(cfg);
        forest.find_headers(cfg);
        forest
    }

    fn search(cfg: &Cfg) -> Forest {
        let mut forest = Forest {
            preorder: Vec::with_capacity(cfg.len()),
            number: vec![UNREACHED; cfg.len()],
            last: vec![0; cfg.len()],
            header: vec![None; cfg.len()],
            is_header: vec![false; cfg.len()],
            irreducible: vec![false; cfg.len()],
        };
        if cfg.is_empty() {
            return forest;
        }
        let entry = BlockId(0);
        forest.number[0] = 0;
        forest.preorder.push(entry);
        let mut stack = vec![(entry, cfg.successors_along(entry, Edges::All))];
        while let Some((block, rest)) = stack.last_mut() {
            match rest.next() {
                Some(next) if forest.number[next.0 as usize] == UNREACHED => {
                    forest.number[next.0 as usize] = forest.preorder.len() as u32;
                    forest.preorder.push(next);
                    stack.push((next, cfg.successors_along(next, Edges::All)));
                }
                Some(_) => {}
                None => {
                    let number = forest.number[block.0 as usize];
                    forest.last[number as usize] = forest.preorder.len() as u32 - 1;
                    stack.pop();
                }
            }
        }
        forest
    }

    fn is_ancestor(&self, a: u32, b: u32) -> bool {
        a <= b && b <= self.last[a as usize]
    }

    fn is_back_edge(&self, from: BlockId, to: usize) -> bool {
        let from = self.number[from.0 as usize];
        from != UNREACHED && self.is_ancestor(to as u32, from)
    }

    fn find_headers(&mut self, cfg: &Cfg) {
        let count = self.preorder.len();
        let mut back: Vec<Vec<u32>> = vec![Vec::new(); count];
        let mut forward: Vec<Vec<u32>> = vec![Vec::new(); count];
        for to in 0..count as u32 {
            for from in cfg.predecessors_along(self.preorder[to as usize], Edges::All) {
                let from = self.number[from.0 as usize];
                if from == UNREACHED {
                    continue;
                }
                let list = if self.is_ancestor(to, from) {
                    &mut back
                } else {
                    &mut forward
                };
                list[to as usize].push(from);
            }
        }
        let mut union: Vec<u32> = (0..count as u32).collect();
        for w in (0..count as u32).rev() {
            if back[w as usize].is_empty() {
                continue;
            }
            self.is_header[w as usize] = true;
            let mut members: Vec<u32> = Vec::new();
            let mut known: HashSet<u32> = HashSet::new();
            for &from in &back[w as usize] {
                if from != w {
                    let from = find(&mut union, from);
                    if from != w && known.insert(from) {
                        members.push(from);
                    }
                }
            }
            let mut at = 0;
            while at < members.len() {
                let x = members[at] as usize;
                at += 1;
                for index in 0..forward[x].len() {
                    let y = find(&mut union, forward[x][index]);
                    if !self.is_ancestor(w, y) {
                        // Entered from outside of the header's subtree: a second entry. An outer loop may still want
                        // to follow this edge.
                        self.irreducible[w as usize] = true;
                        if !forward[w as usize].contains(&y) {
                            forward[w as usize].push(y);
                        }
                    } else if y != w && known.insert(y) {
                        members.push(y);
                    }
                }
            }
            for x in members {
                self.header[x as usize] = Some(w);
                union[x as usize] = w;
            }
        }
    }
}

/// The outermost loop header found so far that stands for `x`; halves paths on the way.
fn find(union: &mut [u32], mut x: u32) -> u32 {
    while union[x as usize] != x {
        let up = union[union[x as usize] as usize];
        union[x as usize] = up;
        x = up;
    }
    x
}
