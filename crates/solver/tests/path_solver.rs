//! Questions along paths: the stack follows the path, answers do not depend on the order of asking, and a search that jumps
//! keeps its contexts.

mod common;

use common::check_model;
use common::random::{Random, Terms};
use logic::{Pool, Sort, Term, Value};
use solver::{Answer, Bitwuzla, Budget, PathSolver, Solver};

const NO_LIMIT: Budget = Budget::UNLIMITED;

fn single() -> PathSolver {
    PathSolver::new(Box::new(Bitwuzla::new()))
}

fn several() -> PathSolver {
    PathSolver::with_factory(Box::new(|| Box::new(Bitwuzla::new()) as Box<dyn Solver>))
}

/// What a fresh solver says.
fn reference(pool: &Pool, path: &[Term], branch: Term) -> Answer {
    let mut solver = Bitwuzla::new();
    for term in path {
        solver.assert(pool, *term);
    }
    solver.check(pool, &[branch], &NO_LIMIT)
}

/// All paths of a tree in which the conditions at depth `d` are `conditions[d]` and its negation.
fn depth_first(pool: &mut Pool, conditions: &[Term], solver: &mut PathSolver) -> u64 {
    let mut paths = 0;
    let mut waiting: Vec<Vec<Term>> = vec![Vec::new()];
    while let Some(path) = waiting.pop() {
        let Some(condition) = conditions.get(path.len()) else {
            paths += 1;
            continue;
        };
        for branch in [*condition, pool.not(*condition)] {
            if solver.check_branch(pool, &path, branch, &NO_LIMIT) == Answer::Sat {
                let mut longer = path.clone();
                longer.push(branch);
                waiting.push(longer);
            }
        }
    }
    paths
}

#[test]
fn a_tree_has_its_paths() {
    let mut pool = Pool::new();
    let x = pool.symbol("x", Sort::Bv(32));
    // Independent bits: every path exists.
    let bits: Vec<Term> = (0..6)
        .map(|i| {
            let bit = pool.extract(x, i, i);
            let one = pool.bv(1, 1);
            pool.eq(bit, one)
        })
        .collect();
    assert_eq!(depth_first(&mut pool, &bits, &mut single()), 64);
    // Thresholds: only one more path than there are.
    let thresholds: Vec<Term> = (0..10)
        .map(|i| {
            let bound = pool.bv32(i * 10);
            pool.slt(x, bound)
        })
        .collect();
    for mut solver in [single(), several()] {
        assert_eq!(depth_first(&mut pool, &thresholds, &mut solver), 11);
        let stats = solver.stats();
        assert_eq!(stats.queries, stats.sat + stats.unsat);
        assert_eq!(stats.unknown, 0);
        assert!(stats.time >= stats.slowest);
    }
}

/// Random paths over random conditions, asked in random order: each answer is that of a fresh solver, each model holds.
#[test]
fn the_order_of_asking_does_not_matter() {
    for mut solver in [single(), several(), several().keep(2)] {
        let mut terms = Terms::new(42, false);
        let conditions: Vec<Term> = (0..12).map(|_| terms.boolean(3)).collect();
        let pool = &mut terms.pool;
        let mut random = Random::new(7);
        for _ in 0..80 {
            let length = random.below(10) as usize;
            let mut path = Vec::new();
            for condition in &conditions[..length] {
                path.push(if random.below(4) == 0 {
                    pool.not(*condition)
                } else {
                    *condition
                });
            }
            let branch = conditions[length];
            let answer = solver.check_branch(pool, &path, branch, &NO_LIMIT);
            assert_eq!(answer, reference(pool, &path, branch));
            if answer.is_sat() {
                path.push(branch);
                let mut symbols: Vec<Term> =
                    path.iter().flat_map(|term| pool.symbols(*term)).collect();
                symbols.sort_unstable();
                let model = solver.model(pool, &symbols).unwrap();
                let mut evaluator = logic::Evaluator::new();
                for term in &path {
                    assert_eq!(evaluator.eval(pool, &model, *term), Ok(Value::Bool(true)));
                }
            }
        }
        assert!(solver.stats().contexts <= 4);
    }
}

#[test]
fn distant_paths_keep_their_contexts() {
    let mut pool = Pool::new();
    let name =
        |pool: &mut Pool, side: &str, i: usize| pool.symbol(&format!("{side}{i}"), Sort::Bool);
    let left: Vec<Term> = (0..40).map(|i| name(&mut pool, "l", i)).collect();
    let right: Vec<Term> = (0..40).map(|i| name(&mut pool, "r", i)).collect();
    let jump = |solver: &mut PathSolver| {
        for length in 20..40 {
            for side in [&left, &right] {
                assert_eq!(
                    solver.check_branch(&pool, &side[..length], side[length], &NO_LIMIT),
                    Answer::Sat
                );
            }
        }
        solver.stats()
    };
    let (one, many) = (jump(&mut single()), jump(&mut several()));
    assert_eq!(many.contexts, 2);
    // Each conjunct once; with a single context the whole stack at every jump.
    assert_eq!((many.asserted, many.popped), (39 * 2, 0));
    assert!(one.asserted > 1000 && one.contexts == 1, "{one:?}");
}

#[test]
fn going_back_into_a_group_splits_it() {
    let mut pool = Pool::new();
    let path: Vec<Term> = (0..10)
        .map(|i| pool.symbol(&format!("a{i}"), Sort::Bool))
        .collect();
    let mut solver = single();
    solver.align(&pool, &path);
    assert_eq!(solver.stats().asserted, 10);
    let mut other = path[..6].to_vec();
    other.push(pool.not(path[6]));
    // The group is popped once; what is shared becomes a level of its own, to which going back is cheap.
    solver.align(&pool, &other);
    assert_eq!((solver.stats().asserted, solver.stats().popped), (17, 10));
    solver.align(&pool, &path[..7]);
    assert_eq!((solver.stats().asserted, solver.stats().popped), (18, 11));
    let no = pool.not(path[3]);
    assert_eq!(
        solver.check_branch(&pool, &path[..7], no, &NO_LIMIT),
        Answer::Unsat
    );
    assert_eq!(solver.unsat_core(), [no]);
    assert_eq!(solver.check_path(&pool, &path, &NO_LIMIT), Answer::Sat);
}

#[test]
fn one_interrupter_for_all_contexts() {
    let mut pool = Pool::new();
    let a = pool.symbol("a", Sort::Bool);
    let mut solver = several();
    let shared = solver::Interrupter::new();
    solver.set_interrupter(shared.clone());
    shared.interrupt();
    assert!(matches!(
        solver.check_path(&pool, &[a], &NO_LIMIT),
        Answer::Unknown(_)
    ));
    assert_eq!(solver.stats().unknown, 1);
    shared.clear();
    assert_eq!(solver.check_path(&pool, &[a], &NO_LIMIT), Answer::Sat);
    let mut plain = Bitwuzla::new();
    plain.assert(&pool, a);
    assert_eq!(plain.check(&pool, &[], &NO_LIMIT), Answer::Sat);
    check_model(&pool, &mut plain, &[a]);
}
