//! The example of the thesis (Fig. 7.1 and 7.2): what a solver is told in the modes `stack` and `shared`, command by
//! command, for the queries of the method
//!
//! ```java
//! int add(int a, int b) { if (a < 0) b = a + b; if (b < 0) b = -b; assert b >= 0; return b; }
//! ```
//!
//! With Java's integers queries 3 and 8, which the thesis has as unsatisfiable over the integers, have a solution:
//! `-Integer.MIN_VALUE` is negative.

use logic::{Model, Pool, Sort, Term};
use solver::asking::{Asking, Question, Solved};
use solver::{Answer, Bitwuzla, Budget, Interrupter, Mode, ModelError, Solver};
use std::sync::{Arc, Mutex};

/// Writes the commands down that a solver gets.
struct Script {
    solver: Bitwuzla,
    text: Arc<Mutex<String>>,
}

impl Script {
    fn say(&self, what: &str) {
        let mut text = self.text.lock().expect("no thread failed");
        text.push_str(what);
        text.push('\n');
    }
}

impl Solver for Script {
    fn name(&self) -> &str {
        self.solver.name()
    }

    fn assert(&mut self, pool: &Pool, term: Term) {
        self.say(&format!("(assert {})", pool.print(term)));
        self.solver.assert(pool, term);
    }

    fn push(&mut self) {
        self.say("(push)");
        self.solver.push();
    }

    fn pop(&mut self, levels: u32) {
        for _ in 0..levels {
            self.say("(pop)");
        }
        self.solver.pop(levels);
    }

    fn check(&mut self, pool: &Pool, assumptions: &[Term], budget: &Budget) -> Answer {
        assert!(assumptions.is_empty(), "everything is on the stack");
        let answer = self.solver.check(pool, assumptions, budget);
        self.say(&format!("(check-sat) ; {answer}"));
        answer
    }

    fn model(&mut self, pool: &Pool, symbols: &[Term]) -> Result<Model, ModelError> {
        self.solver.model(pool, symbols)
    }

    fn unsat_core(&mut self) -> Vec<Term> {
        self.solver.unsat_core()
    }

    fn interrupter(&self) -> Interrupter {
        self.solver.interrupter()
    }

    fn set_interrupter(&mut self, interrupter: Interrupter) {
        self.solver.set_interrupter(interrupter);
    }
}

/// Fig. 7.2, with bit-vectors in the place of integers.
const EXPECTED: &str = "\
(push)
(assert (bvslt a #x00000000))
(check-sat) ; sat
(push)
(assert (bvslt (bvadd a b) #x00000000))
(check-sat) ; sat
(push)
(assert (bvslt (bvneg (bvadd a b)) #x00000000))
(check-sat) ; sat
(pop)
(pop)
(push)
(assert (bvsle #x00000000 (bvadd a b)))
(check-sat) ; sat
(push)
(assert (bvslt (bvadd a b) #x00000000))
(check-sat) ; unsat
(pop)
(pop)
(pop)
(push)
(assert (bvsle #x00000000 a))
(check-sat) ; sat
(push)
(assert (bvslt b #x00000000))
(check-sat) ; sat
(push)
(assert (bvslt (bvneg b) #x00000000))
(check-sat) ; sat
(pop)
(pop)
(push)
(assert (bvsle #x00000000 b))
(check-sat) ; sat
(push)
(assert (bvslt b #x00000000))
(check-sat) ; unsat
";

#[test]
fn the_queries_of_the_figure_in_its_order() {
    let mut pool = Pool::new();
    let a = pool.symbol("a", Sort::Bv(32));
    let b = pool.symbol("b", Sort::Bv(32));
    let zero = pool.bv32(0);
    let sum = pool.add(a, b);
    let mut below = |t: Term| pool.slt(t, zero);
    let (a_below, sum_below, b_below) = (below(a), below(sum), below(b));
    let [minus_sum, minus_b] = [sum, b].map(|t| pool.neg(t));
    let [minus_sum_below, minus_b_below] = [minus_sum, minus_b].map(|t| pool.slt(t, zero));
    let [a_not, sum_not, b_not] = [a_below, sum_below, b_below].map(|t| pool.not(t));
    // Queries 1 to 10: the path so far, and what is asked.
    let queries: [(&[Term], Term); 10] = [
        (&[], a_below),
        (&[a_below], sum_below),
        (&[a_below, sum_below], minus_sum_below),
        (&[a_below], sum_not),
        (&[a_below, sum_not], sum_below),
        (&[], a_not),
        (&[a_not], b_below),
        (&[a_not, b_below], minus_b_below),
        (&[a_not], b_not),
        (&[a_not, b_not], b_below),
    ];
    for mode in [Mode::Stack, Mode::Shared] {
        let text = Arc::new(Mutex::new(String::new()));
        let script = Arc::clone(&text);
        let mut asking: Box<dyn Asking> = mode.asking(Box::new(move || {
            Box::new(Script {
                solver: mode.solver(),
                text: Arc::clone(&script),
            }) as Box<dyn Solver>
        }));
        for (number, (path, also)) in (1..).zip(&queries) {
            let question = Question {
                path,
                also: Some(*also),
                model: None,
                whole: false,
            };
            let solved = asking.ask(&pool, &question, &Budget::UNLIMITED);
            let over_the_integers = ![3, 5, 8, 10].contains(&number);
            let in_java = over_the_integers || [3, 8].contains(&number);
            assert_eq!(matches!(solved, Solved::Sat(_)), in_java, "{}", mode.name());
        }
        assert_eq!(*text.lock().expect("no thread failed"), EXPECTED);
    }
}

#[test]
fn sub_expressions_are_stated_once_or_with_each_assertion() {
    let mut pool = Pool::new();
    let a = pool.symbol("a", Sort::Bv(32));
    let b = pool.symbol("b", Sort::Bv(32));
    let sum = pool.add(a, b);
    let bounds = [3, 5, 7].map(|n| pool.bv32(n));
    let conditions = bounds.map(|n| pool.slt(sum, n));
    let mut stated = [Mode::Stack, Mode::Shared].map(|mode| {
        let mut solver = mode.solver();
        for condition in conditions {
            solver.push();
            solver.assert(&pool, condition);
            solver.pop(1);
        }
        let once = solver.stated();
        solver.assert(&pool, conditions[0]);
        assert!(solver.check(&pool, &[], &Budget::UNLIMITED).is_sat());
        (once, solver.stated())
    });
    stated.sort_unstable();
    let [shared, stack] = stated;
    // Two inputs, one sum, and a number and a comparison per condition; the last one is known.
    assert_eq!(shared, (2 + 1 + 3 * 2, 2 + 1 + 3 * 2));
    // The sum comes with each assertion, and nothing is known of the last one.
    assert_eq!(stack, (2 + 3 * 3, 2 + 4 * 3));
}
