//! The ways to ask agree on all questions, and a recording of the questions can be read and asked again.

use logic::{Evaluator, Model, Pool, Sort, Term};
use solver::asking::{Asking, Question, Solved};
use solver::record::{self, Recorded, Writer};
use solver::{Budget, Mode, Solver};

const NO_LIMIT: Budget = Budget::UNLIMITED;

fn asking(mode: Mode) -> Box<dyn Asking> {
    mode.asking(Box::new(move || Box::new(mode.solver()) as Box<dyn Solver>))
}

/// A depth-first walk over a tree of conditions, with sums, products and equalities over a few inputs.
struct Walk {
    pool: Pool,
    inputs: Vec<Term>,
    seed: u64,
}

impl Walk {
    fn new(seed: u64) -> Walk {
        let mut pool = Pool::new();
        let inputs = (0..6).map(|i| pool.symbol(&format!("x{i}"), Sort::Bv(8)));
        Walk {
            inputs: inputs.collect(),
            pool,
            seed,
        }
    }

    fn next(&mut self, n: u64) -> u64 {
        self.seed = self
            .seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.seed >> 33) % n
    }

    fn condition(&mut self) -> Term {
        let (a, b) = (self.next(6) as usize, self.next(6) as usize);
        let (a, b) = (self.inputs[a], self.inputs[b]);
        let factor = u128::from(self.next(5) + 1);
        let factor = self.pool.bv(8, factor);
        let bound = u128::from(self.next(40));
        let bound = self.pool.bv(8, bound);
        let scaled = self.pool.mul(a, factor);
        let value = match self.next(3) {
            0 => a,
            1 => scaled,
            _ => self.pool.add(scaled, b),
        };
        match self.next(3) {
            0 => self.pool.eq(value, bound),
            _ => self.pool.slt(value, bound),
        }
    }

    /// Questions in the order of a search that goes down, back and down again.
    fn questions(&mut self, count: usize) -> Vec<(Vec<Term>, Term)> {
        let conditions: Vec<Term> = (0..30).map(|_| self.condition()).collect();
        let mut asking = asking(Mode::Baseline);
        let mut all = Vec::new();
        let mut path: Vec<Term> = Vec::new();
        while all.len() < count {
            let keep = self.next(path.len() as u64 + 3) as usize;
            path.truncate(keep);
            let mut also = conditions[self.next(30) as usize];
            if self.next(2) == 0 {
                also = self.pool.not(also);
            }
            if self.pool.as_bool(also).is_some() {
                continue;
            }
            all.push((path.clone(), also));
            let question = Question {
                path: &path,
                also: Some(also),
                model: None,
                whole: false,
            };
            if let Solved::Sat(_) = asking.ask(&self.pool, &question, &NO_LIMIT) {
                path.push(also);
            }
        }
        all
    }
}

#[test]
fn all_modes_agree_and_their_models_hold() {
    for seed in 1..=4 {
        let mut walk = Walk::new(seed);
        let questions = walk.questions(150);
        let mut evaluator = Evaluator::new();
        let mut answers: Vec<Vec<bool>> = Vec::new();
        for mode in Mode::ALL {
            let mut asking = asking(mode);
            let mut given = Vec::new();
            for (path, also) in &questions {
                let question = Question {
                    path,
                    also: Some(*also),
                    model: None,
                    whole: false,
                };
                match asking.ask(&walk.pool, &question, &NO_LIMIT) {
                    Solved::Sat(model) => {
                        // Symbols that the question does not depend on are not in the model; their conjuncts are for the
                        // model of the path.
                        let set = |t: &&Term| {
                            let support = walk.pool.support(**t);
                            support.iter().all(|s| model.get(*s).is_some())
                        };
                        for term in path.iter().chain([also]).filter(set) {
                            let holds = evaluator.eval_bool(&walk.pool, &model, *term);
                            assert_eq!(holds, Ok(true), "{}", mode.name());
                        }
                        let own = evaluator.eval_bool(&walk.pool, &model, *also);
                        assert_eq!(own, Ok(true), "{}", mode.name());
                        given.push(true);
                    }
                    Solved::Unsat => given.push(false),
                    Solved::Unknown(why) => panic!("{}: {why}", mode.name()),
                }
            }
            answers.push(given);
        }
        for (mode, given) in Mode::ALL.iter().zip(&answers) {
            assert_eq!(given, &answers[0], "{} differs", mode.name());
        }
        assert!(answers[0].contains(&true) && answers[0].contains(&false));
    }
}

#[test]
fn known_answers_are_not_asked_again() {
    let mut walk = Walk::new(11);
    let questions = walk.questions(100);
    for (mode, fewer) in [
        (Mode::Baseline, false),
        (Mode::Caching, true),
        (Mode::Partitioning, true),
        (Mode::Stack, false),
        (Mode::Shared, false),
        (Mode::Auto, true),
    ] {
        let mut asking = asking(mode);
        for _ in 0..2 {
            for (path, also) in &questions {
                let question = Question {
                    path,
                    also: Some(*also),
                    model: None,
                    whole: false,
                };
                asking.ask(&walk.pool, &question, &NO_LIMIT);
            }
        }
        let stats = asking.stats();
        if fewer {
            assert!(stats.hits >= 100, "{}: {stats:?}", mode.name());
            assert!(stats.queries <= 200, "{}: {stats:?}", mode.name());
        } else {
            assert_eq!((stats.queries, stats.hits), (200, 0), "{}", mode.name());
        }
    }
}

/// A bare script, to see what the file says.
fn recorded(walk: &Walk, questions: &[(Vec<Term>, Option<Term>)]) -> String {
    let mut writer = Writer::new(Vec::new()).expect("writing to memory");
    let mut asking = asking(Mode::Auto);
    for (path, also) in questions {
        let question = Question {
            path,
            also: *also,
            model: None,
            whole: false,
        };
        let solved = asking.ask(&walk.pool, &question, &NO_LIMIT);
        writer
            .write(&walk.pool, path, *also, &solved)
            .expect("writing to memory");
    }
    String::from_utf8(writer.finish().expect("writing to memory")).expect("text")
}

#[test]
fn a_recording_is_a_script_that_follows_the_paths() {
    let mut walk = Walk::new(1);
    let (a, b) = (walk.inputs[0], walk.inputs[1]);
    let bound = walk.pool.bv(8, 7);
    let (first, second) = (walk.pool.slt(a, bound), walk.pool.slt(b, a));
    let not = walk.pool.not(second);
    let questions = [
        (vec![], Some(first)),
        (vec![first], Some(second)),
        (vec![first], Some(not)),
        (vec![first, not], None),
    ];
    let text = recorded(&walk, &questions);
    let expected = "\
; Questions along paths, in their order. The topmost level is what is asked.
(set-option :global-declarations true)
(set-logic ALL)
(declare-const x0 (_ BitVec 8))
(define-fun conjunct!0 () Bool (bvslt x0 #x07))
(push 1)
(assert conjunct!0)
(set-info :status sat)
(check-sat)
(declare-const x1 (_ BitVec 8))
(define-fun conjunct!1 () Bool (bvslt x1 x0))
(push 1)
(assert conjunct!1)
(set-info :status sat)
(check-sat)
(define-fun conjunct!2 () Bool (bvsle x0 x1))
(pop 1)
(push 1)
(assert conjunct!2)
(set-info :status sat)
(check-sat)
(push 1)
(set-info :status sat)
(check-sat)
";
    assert_eq!(text, expected);
}

#[test]
fn what_is_recorded_can_be_asked_again_in_every_mode() {
    let mut walk = Walk::new(5);
    let questions = walk.questions(120);
    let questions: Vec<_> = questions.into_iter().map(|(p, t)| (p, Some(t))).collect();
    let text = recorded(&walk, &questions);
    let mut pool = Pool::new();
    let read: Vec<Recorded> = record::read(&text, &mut pool).expect("a script of ours");
    assert_eq!(read.len(), questions.len());
    for (one, (path, also)) in read.iter().zip(&questions) {
        assert_eq!(one.path.len(), path.len());
        // Sums may be read in another order.
        let length = |pool: &Pool, t: Term| pool.print(t).len();
        let also = also.map(|t| length(&walk.pool, t));
        assert_eq!(one.also.map(|t| length(&pool, t)), also);
    }
    for mode in Mode::ALL {
        let mut asking = asking(mode);
        let replayed = record::replay(&pool, &read, mode, &mut *asking, &NO_LIMIT, |_| true);
        assert_eq!(replayed.answered, 120, "{}", mode.name());
        assert_eq!(replayed.different, 0, "{}", mode.name());
        assert_eq!(replayed.by_model > 0, mode == Mode::Auto);
    }
}

#[test]
fn a_path_without_a_question_is_asked_as_it_is() {
    let mut walk = Walk::new(3);
    let a = walk.inputs[0];
    let (five, six) = (walk.pool.bv(8, 5), walk.pool.bv(8, 6));
    let (low, high) = (walk.pool.slt(a, five), walk.pool.slt(six, a));
    for mode in Mode::ALL {
        let mut asking = asking(mode);
        for (path, holds) in [(vec![low], true), (vec![low, high], false), (vec![], true)] {
            let question = Question {
                path: &path,
                also: None,
                model: None,
                whole: false,
            };
            let solved = asking.ask(&walk.pool, &question, &NO_LIMIT);
            assert_eq!(matches!(solved, Solved::Sat(_)), holds, "{}", mode.name());
        }
    }
    // A model of the caller's own stays as it is where the question does not change it.
    let mut model = Model::new();
    model.set(walk.inputs[3], logic::Value::bv(8, 9));
    let question = Question {
        path: &[],
        also: Some(low),
        model: Some(&model),
        whole: false,
    };
    let solved = asking(Mode::Auto).ask(&walk.pool, &question, &NO_LIMIT);
    assert!(matches!(solved, Solved::Sat(_)));
}
