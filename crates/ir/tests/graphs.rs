//! The graphs against their definitions, on random bodies: dominators by removing a block, loops by walking backwards,
//! control dependence by post-dominance.

mod support;

use ir::{
    Block, BlockId, Body, Cfg, Condition, ControlDependence, Dependence, Dominators, Edges,
    ExceptionEdge, Inst, Loops, Operand, PostDominators, ReversePostOrder, Terminator,
};
use std::collections::BTreeSet;
use support::random::Random;

/// A body of which only the shape matters.
fn random_body(random: &mut Random) -> Body {
    let count = 1 + random.below(12);
    let mut blocks = Vec::new();
    for _ in 0..count {
        let mut target = || BlockId((1 + random.below(count.max(2) - 1)) as u32 % count as u32);
        let (a, b, c) = (target(), target(), target());
        let key = Operand::Int(0);
        let terminator = match random.below(8) {
            0 => Terminator::Return(None),
            1 => Terminator::Throw(Operand::Null),
            2 => Terminator::Switch {
                key,
                cases: [(1, a), (2, b)].into(),
                default: c,
            },
            3 | 4 => Terminator::Goto(a),
            _ => Terminator::If {
                condition: Condition::Eq,
                a: key,
                b: key,
                then: a,
                otherwise: b,
            },
        };
        let throws = random.below(4) == 0;
        let caught = random.below(2) == 0;
        blocks.push(Block {
            insts: throws
                .then_some(Inst::MonitorEnter {
                    object: Operand::Null,
                })
                .into_iter()
                .collect(),
            pcs: if throws { vec![0] } else { vec![] },
            terminator,
            terminator_pc: 0,
            handlers: (throws && caught)
                .then_some(ExceptionEdge {
                    catch_type: None,
                    target: c,
                })
                .into_iter()
                .collect(),
            caught: None,
        });
    }
    Body {
        registers: vec![],
        params: vec![],
        blocks,
        variables: vec![],
    }
}

fn reachable(
    from: BlockId,
    without: Option<BlockId>,
    next: impl Fn(BlockId) -> Vec<BlockId>,
) -> BTreeSet<BlockId> {
    let mut seen = BTreeSet::new();
    let mut work = vec![from];
    while let Some(block) = work.pop() {
        if Some(block) != without && seen.insert(block) {
            work.extend(next(block));
        }
    }
    seen
}

fn each_random_body(mut test: impl FnMut(&Body, &Cfg)) {
    let mut random = Random(7);
    for _ in 0..1_500 {
        let body = random_body(&mut random);
        test(&body, &Cfg::new(&body));
    }
}

#[test]
fn predecessors_mirror_successors() {
    each_random_body(|body, cfg| {
        let mut forward = BTreeSet::new();
        let mut backward = BTreeSet::new();
        for a in body.block_ids() {
            forward.extend(
                cfg.successors(a)
                    .iter()
                    .map(|l| (a, l.block, l.exceptional)),
            );
            backward.extend(
                cfg.predecessors(a)
                    .iter()
                    .map(|l| (l.block, a, l.exceptional)),
            );
        }
        assert_eq!(forward, backward);
    });
}

#[test]
fn dominators() {
    each_random_body(|body, cfg| {
        for edges in [Edges::All, Edges::Normal] {
            let dominators = Dominators::new(cfg, edges);
            let next = |b| cfg.successors_along(b, edges).collect::<Vec<_>>();
            let reached = reachable(BlockId(0), None, next);
            for a in body.block_ids() {
                assert_eq!(dominators.is_reached(a), reached.contains(&a));
                let avoiding = reachable(BlockId(0), Some(a), next);
                for b in body.block_ids() {
                    let expected =
                        reached.contains(&a) && reached.contains(&b) && !avoiding.contains(&b);
                    assert_eq!(dominators.dominates(a, b), expected, "{a:?} {b:?} {body:?}");
                }
                if let Some(parent) = dominators.immediate(a) {
                    // Every other strict dominator dominates the immediate one.
                    for other in body.block_ids().filter(|o| *o != a) {
                        if dominators.dominates(other, a) {
                            assert!(dominators.dominates(other, parent));
                        }
                    }
                }
            }
        }
    });
}

/// Whether `block` leaves the method, pseudo exits included.
fn leaves(cfg: &Cfg, post: &PostDominators, edges: Edges, block: BlockId) -> bool {
    let exits = cfg.exits(block);
    let real = match edges {
        Edges::Normal => exits.normally,
        Edges::All => exits.by_exception || exits.normally && cfg.successors(block).is_empty(),
    };
    real || post.pseudo_exits().contains(&block)
}

#[test]
fn post_dominators_and_control_dependence() {
    each_random_body(|body, cfg| {
        for edges in [Edges::All, Edges::Normal] {
            let post = PostDominators::new(cfg, edges);
            let next = |b| cfg.successors_along(b, edges).collect::<Vec<_>>();
            let exits = |from, without| {
                reachable(from, without, next)
                    .iter()
                    .any(|b| leaves(cfg, &post, edges, *b))
            };
            let post_dominates = |a, b| a == b || !exits(b, Some(a));
            for a in body.block_ids() {
                assert!(exits(a, None));
                for b in body.block_ids() {
                    assert_eq!(
                        post.post_dominates(a, b),
                        post_dominates(a, b),
                        "{a:?} {b:?}"
                    );
                }
            }
            let control = ControlDependence::new(cfg, &post, edges);
            for block in body.block_ids() {
                let mut expected = BTreeSet::new();
                for branch in body.block_ids() {
                    for taken in next(branch) {
                        let strictly = block != branch && post_dominates(block, branch);
                        if post_dominates(block, taken) && !strictly {
                            expected.insert(Dependence { branch, taken });
                        }
                    }
                }
                let actual: BTreeSet<_> = control.of(block).iter().copied().collect();
                assert_eq!(actual, expected, "{block:?} {edges:?} {body:?}");
                assert_eq!(actual.len(), control.of(block).len());
                for dependence in actual {
                    assert!(control.dependents(dependence.branch).contains(&block));
                }
            }
        }
    });
}

#[test]
fn loops() {
    let mut irreducible = 0;
    let mut nested = 0;
    each_random_body(|body, cfg| {
        let dominators = Dominators::new(cfg, Edges::All);
        let loops = Loops::new(cfg);
        let next = |b| cfg.successors_along(b, Edges::All).collect::<Vec<_>>();
        let reached = reachable(BlockId(0), None, next);
        // A graph is reducible if it has no cycle without its natural back edges.
        let is_back = |a: BlockId, b: BlockId| dominators.dominates(b, a);
        let forward = |a| {
            next(a)
                .into_iter()
                .filter(|b| !is_back(a, *b))
                .collect::<Vec<_>>()
        };
        let cyclic = |b: &BlockId| {
            forward(*b)
                .iter()
                .any(|n| reachable(*n, None, forward).contains(b))
        };
        let reducible = !reached.iter().any(cyclic);
        assert_eq!(
            !reducible,
            loops.iter().any(|(_, l)| l.irreducible),
            "{body:?}"
        );
        if !reducible {
            irreducible += 1;
            return;
        }
        let mut headers = BTreeSet::new();
        for (id, l) in loops.iter() {
            headers.insert(l.header);
            nested += usize::from(l.depth > 1);
            let back: Vec<_> = cfg
                .predecessors_along(l.header, Edges::All)
                .filter(|p| is_back(*p, l.header))
                .collect::<BTreeSet<_>>()
                .into_iter()
                .collect();
            assert_eq!(l.back_edges, back);
            let mut expected = BTreeSet::from([l.header]);
            let mut work = back;
            while let Some(block) = work.pop() {
                if reached.contains(&block) && expected.insert(block) {
                    work.extend(cfg.predecessors_along(block, Edges::All));
                }
            }
            assert_eq!(l.blocks, expected.into_iter().collect::<Vec<_>>());
            for block in body.block_ids() {
                assert_eq!(loops.contains(id, block), l.blocks.contains(&block));
            }
            if let Some(parent) = l.parent {
                assert!(loops.contains(parent, l.header));
                assert_eq!(loops.get(parent).depth + 1, l.depth);
            }
        }
        for a in reached {
            for b in next(a) {
                assert_eq!(is_back(a, b), loops.back_edge(a, b).is_some());
                assert!(!is_back(a, b) || headers.contains(&b));
            }
        }
    });
    assert!(irreducible > 100 && nested > 100, "{irreducible} {nested}");
}

#[test]
fn reverse_post_order() {
    each_random_body(|_, cfg| {
        for edges in [Edges::All, Edges::Normal] {
            let order = ReversePostOrder::new(cfg, edges);
            let next = |b| cfg.successors_along(b, edges).collect::<Vec<_>>();
            let reached = reachable(BlockId(0), None, next);
            assert_eq!(
                order.blocks().iter().copied().collect::<BTreeSet<_>>(),
                reached
            );
            // Edges that go backwards close a cycle.
            for &a in order.blocks() {
                for b in next(a) {
                    assert!(
                        order.position(a) < order.position(b)
                            || reachable(b, None, next).contains(&a)
                    );
                }
            }
        }
    });
}

/// Bodies come out of the lowering in reverse post-order, each loop in one piece.
#[test]
fn loops_are_contiguous() {
    let class = support::compile(
        "Order",
        "class Order {
            static int f(int n) {
                int s = 0;
                for (int i = 0; i < n; i++) {
                    if (i == 7) { s = -1; break; }
                    while (s > 3) { if (s == 5) return i; s -= 2; if (s == 11) throw new RuntimeException(); }
                    do { s++; if (s == 99) continue; s += i; } while (s % 3 != 0);
                }
                return s;
            }
        }",
    );
    let method = class.method("f", "(I)I").unwrap();
    let body = ir::lower(&class, method).unwrap();
    let loops = Loops::new(&Cfg::new(&body));
    assert_eq!(loops.len(), 3);
    for (_, l) in loops.iter() {
        let span = l.blocks[l.blocks.len() - 1].0 - l.blocks[0].0 + 1;
        assert_eq!(span as usize, l.blocks.len(), "{l:?}");
        assert_eq!(l.blocks[0], l.header);
    }
    let names = loops.names(&body, &class, method);
    assert_eq!(names, ["Order.f:4", "Order.f:6", "Order.f:7"]);
}
