//! Random but valid bytecode over ints and longs: stack shuffles, branches and loops with values on the stack,
//! exceptions, subroutines. Types of locals are fixed: 0 to 3 are ints, 4, 6 and 8 longs.

use super::assembler::Assembled;

/// SplitMix64: a seed is enough to repeat a run.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum K {
    Int,
    Long,
}

const LONGS: [u8; 3] = [4, 6, 8];
/// Locals from here on are loop counters, return addresses and caught exceptions.
const FIRST_EXTRA: u8 = 10;
const MAX_STACK: usize = 24;

pub struct Generator {
    random: Random,
    code: Vec<u8>,
    stack: Vec<K>,
    handlers: Vec<(u16, u16, u16, bool)>,
    extra: u8,
}

/// `(IIIIJJJ)J` with a random body.
pub fn program(seed: u64) -> Assembled {
    let mut g = Generator {
        random: Random(seed),
        code: Vec::new(),
        stack: Vec::new(),
        handlers: Vec::new(),
        extra: FIRST_EXTRA,
    };
    let size = 5 + g.random.below(40);
    g.ops(size, 4);
    g.reshape(&[]);
    // Everything that was computed ends up in the result.
    g.code.push(0x09);
    for local in 0..4 {
        g.code.extend([
            0x15, local, 0x85, 0x10, 31, 0x85, 0x69, 0x61, 0x10, 7, 0x85, 0x69,
        ]);
    }
    for local in LONGS {
        g.code.extend([0x16, local, 0x83, 0x10, 13, 0x85, 0x69]);
    }
    g.code.push(0xad);
    Assembled {
        descriptor: "(IIIIJJJ)J",
        max_stack: 64,
        max_locals: u16::from(g.extra),
        code: g.code,
        handlers: g.handlers,
    }
}

impl Generator {
    fn words(&self) -> usize {
        self.stack
            .iter()
            .map(|k| if *k == K::Int { 1 } else { 2 })
            .sum()
    }

    fn here(&self) -> usize {
        self.code.len()
    }

    /// A branch whose offset is filled in by `land`.
    fn branch(&mut self, op: u8) -> usize {
        self.code.extend([op, 0, 0]);
        self.here() - 3
    }

    fn land(&mut self, branch: usize) {
        let offset = (self.here() - branch) as i16;
        self.code[branch + 1..branch + 3].copy_from_slice(&offset.to_be_bytes());
    }

    fn branch_back(&mut self, op: u8, target: usize) {
        let offset = (target as i64 - self.here() as i64) as i16;
        self.code.push(op);
        self.code.extend(offset.to_be_bytes());
    }

    fn ops(&mut self, count: usize, depth: usize) {
        for _ in 0..count {
            // Stay well within 16-bit branches.
            if self.here() < 6000 {
                self.op(depth);
            }
        }
    }

    fn push(&mut self, kind: K) {
        match (kind, self.random.below(3)) {
            (K::Int, 0) => {
                let value = 0x02 + self.random.below(7) as u8;
                self.code.push(value);
            }
            (K::Int, _) => {
                let local = self.random.below(4) as u8;
                self.code.extend([0x15, local]);
            }
            (K::Long, 0) => {
                let value = 0x09 + self.random.below(2) as u8;
                self.code.push(value);
            }
            (K::Long, _) => {
                let local = LONGS[self.random.below(3)];
                self.code.extend([0x16, local]);
            }
        }
        self.stack.push(kind);
    }

    fn pop(&mut self) {
        match self.stack.pop() {
            Some(K::Int) => self.code.push(0x57),
            Some(K::Long) => self.code.push(0x58),
            None => {}
        }
    }

    /// Pops and pushes until the stack looks like `shape`.
    fn reshape(&mut self, shape: &[K]) {
        let common = self
            .stack
            .iter()
            .zip(shape)
            .take_while(|(a, b)| a == b)
            .count();
        while self.stack.len() > common {
            self.pop();
        }
        for kind in &shape[common..] {
            self.push(*kind);
        }
    }

    fn ensure(&mut self, kinds: &[K]) {
        if !self.stack.ends_with(kinds) {
            for kind in kinds {
                self.push(*kind);
            }
        }
    }

    fn op(&mut self, depth: usize) {
        use K::*;
        if self.words() > MAX_STACK {
            self.pop();
            return;
        }
        match self.random.below(if depth > 0 { 19 } else { 14 }) {
            0..=2 => {
                let kind = if self.random.below(2) == 0 { Int } else { Long };
                self.push(kind);
            }
            3 | 4 => match self.stack.pop() {
                Some(Int) => {
                    let local = self.random.below(4) as u8;
                    self.code.extend([0x36, local]);
                }
                Some(Long) => {
                    let local = LONGS[self.random.below(3)];
                    self.code.extend([0x37, local]);
                }
                None => {}
            },
            5 | 6 => {
                self.ensure(&[Int, Int]);
                let ops = [
                    0x60, 0x64, 0x68, 0x6c, 0x70, 0x78, 0x7a, 0x7c, 0x7e, 0x80, 0x82,
                ];
                self.code.push(ops[self.random.below(ops.len())]);
                self.stack.pop();
            }
            7 => {
                self.ensure(&[Long, Long]);
                let ops = [0x61, 0x65, 0x69, 0x6d, 0x71, 0x7f, 0x81, 0x83, 0x94];
                let op = ops[self.random.below(ops.len())];
                self.code.push(op);
                self.stack.pop();
                if op == 0x94 {
                    self.stack.pop();
                    self.stack.push(Int);
                }
            }
            8 => {
                self.ensure(&[Long, Int]);
                let op = [0x79, 0x7b, 0x7d][self.random.below(3)];
                self.code.push(op);
                self.stack.pop();
            }
            9 => match self.stack.pop() {
                Some(Int) => {
                    let op = [0x74, 0x85, 0x91, 0x92, 0x93][self.random.below(5)];
                    self.code.push(op);
                    self.stack.push(if op == 0x85 { Long } else { Int });
                }
                Some(Long) => {
                    let op = [0x75, 0x88][self.random.below(2)];
                    self.code.push(op);
                    self.stack.push(if op == 0x88 { Int } else { Long });
                }
                None => {}
            },
            10 => {
                let (local, by) = (self.random.below(4) as u8, self.random.next() as u8);
                match self.random.below(3) {
                    0 => self.code.extend([0xc4, 0x84, 0, local, by, by]),
                    _ => self.code.extend([0x84, local, by]),
                }
            }
            11 | 12 => self.shuffle(),
            13 => self.pop(),
            14 | 15 => self.diamond(depth),
            16 => self.repeat(depth),
            17 => self.protect(depth),
            _ => self.subroutine(depth),
        }
    }

    fn shuffle(&mut self) {
        // The operation, the words it takes from the top and from beneath.
        let ops = [
            (0x59, 1, 0),
            (0x5a, 1, 1),
            (0x5b, 1, 2),
            (0x5c, 2, 0),
            (0x5d, 2, 1),
            (0x5e, 2, 2),
        ];
        let choice = self.random.below(ops.len() + 1);
        let (op, words, under) = ops.get(choice).copied().unwrap_or((0x5f, 1, 1));
        let mut rest = self.stack.clone();
        let mut take = |mut left: usize| {
            let mut taken = Vec::new();
            while left > 0 {
                let kind = rest.pop()?;
                left = left.checked_sub(if kind == K::Int { 1 } else { 2 })?;
                taken.insert(0, kind);
            }
            Some(taken)
        };
        let (Some(top), Some(beneath)) = (take(words), take(under)) else {
            return;
        };
        self.stack = rest;
        self.stack.extend(&top);
        self.stack.extend(&beneath);
        if op != 0x5f {
            self.stack.extend(&top);
        }
        self.code.push(op);
    }

    fn diamond(&mut self, depth: usize) {
        self.ensure(&[K::Int]);
        if self.random.below(4) == 0 {
            return self.switch(depth);
        }
        let op = 0x99 + self.random.below(6) as u8;
        let otherwise = self.branch(op);
        self.stack.pop();
        let before = self.stack.clone();
        let size = self.random.below(6);
        self.ops(size, depth - 1);
        let after = self.stack.clone();
        let end = self.branch(0xa7);
        self.land(otherwise);
        self.stack = before;
        let size = self.random.below(6);
        self.ops(size, depth - 1);
        self.reshape(&after);
        self.land(end);
    }

    fn switch(&mut self, depth: usize) {
        self.code.extend([0x06, 0x7e]); // & 3
        self.stack.pop();
        let start = self.here();
        let table = self.random.below(2) == 0;
        self.code.push(if table { 0xaa } else { 0xab });
        while !self.here().is_multiple_of(4) {
            self.code.push(0);
        }
        let at = self.here();
        match table {
            true => self.code.extend([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2]),
            false => self.code.extend([0, 0, 0, 0, 0, 0, 0, 3]),
        }
        for case in 0..3u8 {
            if !table {
                self.code.extend([0, 0, 0, case]);
            }
            self.code.extend([0; 4]);
        }
        let before = self.stack.clone();
        let mut ends = Vec::new();
        for case in 0..4 {
            let place = match (case, table) {
                (3, _) => at,
                (_, true) => at + 12 + 4 * case,
                (_, false) => at + 12 + 8 * case,
            };
            let offset = (self.here() - start) as i32;
            self.code[place..place + 4].copy_from_slice(&offset.to_be_bytes());
            self.stack = before.clone();
            let size = self.random.below(4);
            self.ops(size, depth - 1);
            self.reshape(&before);
            // Some cases fall through.
            if self.random.below(3) > 0 {
                let end = self.branch(0xa7);
                ends.push(end);
            }
        }
        for end in ends {
            self.land(end);
        }
    }

    fn new_local(&mut self) -> Option<u8> {
        (self.extra < 200).then(|| {
            self.extra += 1;
            self.extra - 1
        })
    }

    fn repeat(&mut self, depth: usize) {
        let Some(counter) = self.new_local() else {
            return;
        };
        let times = 0x04 + self.random.below(4) as u8;
        self.code.extend([times, 0x36, counter]);
        let shape = self.stack.clone();
        let top = self.here();
        let size = 1 + self.random.below(8);
        self.ops(size, depth - 1);
        self.reshape(&shape);
        self.code.extend([0x84, counter, 0xff, 0x15, counter]);
        self.branch_back(0x9d, top);
    }

    fn protect(&mut self, depth: usize) {
        let Some(caught) = self.new_local() else {
            return;
        };
        let start = self.here();
        let size = 1 + self.random.below(8);
        self.ops(size, depth - 1);
        let shape = self.stack.clone();
        // Something that throws now and then, so that handlers are reached.
        self.code.extend([0x1a, 0x1b, 0x05, 0x7e, 0x70, 0x3b]); // local 0 %= local 1 & 2
        let end = self.here();
        let done = self.branch(0xa7);
        let handler = self.here();
        let arithmetic = self.random.below(2) == 0;
        self.handlers
            .push((start as u16, end as u16, handler as u16, arithmetic));
        self.stack.clear();
        match self.random.below(4) {
            0 => self.code.push(0x57),
            1 => {
                // Reached normally too: the thrown object is thrown again, once in a while.
                self.code.extend([0x3a, caught, 0x1b, 0x04, 0x7e]);
                let skip = self.branch(0x99);
                self.code.extend([0x19, caught, 0xbf]);
                self.land(skip);
            }
            _ => self.code.extend([0x3a, caught]),
        }
        let size = self.random.below(5);
        self.ops(size, depth - 1);
        self.reshape(&shape);
        self.land(done);
    }

    fn subroutine(&mut self, depth: usize) {
        let Some(address) = self.new_local() else {
            return;
        };
        let shape = self.stack.clone();
        let first = self.branch(0xa8);
        let second = (self.random.below(2) == 0).then(|| {
            let size = self.random.below(4);
            self.ops(size, depth - 1);
            self.reshape(&shape);
            self.branch(0xa8)
        });
        let end = self.branch(0xa7);
        self.land(first);
        if let Some(second) = second {
            self.land(second);
        }
        self.code.extend([0x3a, address]);
        let size = self.random.below(6);
        self.ops(size, depth - 1);
        self.reshape(&shape);
        self.code.extend([0xa9, address]);
        self.land(end);
    }
}
