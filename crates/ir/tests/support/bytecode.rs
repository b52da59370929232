//! A reference interpreter of plain bytecode, straight from JVMS §6.5 and without anything of the crate under test:
//! ints, longs, branches, subroutines and exceptions.

use super::{Outcome, Value};
use classpath::{ClassFile, Code, Constant, PoolEntry};

#[derive(Clone, Copy, Debug)]
enum Word {
    Int(i32),
    Long(i64),
    /// Every long takes two words.
    Second,
    /// An `ArithmeticException`.
    Thrown,
    Return(usize),
    Unset,
}

pub fn run(class: &ClassFile, code: &Code, args: &[Value], mut fuel: u64) -> Outcome {
    let mut locals = vec![Word::Unset; usize::from(code.max_locals)];
    let mut at = 0;
    for arg in args {
        match arg {
            Value::Int(v) => locals[at] = Word::Int(*v),
            Value::Long(v) => {
                locals[at] = Word::Long(*v);
                at += 1;
                locals[at] = Word::Second;
            }
            Value::Thrown => unreachable!(),
        }
        at += 1;
    }
    let mut frame = Frame {
        class,
        code,
        locals,
        stack: Vec::new(),
        pc: 0,
    };
    loop {
        if fuel == 0 {
            return Outcome::OutOfFuel;
        }
        fuel -= 1;
        assert!(frame.stack.len() <= usize::from(code.max_stack));
        match frame.step() {
            Step::Next => {}
            Step::Done(outcome) => return outcome,
            Step::Throw(pc) => {
                let covers = |h: &&classpath::Handler| {
                    (h.start_pc..h.end_pc).contains(&(pc as u32))
                        && matches!(
                            h.catch_type.as_deref(),
                            None | Some("java/lang/ArithmeticException")
                                | Some("java/lang/RuntimeException")
                                | Some("java/lang/Throwable")
                        )
                };
                match code.handlers.iter().find(covers) {
                    None => return Outcome::Threw,
                    Some(handler) => {
                        frame.stack = vec![Word::Thrown];
                        frame.pc = handler.handler_pc as usize;
                    }
                }
            }
        }
    }
}

enum Step {
    Next,
    Done(Outcome),
    Throw(usize),
}

struct Frame<'a> {
    class: &'a ClassFile,
    code: &'a Code,
    locals: Vec<Word>,
    stack: Vec<Word>,
    pc: usize,
}

impl Frame<'_> {
    fn u8(&self, offset: usize) -> u8 {
        self.code.bytes[self.pc + offset]
    }
    fn u16(&self, offset: usize) -> u16 {
        u16::from_be_bytes([self.u8(offset), self.u8(offset + 1)])
    }
    fn i32_at(&self, at: usize) -> i32 {
        i32::from_be_bytes(self.code.bytes[at..at + 4].try_into().unwrap())
    }
    fn jump(&mut self, offset: i32) {
        self.pc = (self.pc as i64 + i64::from(offset)) as usize;
    }
    fn int(&mut self) -> i32 {
        match self.stack.pop() {
            Some(Word::Int(v)) => v,
            other => panic!("{other:?} at {}", self.pc),
        }
    }
    fn long(&mut self) -> i64 {
        assert!(matches!(self.stack.pop(), Some(Word::Second)));
        match self.stack.pop() {
            Some(Word::Long(v)) => v,
            other => panic!("{other:?} at {}", self.pc),
        }
    }
    fn push_int(&mut self, v: i32) {
        self.stack.push(Word::Int(v));
    }
    fn push_long(&mut self, v: i64) {
        self.stack.extend([Word::Long(v), Word::Second]);
    }
    /// Copies the top `words` words to beneath the `under` words below them.
    fn dup(&mut self, words: usize, under: usize) {
        let at = self.stack.len() - words - under;
        let top = self.stack[self.stack.len() - words..].to_vec();
        self.stack.splice(at..at, top);
    }
    fn load(&mut self, slot: usize, long: bool) {
        self.stack.push(self.locals[slot]);
        if long {
            self.stack.push(self.locals[slot + 1]);
        }
    }
    fn store(&mut self, slot: usize, long: bool) {
        if long {
            self.locals[slot + 1] = self.stack.pop().unwrap();
        }
        self.locals[slot] = self.stack.pop().unwrap();
    }
    fn branch(&mut self, taken: bool) {
        match taken {
            true => self.jump(i32::from(self.u16(1) as i16)),
            false => self.pc += 3,
        }
    }

    fn step(&mut self) -> Step {
        let op = self.u8(0);
        let mut length = 1;
        match op {
            0x00 => {}
            0x02..=0x08 => self.push_int(i32::from(op) - 3),
            0x09 | 0x0a => self.push_long(i64::from(op) - 9),
            0x10 => {
                self.push_int(i32::from(self.u8(1) as i8));
                length = 2;
            }
            0x11 => {
                self.push_int(i32::from(self.u16(1) as i16));
                length = 3;
            }
            0x12..=0x14 => {
                let index = if op == 0x12 {
                    u16::from(self.u8(1))
                } else {
                    self.u16(1)
                };
                match self.class.pool.get(index) {
                    Some(PoolEntry::Loadable(Constant::Int(v))) => self.push_int(*v),
                    Some(PoolEntry::Loadable(Constant::Long(v))) => self.push_long(*v),
                    other => panic!("{other:?}"),
                }
                length = if op == 0x12 { 2 } else { 3 };
            }
            0x15 | 0x16 | 0x19 => {
                self.load(usize::from(self.u8(1)), op == 0x16);
                length = 2;
            }
            0x1a..=0x1d => self.load(usize::from(op - 0x1a), false),
            0x1e..=0x21 => self.load(usize::from(op - 0x1e), true),
            0x2a..=0x2d => self.load(usize::from(op - 0x2a), false),
            0x36 | 0x37 | 0x3a => {
                self.store(usize::from(self.u8(1)), op == 0x37);
                length = 2;
            }
            0x3b..=0x3e => self.store(usize::from(op - 0x3b), false),
            0x3f..=0x42 => self.store(usize::from(op - 0x3f), true),
            0x4b..=0x4e => self.store(usize::from(op - 0x4b), false),
            0x57 => drop(self.stack.pop()),
            0x58 => self.stack.truncate(self.stack.len() - 2),
            0x59..=0x5b => self.dup(1, usize::from(op - 0x59)),
            0x5c..=0x5e => self.dup(2, usize::from(op - 0x5c)),
            0x5f => {
                let n = self.stack.len();
                self.stack.swap(n - 1, n - 2);
            }
            0x60 | 0x64 | 0x68 | 0x6c | 0x70 | 0x78 | 0x7a | 0x7c | 0x7e | 0x80 | 0x82 => {
                let b = self.int();
                let a = self.int();
                if matches!(op, 0x6c | 0x70) && b == 0 {
                    return Step::Throw(self.pc);
                }
                self.push_int(match op {
                    0x60 => a.wrapping_add(b),
                    0x64 => a.wrapping_sub(b),
                    0x68 => a.wrapping_mul(b),
                    0x6c => a.wrapping_div(b),
                    0x70 => a.wrapping_rem(b),
                    0x78 => a << (b & 31),
                    0x7a => a >> (b & 31),
                    0x7c => ((a as u32) >> (b & 31)) as i32,
                    0x7e => a & b,
                    0x80 => a | b,
                    _ => a ^ b,
                });
            }
            0x61 | 0x65 | 0x69 | 0x6d | 0x71 | 0x7f | 0x81 | 0x83 => {
                let b = self.long();
                let a = self.long();
                if matches!(op, 0x6d | 0x71) && b == 0 {
                    return Step::Throw(self.pc);
                }
                self.push_long(match op {
                    0x61 => a.wrapping_add(b),
                    0x65 => a.wrapping_sub(b),
                    0x69 => a.wrapping_mul(b),
                    0x6d => a.wrapping_div(b),
                    0x71 => a.wrapping_rem(b),
                    0x7f => a & b,
                    0x81 => a | b,
                    _ => a ^ b,
                });
            }
            0x79 | 0x7b | 0x7d => {
                let b = self.int() & 63;
                let a = self.long();
                self.push_long(match op {
                    0x79 => a << b,
                    0x7b => a >> b,
                    _ => ((a as u64) >> b) as i64,
                });
            }
            0x74 => {
                let a = self.int();
                self.push_int(a.wrapping_neg());
            }
            0x75 => {
                let a = self.long();
                self.push_long(a.wrapping_neg());
            }
            0x84 => {
                let slot = usize::from(self.u8(1));
                self.increment(slot, i32::from(self.u8(2) as i8));
                length = 3;
            }
            0x85 => {
                let a = self.int();
                self.push_long(i64::from(a));
            }
            0x88 => {
                let a = self.long();
                self.push_int(a as i32);
            }
            0x91..=0x93 => {
                let a = self.int();
                self.push_int(match op {
                    0x91 => i32::from(a as i8),
                    0x92 => i32::from(a as u16),
                    _ => i32::from(a as i16),
                });
            }
            0x94 => {
                let b = self.long();
                let a = self.long();
                self.push_int(a.cmp(&b) as i32);
            }
            0x99..=0x9e => {
                let a = self.int();
                self.branch(holds(op - 0x99, a, 0));
                return Step::Next;
            }
            0x9f..=0xa4 => {
                let b = self.int();
                let a = self.int();
                self.branch(holds(op - 0x9f, a, b));
                return Step::Next;
            }
            0xa7 => {
                self.branch(true);
                return Step::Next;
            }
            0xa8 => {
                self.stack.push(Word::Return(self.pc + 3));
                self.branch(true);
                return Step::Next;
            }
            0xa9 => match self.locals[usize::from(self.u8(1))] {
                Word::Return(pc) => {
                    self.pc = pc;
                    return Step::Next;
                }
                other => panic!("ret to {other:?}"),
            },
            0xaa | 0xab => {
                let key = self.int();
                let at = (self.pc + 4) & !3;
                let mut offset = self.i32_at(at);
                if op == 0xaa {
                    let (low, high) = (self.i32_at(at + 4), self.i32_at(at + 8));
                    if (low..=high).contains(&key) {
                        offset = self.i32_at(at + 12 + 4 * (key.wrapping_sub(low) as usize));
                    }
                } else {
                    for pair in 0..self.i32_at(at + 4) as usize {
                        if self.i32_at(at + 8 + 8 * pair) == key {
                            offset = self.i32_at(at + 12 + 8 * pair);
                        }
                    }
                }
                self.jump(offset);
                return Step::Next;
            }
            0xac => return Step::Done(Outcome::Returned(Value::Int(self.int()))),
            0xad => return Step::Done(Outcome::Returned(Value::Long(self.long()))),
            0xbf => return Step::Throw(self.pc),
            0xc4 => {
                let slot = usize::from(self.u16(2));
                length = 4;
                match self.u8(1) {
                    0x15 => self.load(slot, false),
                    0x16 => self.load(slot, true),
                    0x36 => self.store(slot, false),
                    0x37 => self.store(slot, true),
                    0x84 => {
                        self.increment(slot, i32::from(self.u16(4) as i16));
                        length = 6;
                    }
                    other => panic!("wide {other:#x}"),
                }
            }
            _ => panic!("opcode {op:#x} at {}", self.pc),
        }
        self.pc += length;
        Step::Next
    }

    fn increment(&mut self, slot: usize, by: i32) {
        match &mut self.locals[slot] {
            Word::Int(v) => *v = v.wrapping_add(by),
            other => panic!("iinc of {other:?}"),
        }
    }
}

fn holds(condition: u8, a: i32, b: i32) -> bool {
    match condition {
        0 => a == b,
        1 => a != b,
        2 => a < b,
        3 => a >= b,
        4 => a > b,
        _ => a <= b,
    }
}
