//! Clauses, and what follows from them by unit propagation alone. Nothing is searched for, so that each question costs little;
//! what is refuted is refuted for good, and what is not may still be impossible.

/// A variable or its negation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lit(u32);

impl Lit {
    /// What always holds.
    pub const TRUE: Lit = Lit(0);
    pub const FALSE: Lit = Lit(1);

    fn variable(self) -> usize {
        (self.0 >> 1) as usize
    }
}

impl std::ops::Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

pub struct Clauses {
    /// All clauses, one after the other; the first two literals of each are watched.
    literals: Vec<Lit>,
    /// Where a clause begins and ends.
    clauses: Vec<(u32, u32)>,
    /// By literal: the clauses to look at when it becomes false.
    watching: Vec<Vec<u32>>,
    values: Vec<Option<bool>>,
    /// What is true, in the order in which it became so.
    trail: Vec<Lit>,
    /// How much of that has been propagated.
    done: usize,
    contradiction: bool,
    /// Clauses that were looked at.
    pub effort: u64,
}

impl Default for Clauses {
    fn default() -> Clauses {
        Clauses {
            literals: Vec::new(),
            clauses: Vec::new(),
            watching: vec![Vec::new(); 2],
            values: vec![Some(true)],
            trail: Vec::new(),
            done: 0,
            contradiction: false,
            effort: 0,
        }
    }
}

impl Clauses {
    pub fn variable(&mut self) -> Lit {
        let fresh = Lit(self.values.len() as u32 * 2);
        self.values.push(None);
        self.watching.extend([Vec::new(), Vec::new()]);
        fresh
    }

    pub fn value(&self, literal: Lit) -> Option<bool> {
        let value = self.values[literal.variable()];
        value.map(|value| value != (literal.0 & 1 == 1))
    }

    /// Says that one of these holds, for good.
    pub fn add(&mut self, clause: &[Lit]) {
        let mut kept: Vec<Lit> = clause.to_vec();
        kept.sort_unstable();
        kept.dedup();
        let is_settled =
            |literal: &Lit| self.value(*literal) == Some(true) || kept.contains(&!*literal);
        if kept.iter().any(is_settled) {
            return;
        }
        kept.retain(|literal| self.value(*literal).is_none());
        match kept[..] {
            [] => self.contradiction = true,
            [one] => self.set(one),
            [first, second, ..] => {
                let number = self.clauses.len() as u32;
                let begin = self.literals.len() as u32;
                self.literals.extend(&kept);
                self.clauses.push((begin, self.literals.len() as u32));
                self.watching[first.0 as usize].push(number);
                self.watching[second.0 as usize].push(number);
            }
        }
    }

    fn set(&mut self, literal: Lit) {
        self.values[literal.variable()] = Some(literal.0 & 1 == 0);
        self.trail.push(literal);
    }

    /// Draws all conclusions; false if there is a contradiction, which stays.
    pub fn settle(&mut self) -> bool {
        self.contradiction = self.contradiction || !self.propagate();
        !self.contradiction
    }

    /// What a question comes to while a literal is taken to hold; false if it leads to a contradiction at once. Whatever was
    /// added must have been settled.
    pub fn supposing(&mut self, literal: Lit, ask: impl FnOnce(&mut Clauses) -> bool) -> bool {
        if self.contradiction || self.value(literal) == Some(false) {
            return false;
        }
        let mark = self.trail.len();
        if self.value(literal).is_none() {
            self.set(literal);
        }
        let stands = self.propagate() && ask(self);
        for undone in self.trail.drain(mark..) {
            self.values[undone.variable()] = None;
        }
        self.done = mark;
        stands
    }

    fn propagate(&mut self) -> bool {
        while self.done < self.trail.len() {
            let now_false = !self.trail[self.done];
            self.done += 1;
            let mut watching = std::mem::take(&mut self.watching[now_false.0 as usize]);
            let mut stands = true;
            watching.retain(|clause| {
                // After a contradiction the rest stays as it is.
                if !stands {
                    return true;
                }
                self.effort += 1;
                match self.look_at(*clause, now_false) {
                    Look::Elsewhere => false,
                    Look::Here => true,
                    Look::Contradiction => {
                        stands = false;
                        true
                    }
                }
            });
            self.watching[now_false.0 as usize] = watching;
            if !stands {
                return false;
            }
        }
        true
    }

    /// A clause of which a watched literal has become false.
    fn look_at(&mut self, clause: u32, now_false: Lit) -> Look {
        let (begin, end) = self.clauses[clause as usize];
        let (begin, end) = (begin as usize, end as usize);
        if self.literals[begin] == now_false {
            self.literals.swap(begin, begin + 1);
        }
        let other = self.literals[begin];
        if self.value(other) == Some(true) {
            return Look::Here;
        }
        for at in begin + 2..end {
            let next = self.literals[at];
            if self.value(next) != Some(false) {
                self.literals.swap(begin + 1, at);
                self.watching[next.0 as usize].push(clause);
                return Look::Elsewhere;
            }
        }
        match self.value(other) {
            Some(_) => Look::Contradiction,
            None => {
                self.set(other);
                Look::Here
            }
        }
    }
}

/// What becomes of the watch on a literal.
enum Look {
    Here,
    Elsewhere,
    Contradiction,
}

/// Literals that stand for what others come to.
impl Clauses {
    pub fn and(&mut self, all: &[Lit]) -> Lit {
        let mut kept: Vec<Lit> = all.iter().copied().filter(|l| *l != Lit::TRUE).collect();
        kept.sort_unstable();
        kept.dedup();
        if kept.iter().any(|l| *l == Lit::FALSE || kept.contains(&!*l)) {
            return Lit::FALSE;
        }
        match kept[..] {
            [] => Lit::TRUE,
            [one] => one,
            _ => {
                let both = self.variable();
                let mut some_fails = vec![both];
                for one in kept {
                    self.add(&[!both, one]);
                    some_fails.push(!one);
                }
                self.add(&some_fails);
                both
            }
        }
    }

    pub fn or(&mut self, all: &[Lit]) -> Lit {
        let not: Vec<Lit> = all.iter().map(|literal| !*literal).collect();
        !self.and(&not)
    }

    pub fn choose(&mut self, condition: Lit, yes: Lit, no: Lit) -> Lit {
        match (condition, yes, no) {
            (Lit::TRUE, ..) => yes,
            (Lit::FALSE, ..) => no,
            _ if yes == no => yes,
            (_, Lit::TRUE, _) => self.or(&[condition, no]),
            (_, Lit::FALSE, _) => self.and(&[!condition, no]),
            (_, _, Lit::TRUE) => self.or(&[!condition, yes]),
            (_, _, Lit::FALSE) => self.and(&[condition, yes]),
            _ => {
                let chosen = self.variable();
                self.add(&[!condition, !yes, chosen]);
                self.add(&[!condition, yes, !chosen]);
                self.add(&[condition, !no, chosen]);
                self.add(&[condition, no, !chosen]);
                // These follow, but not by propagation alone.
                self.add(&[!yes, !no, chosen]);
                self.add(&[yes, no, !chosen]);
                chosen
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Clauses {
        fn refutes(&mut self, literal: Lit) -> bool {
            !self.supposing(literal, |_| true)
        }
    }

    #[test]
    fn chains_are_followed_and_taken_back() {
        let mut clauses = Clauses::default();
        let [a, b, c] = [(); 3].map(|()| clauses.variable());
        clauses.add(&[!a, b]);
        clauses.add(&[!b, c]);
        assert!(clauses.settle());
        assert!(!clauses.refutes(a));
        assert_eq!(clauses.value(c), None);
        clauses.add(&[!c, !a]);
        assert!(clauses.settle());
        assert!(clauses.refutes(a));
        assert!(!clauses.refutes(!a));
        clauses.add(&[!a]);
        assert!(clauses.settle());
        assert_eq!(clauses.value(a), Some(false));
        clauses.add(&[a]);
        assert!(!clauses.settle());
    }

    /// All assignments of a few variables, against random clauses: what is refuted has no solution.
    #[test]
    fn nothing_possible_is_refuted() {
        let mut seed = 7u64;
        let mut random = |below: u64| {
            seed = seed
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (seed >> 33) % below
        };
        for _ in 0..300 {
            let mut clauses = Clauses::default();
            let variables = [(); 6].map(|()| clauses.variable());
            let mut given: Vec<Vec<Lit>> = Vec::new();
            for _ in 0..4 + random(10) {
                let mut clause = Vec::new();
                for _ in 0..1 + random(3) {
                    let variable = variables[random(6) as usize];
                    clause.push(if random(2) == 0 { variable } else { !variable });
                }
                clauses.add(&clause);
                given.push(clause);
            }
            let stands = clauses.settle();
            let solutions: Vec<u32> = (0..64u32)
                .filter(|bits| {
                    let holds = |literal: &Lit| {
                        let at = literal.variable() - 1;
                        (bits >> at & 1 == 1) == (literal.0 & 1 == 0)
                    };
                    given.iter().all(|clause| clause.iter().any(holds))
                })
                .collect();
            if !stands {
                assert!(solutions.is_empty());
                continue;
            }
            for (at, variable) in variables.iter().enumerate() {
                for (literal, wanted) in [(*variable, 1), (!*variable, 0)] {
                    if clauses.refutes(literal) {
                        assert!(solutions.iter().all(|bits| bits >> at & 1 != wanted));
                    }
                }
            }
        }
    }
}
