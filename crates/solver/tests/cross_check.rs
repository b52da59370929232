//! Two solvers asked at once: agreement on random terms, every model evaluated, and what happens when they disagree.

mod common;

use common::check_model;
use common::random::Terms;
use logic::{Pool, Sort, Term};
use solver::{Answer, Bitwuzla, Budget, CrossCheck, Dump, Pipe, Reason, Solver, discover};
use std::path::PathBuf;
use std::time::Duration;

const BUDGET: Budget = Budget {
    steps: None,
    time: Some(Duration::from_secs(5)),
};

fn directory(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("cortado-{name}-{}", std::process::id()))
}

/// Asserts some random terms, assumes another, and checks the model of a satisfiable answer.
fn ask(solver: &mut dyn Solver, seed: u64, floats: bool) -> Answer {
    let mut terms = Terms::new(seed, floats);
    let all: Vec<Term> = (0..3).map(|_| terms.boolean(4)).collect();
    solver.push();
    solver.assert(&terms.pool, all[0]);
    solver.assert(&terms.pool, all[1]);
    let answer = solver.check(&terms.pool, &[all[2]], &BUDGET);
    match &answer {
        Answer::Sat => {
            check_model(&terms.pool, solver, &all);
        }
        Answer::Unsat => {
            let core = solver.unsat_core();
            assert!(core.is_empty() || core == [all[2]], "{core:?}");
        }
        Answer::Unknown(reason) => assert!(!reason.is_fatal(), "seed {seed}: {reason}"),
    }
    solver.pop(1);
    answer
}

#[test]
fn models_of_random_terms_satisfy_them() {
    let mut counts = [0; 3];
    for seed in 0..400 {
        match ask(&mut Bitwuzla::new(), seed, seed % 2 == 1) {
            Answer::Sat => counts[0] += 1,
            Answer::Unsat => counts[1] += 1,
            Answer::Unknown(_) => counts[2] += 1,
        }
    }
    eprintln!(
        "sat {}, unsat {}, unknown {}",
        counts[0], counts[1], counts[2]
    );
    assert!(
        counts[0] > 100 && counts[1] > 20 && counts[2] < 10,
        "{counts:?}"
    );
}

#[test]
fn installed_solvers_agree_on_random_terms() {
    let found: Vec<_> = discover()
        .into_iter()
        .filter(|f| ["z3", "cvc5"].contains(&f.name.as_str()))
        .collect();
    if found.is_empty() {
        eprintln!("skipped: neither z3 nor cvc5 on the PATH");
    }
    for found in found {
        let mut unknown = 0;
        for seed in 1000..1060 {
            // The programs differ in what they make of floats under time pressure; a third of the questions has some.
            let first = Box::new(Bitwuzla::new());
            let mut solver =
                CrossCheck::new(first, Box::new(Pipe::new(&found)), &directory("agree"));
            if matches!(ask(&mut solver, seed, seed % 3 == 0), Answer::Unknown(_)) {
                unknown += 1;
            }
        }
        assert!(unknown < 6, "{}: {unknown} unknown", found.name);
    }
}

/// Says what it was told to say.
struct Stubborn(Answer);

impl Solver for Stubborn {
    fn name(&self) -> &str {
        "stubborn"
    }
    fn assert(&mut self, _: &Pool, _: Term) {}
    fn push(&mut self) {}
    fn pop(&mut self, _: u32) {}
    fn check(&mut self, _: &Pool, _: &[Term], _: &Budget) -> Answer {
        self.0.clone()
    }
    fn model(&mut self, _: &Pool, _: &[Term]) -> Result<logic::Model, solver::ModelError> {
        Err(solver::ModelError::NoModel)
    }
    fn unsat_core(&mut self) -> Vec<Term> {
        Vec::new()
    }
    fn interrupter(&self) -> solver::Interrupter {
        solver::Interrupter::new()
    }
    fn set_interrupter(&mut self, _: solver::Interrupter) {}
}

#[test]
fn a_disagreement_is_a_value_with_both_scripts() {
    let directory = directory("disagree");
    let mut pool = Pool::new();
    let [a, b] = ["a", "b"].map(|name| pool.symbol(name, Sort::Bool));
    let mut solver = CrossCheck::new(
        Box::new(Bitwuzla::new()),
        Box::new(Stubborn(Answer::Unsat)),
        &directory,
    );
    assert_eq!(solver.name(), "bitwuzla+stubborn");
    solver.assert(&pool, a);
    let Answer::Unknown(reason) = solver.check(&pool, &[b], &BUDGET) else {
        panic!("an answer")
    };
    assert!(reason.is_fatal());
    let Reason::Disagreement(what) = &reason else {
        panic!("{reason}")
    };
    assert!(
        what.script.contains("(assert a)") && what.script.contains("(assert b)"),
        "{}",
        what.script
    );
    assert_eq!(what.files.len(), 2);
    for file in &what.files {
        let text = std::fs::read_to_string(file).unwrap();
        assert!(
            text.starts_with("; ") && text.contains("answered: ") && text.contains("(check-sat)"),
            "{text}"
        );
    }
    assert!(
        reason
            .to_string()
            .contains("bitwuzla says sat, stubborn says unsat"),
        "{reason}"
    );
    // They agree again, and the one that knows answers for the one that does not.
    let na = pool.not(a);
    assert_eq!(solver.check(&pool, &[na], &BUDGET), Answer::Unsat);
    let unsure = Stubborn(Answer::Unknown(Reason::Timeout));
    for mut solver in [
        CrossCheck::new(
            Box::new(Stubborn(unsure.0.clone())),
            Box::new(Bitwuzla::new()),
            &directory,
        ),
        CrossCheck::new(Box::new(Bitwuzla::new()), Box::new(unsure), &directory),
    ] {
        solver.assert(&pool, a);
        assert_eq!(solver.check(&pool, &[b], &BUDGET), Answer::Sat);
        check_model(&pool, &mut solver, &[a, b]);
    }
    std::fs::remove_dir_all(&directory).unwrap();
}

#[test]
fn dumped_queries_are_complete_and_numbered() {
    let directory = directory("dump");
    let write = || {
        let _ = std::fs::remove_dir_all(&directory);
        let mut pool = Pool::new();
        let x = pool.symbol("x y", Sort::Bv(32));
        let (five, six) = (pool.bv32(5), pool.bv32(6));
        let (is_five, is_six) = (pool.eq(x, five), pool.eq(x, six));
        let mut solver = Dump::new(Box::new(Bitwuzla::new()), &directory, "w0-").unwrap();
        solver.push();
        solver.assert(&pool, is_five);
        assert_eq!(solver.check(&pool, &[is_six], &BUDGET), Answer::Unsat);
        assert_eq!(solver.unsat_core(), [is_six]);
        solver.pop(1);
        assert_eq!(solver.check(&pool, &[is_six], &BUDGET), Answer::Sat);
        check_model(&pool, &mut solver, &[is_six]);
        assert_eq!(solver.problem(), None);
        ["w0-000000.smt2", "w0-000001.smt2"]
            .map(|name| std::fs::read_to_string(directory.join(name)).unwrap())
    };
    let [first, second] = write();
    assert!(first.starts_with("; bitwuzla answered: unsat\n"), "{first}");
    assert_eq!(first.matches("(assert ").count(), 2, "{first}");
    assert!(second.starts_with("; bitwuzla answered: sat\n"), "{second}");
    assert_eq!(second.matches("(assert ").count(), 1, "{second}");
    assert!(
        second.contains("(declare-const |x y| (_ BitVec 32))"),
        "{second}"
    );
    assert_eq!(write(), [first, second]);
    std::fs::remove_dir_all(&directory).unwrap();
}
