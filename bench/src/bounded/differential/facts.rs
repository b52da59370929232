//! What is noted of a program's executions: of every clause whether it was seen broken, and how executions end.

use super::program::{EXCEPTIONS, Program};

/// Numbers of the facts that are noted.
pub struct Facts<'p> {
    program: &'p Program,
    invariants: usize,
    constraints: usize,
    initially: usize,
    static_invariants: usize,
    static_constraints: usize,
}

impl<'p> Facts<'p> {
    pub fn new(program: &'p Program) -> Facts<'p> {
        let fields = program.shape.classes.iter().flat_map(|class| &class.fields);
        let implied = fields
            .filter(|field| field.ty.is_reference() && !field.nullable)
            .count();
        Facts {
            program,
            invariants: implied + program.invariants.len(),
            constraints: program.constraints.len(),
            initially: program.initially.len(),
            static_invariants: program.static_invariants.len(),
            static_constraints: program.static_constraints.len(),
        }
    }

    /// An invariant does not hold after.
    pub fn invariants(&self) -> std::ops::Range<usize> {
        0..self.invariants
    }

    /// A constraint does not hold.
    pub fn constraints(&self) -> std::ops::Range<usize> {
        self.invariants..self.invariants + self.constraints
    }

    /// What is said of new objects does not hold.
    pub fn initially(&self) -> std::ops::Range<usize> {
        let start = self.constraints().end;
        start..start + self.initially
    }

    /// A static invariant does not hold after.
    pub fn static_invariants(&self) -> std::ops::Range<usize> {
        let start = self.initially().end;
        start..start + self.static_invariants
    }

    /// A static constraint does not hold.
    pub fn static_constraints(&self) -> std::ops::Range<usize> {
        let start = self.static_invariants().end;
        start..start + self.static_constraints
    }

    /// What is said of whole classes, whatever the case.
    pub fn everywhere(&self) -> std::ops::Range<usize> {
        0..self.static_constraints().end
    }

    fn case(&self, case: usize) -> usize {
        let size = |at: usize| {
            let case = &self.program.cases[at];
            case.ensures.len() + case.signals.len() + case.frames.len() + 2 + EXCEPTIONS.len()
        };
        self.everywhere().end + (0..case).map(size).sum::<usize>()
    }

    pub fn len(&self) -> usize {
        self.case(self.program.cases.len())
    }

    pub fn ensures(&self, case: usize, at: usize) -> usize {
        self.case(case) + at
    }

    pub fn signals(&self, case: usize, at: usize) -> usize {
        self.case(case) + self.program.cases[case].ensures.len() + at
    }

    pub fn frame(&self, case: usize, at: usize) -> usize {
        self.signals(case, self.program.cases[case].signals.len()) + at
    }

    /// It returns.
    pub fn returns(&self, case: usize) -> usize {
        self.frame(case, self.program.cases[case].frames.len())
    }

    /// It returns null.
    pub fn null(&self, case: usize) -> usize {
        self.returns(case) + 1
    }

    /// It throws.
    pub fn throws(&self, case: usize, exception: usize) -> usize {
        self.returns(case) + 2 + exception
    }
}
