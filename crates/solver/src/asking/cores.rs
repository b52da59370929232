//! Answers to earlier questions that answer later ones. A question with the same conjuncts has the same answer; one that
//! has all conjuncts of a contradiction has no solution; one whose conjuncts are among those of a solved one has its
//! solution. What a solver names as the core of a contradiction is taken for one only after it was asked about the core
//! by itself, when it is needed for the first time: a wrong core costs a query and not a wrong answer.

use logic::{FastHasher, Term, Value};
use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::rc::Rc;

/// Beyond this many answers, or conjuncts in their questions, what was answered is forgotten.
const MANY: usize = 100_000;
const CONJUNCTS: usize = 10_000_000;

/// Contradictions and solutions looked at for one question.
const CORES: usize = 256;
const SOLUTIONS: usize = 16;

type Map<K, V> = HashMap<K, V, BuildHasherDefault<FastHasher>>;

/// Values of symbols.
pub type Values = Rc<[(Term, Value)]>;

#[derive(Clone)]
pub enum Known {
    Sat(Values),
    Unsat,
    /// These conjuncts are said to contradict each other, which nobody has checked: the number is for
    /// [`Answered::confirm`].
    Doubtful(u32, Box<[Term]>),
}

struct Core {
    /// Sorted.
    conjuncts: Box<[Term]>,
    confirmed: bool,
}

#[derive(Default)]
pub struct Answered {
    answers: HashMap<Box<[Term]>, Option<Values>, BuildHasherDefault<FastHasher>>,
    cores: Vec<Core>,
    /// The contradictions that a conjunct is part of, the most useful last.
    contradicts: Map<Term, Vec<u32>>,
    solutions: Vec<(Box<[Term]>, Values)>,
    /// The solved questions that were about a conjunct, the latest last.
    solves: Map<Term, Vec<u32>>,
    /// Conjuncts in all questions.
    size: usize,
    /// By index of a term, the last question that had it.
    marks: Vec<u32>,
    question: u32,
}

impl Answered {
    /// What is known about a question: its sorted conjuncts, and the one that is new.
    pub fn find(&mut self, key: &[Term], also: Term) -> Option<Known> {
        match self.answers.get(key) {
            Some(Some(values)) => return Some(Known::Sat(Rc::clone(values))),
            Some(None) => return Some(Known::Unsat),
            None => {}
        }
        self.mark(key);
        self.contradiction(also)
            .or_else(|| self.solution(key, also))
    }

    fn mark(&mut self, key: &[Term]) {
        let top = key.last().map_or(0, |t| t.index() as usize + 1);
        if self.marks.len() < top {
            self.marks.resize(top.next_power_of_two(), 0);
        }
        self.question = self.question.wrapping_add(1);
        if self.question == 0 {
            self.marks.fill(0);
            self.question = 1;
        }
        for term in key {
            self.marks[term.index() as usize] = self.question;
        }
    }

    fn is_asked(&self, term: Term) -> bool {
        self.marks.get(term.index() as usize) == Some(&self.question)
    }

    /// A contradiction among the conjuncts. What was asked before could hold, so the new one is part of it.
    fn contradiction(&mut self, also: Term) -> Option<Known> {
        let of = self.contradicts.get(&also)?;
        let latest = of.iter().enumerate().rev().take(CORES);
        let within = |number: u32| {
            let core = &self.cores[number as usize];
            core.conjuncts.iter().all(|t| self.is_asked(*t))
        };
        let (at, number) = latest.map(|(at, n)| (at, *n)).find(|(_, n)| within(*n))?;
        // What helped once is likely to help again.
        if let Some(of) = self.contradicts.get_mut(&also) {
            of[at..].rotate_left(1);
        }
        let core = &self.cores[number as usize];
        Some(match core.confirmed {
            true => Known::Unsat,
            false => Known::Doubtful(number, core.conjuncts.clone()),
        })
    }

    /// A solution of more than is asked.
    fn solution(&self, key: &[Term], also: Term) -> Option<Known> {
        let of = self.solves.get(&also)?;
        let more = |number: &&u32| {
            let (conjuncts, _) = &self.solutions[**number as usize];
            conjuncts.len() > key.len() && is_subset(key, conjuncts)
        };
        let number = of.iter().rev().take(SOLUTIONS).find(more)?;
        Some(Known::Sat(Rc::clone(&self.solutions[*number as usize].1)))
    }

    /// Says whether a contradiction is one.
    pub fn confirm(&mut self, number: u32, is: bool) {
        let core = &mut self.cores[number as usize];
        core.confirmed = is;
        if !is {
            for of in self.contradicts.values_mut() {
                of.retain(|known| *known != number);
            }
        }
    }

    pub fn solved(&mut self, key: Box<[Term]>, also: Term, values: Values) {
        self.make_room(key.len());
        let number = self.solutions.len() as u32;
        self.solves.entry(also).or_default().push(number);
        self.solutions.push((key.clone(), Rc::clone(&values)));
        self.answers.insert(key, Some(values));
    }

    /// A question without a solution, and what a solver calls the core of it.
    pub fn refuted(&mut self, key: Box<[Term]>, core: Option<Vec<Term>>) {
        self.make_room(key.len());
        if let Some(mut core) = core {
            core.sort_unstable();
            core.dedup();
            if core.len() < key.len() {
                let number = self.cores.len() as u32;
                for term in &core {
                    self.contradicts.entry(*term).or_default().push(number);
                }
                self.cores.push(Core {
                    conjuncts: core.into(),
                    confirmed: false,
                });
            }
        }
        self.answers.insert(key, None);
    }

    fn make_room(&mut self, size: usize) {
        self.size += size;
        if self.answers.len() >= MANY || self.size > CONJUNCTS {
            self.size = size;
            self.answers.clear();
            self.cores.clear();
            self.contradicts.clear();
            self.solutions.clear();
            self.solves.clear();
        }
    }
}

/// Whether all of one sorted list are in another.
fn is_subset(few: &[Term], many: &[Term]) -> bool {
    let mut rest = many;
    few.iter().all(|term| match rest.binary_search(term) {
        Ok(at) => {
            rest = &rest[at + 1..];
            true
        }
        Err(_) => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use logic::{Pool, Sort};

    fn terms() -> Vec<Term> {
        let mut pool = Pool::new();
        (0..5)
            .map(|i| pool.symbol(&format!("c{i}"), Sort::Bool))
            .collect()
    }

    fn key(terms: &[Term]) -> Box<[Term]> {
        let mut key = terms.to_vec();
        key.sort_unstable();
        key.into()
    }

    #[test]
    fn a_question_with_a_contradiction_has_no_solution() {
        let t = terms();
        let mut answered = Answered::default();
        answered.refuted(key(&t[..4]), Some(vec![t[1], t[3]]));
        // The same question.
        let same = answered.find(&key(&t[..4]), t[3]);
        assert!(matches!(same, Some(Known::Unsat)));
        // One with the core, whichever of its conjuncts came last.
        for (conjuncts, also) in [([t[1], t[3], t[4]], t[3]), ([t[3], t[4], t[1]], t[1])] {
            let found = answered.find(&key(&conjuncts), also);
            let Some(Known::Doubtful(number, core)) = found else {
                panic!("nothing was found");
            };
            assert_eq!(&*core, &[t[1], t[3]]);
            assert_eq!(number, 0);
        }
        // One without.
        assert!(answered.find(&key(&[t[0], t[3]]), t[3]).is_none());
        answered.confirm(0, true);
        let found = answered.find(&key(&[t[1], t[3], t[4]]), t[3]);
        assert!(matches!(found, Some(Known::Unsat)));
    }

    #[test]
    fn what_is_no_contradiction_is_forgotten() {
        let t = terms();
        let mut answered = Answered::default();
        answered.refuted(key(&t[..4]), Some(vec![t[1], t[3]]));
        answered.confirm(0, false);
        assert!(answered.find(&key(&[t[1], t[3], t[4]]), t[3]).is_none());
    }

    #[test]
    fn a_solution_of_more_is_one_of_less() {
        let t = terms();
        let mut answered = Answered::default();
        let values: Values = vec![(t[0], Value::Bool(true))].into();
        answered.solved(key(&t[..3]), t[2], values);
        let found = answered.find(&key(&[t[0], t[2]]), t[2]);
        assert!(matches!(found, Some(Known::Sat(values)) if values.len() == 1));
        assert!(answered.find(&key(&[t[0], t[2], t[4]]), t[2]).is_none());
    }
}
