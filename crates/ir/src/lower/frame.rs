//! The JVM frame while one block is translated: types of the local variables and a virtual stack of operands. Loads and
//! constants only push an operand; instructions are emitted where something is computed. A local that is overwritten
//! while it is still on the virtual stack is first saved to a stack register, and a value that is stored right after it
//! was computed is computed into the local's register.

use super::error::Fault;
use super::registers::Registers;
use crate::{Inst, Kind, Operand, Reg};
use std::collections::HashMap;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ty {
    /// Unset, or set to different types on different paths.
    Unusable,
    Value(Kind),
    /// The second word of a long or double.
    Second,
    /// A return address pushed by `jsr`: the subroutine call it belongs to.
    Return(u16),
}

impl Ty {
    fn words(self) -> u32 {
        match self {
            Ty::Value(kind) => u32::from(kind.words()),
            _ => 1,
        }
    }

    pub fn describe(self) -> &'static str {
        match self {
            Ty::Unusable => "no usable value",
            Ty::Value(Kind::Int) => "an int",
            Ty::Value(Kind::Long) => "a long",
            Ty::Value(Kind::Float) => "a float",
            Ty::Value(Kind::Double) => "a double",
            Ty::Value(Kind::Ref) => "a reference",
            Ty::Second => "the second half of a long or double",
            Ty::Return(_) => "a return address",
        }
    }
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Value {
    pub ty: Ty,
    /// Meaningless for return addresses, which no instruction reads.
    pub operand: Operand,
}

pub(crate) struct Frame {
    pub registers: Registers,
    pub pc: u32,
    pub insts: Vec<Inst>,
    pub pcs: Vec<u32>,
    pub caught: Option<Reg>,
    pub locals: Vec<Ty>,
    pub stack: Vec<Value>,
    words: u32,
    max_words: u32,
    /// By register: how often the virtual stack refers to it.
    uses: Vec<u32>,
}

impl Frame {
    pub fn new(max_stack: u16) -> Frame {
        Frame {
            registers: Registers::default(),
            pc: 0,
            insts: Vec::new(),
            pcs: Vec::new(),
            caught: None,
            locals: Vec::new(),
            stack: Vec::new(),
            words: 0,
            max_words: u32::from(max_stack),
            uses: Vec::new(),
        }
    }

    /// Starts a block whose stack holds `stack` in the canonical registers.
    pub fn enter(&mut self, pc: u32, stack: &[Ty], locals: &[Ty]) -> Result<(), Fault> {
        self.pc = pc;
        self.insts.clear();
        self.pcs.clear();
        self.caught = None;
        self.locals.clear();
        self.locals.extend_from_slice(locals);
        self.stack.clear();
        self.words = 0;
        self.uses.fill(0);
        for (index, &ty) in stack.iter().enumerate() {
            let operand = match ty {
                Ty::Value(kind) => Operand::Reg(self.temp(index as u32, kind)?),
                _ => Operand::Null,
            };
            self.push(Value { ty, operand })?;
        }
        Ok(())
    }

    pub fn fault(&self, reason: impl Into<String>) -> Fault {
        Fault::new(self.pc, reason)
    }

    pub fn emit(&mut self, inst: Inst) {
        self.insts.push(inst);
        self.pcs.push(self.pc);
    }

    // The stack.

    pub fn push(&mut self, value: Value) -> Result<(), Fault> {
        self.words += value.ty.words();
        if self.words > self.max_words {
            return Err(self.fault(format!(
                "the operand stack grows beyond the declared {} words",
                self.max_words
            )));
        }
        self.count(value.operand, 1);
        self.stack.push(value);
        Ok(())
    }

    pub fn push_operand(&mut self, kind: Kind, operand: Operand) -> Result<(), Fault> {
        self.push(Value {
            ty: Ty::Value(kind),
            operand,
        })
    }

    /// Pushes a register for the result of the instruction that is about to be emitted. It is the slot's own unless a
    /// value that `dup` or `swap` moved elsewhere still lives there.
    pub fn push_result(&mut self, kind: Kind) -> Result<Reg, Fault> {
        let reg = self.free_temp(self.stack.len() as u32, kind)?;
        self.push_operand(kind, Operand::Reg(reg))?;
        Ok(reg)
    }

    pub fn pop_any(&mut self) -> Result<Value, Fault> {
        let value = self
            .stack
            .pop()
            .ok_or_else(|| self.fault("the operand stack is empty"))?;
        self.words -= value.ty.words();
        self.count(value.operand, -1);
        Ok(value)
    }

    pub fn pop(&mut self, kind: Kind) -> Result<Operand, Fault> {
        let value = self.pop_any()?;
        if value.ty != Ty::Value(kind) {
            return Err(self.fault(format!(
                "expects {} on the stack but finds {}",
                Ty::Value(kind).describe(),
                value.ty.describe()
            )));
        }
        Ok(value.operand)
    }

    /// Pops values that together take exactly `words` words; top of the stack first.
    pub fn pop_words(&mut self, words: u32) -> Result<Vec<Value>, Fault> {
        let mut popped = Vec::with_capacity(2);
        let mut left = words;
        while left > 0 {
            let value = self.pop_any()?;
            if value.ty.words() > left {
                return Err(self.fault("splits a long or double on the stack"));
            }
            left -= value.ty.words();
            popped.push(value);
        }
        Ok(popped)
    }

    pub fn clear_stack(&mut self) {
        while self.pop_any().is_ok() {}
    }

    pub fn stack_types(&self) -> Vec<Ty> {
        self.stack.iter().map(|v| v.ty).collect()
    }

    // Local variables.

    pub fn load(&mut self, kind: Kind, slot: u16) -> Result<(), Fault> {
        let reg = self.read_local(kind, slot)?;
        self.push_operand(kind, Operand::Reg(reg))
    }

    fn read_local(&mut self, kind: Kind, slot: u16) -> Result<Reg, Fault> {
        self.check_slot(slot, kind.words())?;
        let found = self.locals[usize::from(slot)];
        if found != Ty::Value(kind) {
            return Err(self.fault(format!(
                "expects {} in local variable {slot} but finds {}",
                Ty::Value(kind).describe(),
                found.describe()
            )));
        }
        self.local(slot, kind)
    }

    pub fn store(&mut self, kind: Kind, slot: u16) -> Result<(), Fault> {
        self.check_slot(slot, kind.words())?;
        // `astore` also stores return addresses (JVMS §6.5).
        if kind == Kind::Ref
            && let Some(Value {
                ty: ty @ Ty::Return(_),
                ..
            }) = self.stack.last().copied()
        {
            self.pop_any()?;
            self.set_local(slot, ty);
            return Ok(());
        }
        let reg = self.local(slot, kind)?;
        let below_top = self.stack.len().saturating_sub(1);
        self.save_uses(reg, below_top)?;
        let value = self.pop(kind)?;
        if value != Operand::Reg(reg) && !self.retarget(value, reg) {
            self.emit(Inst::Move {
                dst: reg,
                src: value,
            });
        }
        self.set_local(slot, Ty::Value(kind));
        Ok(())
    }

    /// The register of local variable `slot`, about to be changed in place (`iinc`).
    pub fn modify(&mut self, kind: Kind, slot: u16) -> Result<Reg, Fault> {
        let reg = self.read_local(kind, slot)?;
        self.save_uses(reg, self.stack.len())?;
        Ok(reg)
    }

    pub fn return_address(&self, slot: u16) -> Result<u16, Fault> {
        match self.locals.get(usize::from(slot)) {
            Some(Ty::Return(call)) => Ok(*call),
            Some(other) => Err(self.fault(format!(
                "ret expects a return address in local variable {slot} but finds {}",
                other.describe()
            ))),
            None => Err(self.fault(format!("local variable {slot} does not exist"))),
        }
    }

    fn check_slot(&self, slot: u16, words: u16) -> Result<(), Fault> {
        if usize::from(slot) + usize::from(words) > self.locals.len() {
            return Err(self.fault(format!("local variable {slot} does not exist")));
        }
        Ok(())
    }

    /// Writing one half of a long or double makes the whole unusable (JVMS §2.6.1).
    pub fn set_local(&mut self, slot: u16, ty: Ty) {
        let slot = usize::from(slot);
        let end = slot + ty.words() as usize;
        if self.locals[slot] == Ty::Second && slot > 0 {
            self.locals[slot - 1] = Ty::Unusable;
        }
        if self.locals.get(end) == Some(&Ty::Second) {
            self.locals[end] = Ty::Unusable;
        }
        self.locals[slot] = ty;
        if ty.words() == 2 {
            self.locals[slot + 1] = Ty::Second;
        }
    }

    /// Moves what the lowest `below` entries of the stack hold in local `reg` to stack registers, before `reg` changes.
    fn save_uses(&mut self, reg: Reg, below: usize) -> Result<(), Fault> {
        if self
            .uses
            .get(usize::from(reg.0))
            .is_none_or(|uses| *uses == 0)
        {
            return Ok(());
        }
        let mut saved = None;
        for index in 0..below {
            if self.stack[index].operand != Operand::Reg(reg) {
                continue;
            }
            let copy = match saved {
                Some(copy) => copy,
                None => {
                    let kind = self.registers.kinds[usize::from(reg.0)];
                    let copy = self.free_temp(index as u32, kind)?;
                    self.emit(Inst::Move {
                        dst: copy,
                        src: Operand::Reg(reg),
                    });
                    *saved.insert(copy)
                }
            };
            self.replace(index, Operand::Reg(copy));
        }
        Ok(())
    }

    /// Lets the instruction (or the exceptional entry) that has just defined the popped temporary `value` define `reg`
    /// instead. Nothing was emitted since, so no exception can see the local's store come early.
    fn retarget(&mut self, value: Operand, reg: Reg) -> bool {
        let Operand::Reg(temp) = value else {
            return false;
        };
        if !self.registers.is_temp(temp) {
            return false;
        }
        match self.insts.last_mut().map(Inst::dst_mut) {
            Some(Some(dst)) if *dst == temp => *dst = reg,
            None if self.caught == Some(temp) => self.caught = Some(reg),
            _ => return false,
        }
        if self.uses[usize::from(temp.0)] > 0 {
            for index in 0..self.stack.len() {
                if self.stack[index].operand == value {
                    self.replace(index, Operand::Reg(reg));
                }
            }
        }
        true
    }

    // The end of a block.

    /// Brings every stack entry to its canonical register. `reads` are what the terminator reads; they are copied away
    /// where the moves would overwrite them.
    pub fn flush(&mut self, reads: &mut [&mut Operand]) -> Result<(), Fault> {
        let mut moves = Vec::new();
        for index in 0..self.stack.len() {
            let Value {
                ty: Ty::Value(kind),
                operand,
            } = self.stack[index]
            else {
                continue;
            };
            let dst = self.temp(index as u32, kind)?;
            if operand != Operand::Reg(dst) {
                moves.push((dst, operand));
            }
        }
        if moves.is_empty() {
            return Ok(());
        }
        for read in reads.iter() {
            self.count(**read, 1);
        }
        for read in reads.iter_mut() {
            if let Operand::Reg(reg) = **read
                && moves.iter().any(|(dst, _)| *dst == reg)
            {
                let copy = self.scratch(reg)?;
                self.emit(Inst::Move {
                    dst: copy,
                    src: **read,
                });
                self.count(Operand::Reg(copy), 1);
                **read = Operand::Reg(copy);
            }
        }
        self.move_in_parallel(moves)
    }

    fn move_in_parallel(&mut self, moves: Vec<(Reg, Operand)>) -> Result<(), Fault> {
        // How many pending moves read a register; one that is still read must not be written yet.
        let mut readers: HashMap<Reg, usize> = HashMap::new();
        for (_, src) in &moves {
            if let Operand::Reg(reg) = src {
                *readers.entry(*reg).or_default() += 1;
            }
        }
        let mut by_dst: HashMap<Reg, usize> = HashMap::new();
        for (index, (dst, _)) in moves.iter().enumerate() {
            by_dst.insert(*dst, index);
        }
        let mut moves: Vec<Option<(Reg, Operand)>> = moves.into_iter().map(Some).collect();
        // A chain of moves is freed from its end: emitting one may make the move into its source possible.
        let emit_chain = |frame: &mut Frame,
                          moves: &mut Vec<Option<(Reg, Operand)>>,
                          readers: &mut HashMap<Reg, usize>,
                          start: usize| {
            let mut next = Some(start);
            while let Some(index) = next.take() {
                let Some((dst, src)) = moves[index] else {
                    break;
                };
                if readers.get(&dst).is_some_and(|n| *n > 0) {
                    break;
                }
                frame.emit(Inst::Move { dst, src });
                moves[index] = None;
                if let Operand::Reg(reg) = src
                    && let Some(n) = readers.get_mut(&reg)
                {
                    *n -= 1;
                    next = by_dst.get(&reg).copied();
                }
            }
        };
        for index in 0..moves.len() {
            emit_chain(self, &mut moves, &mut readers, index);
        }
        // What is left are cycles, where each register is read by exactly one other move: break each at one place.
        let mut by_src: HashMap<Reg, usize> = HashMap::new();
        for (index, pending) in moves.iter().enumerate() {
            if let Some((_, Operand::Reg(reg))) = pending {
                by_src.insert(*reg, index);
            }
        }
        for index in 0..moves.len() {
            let Some((dst, _)) = moves[index] else {
                continue;
            };
            let copy = self.scratch(dst)?;
            self.emit(Inst::Move {
                dst: copy,
                src: Operand::Reg(dst),
            });
            if let Some(&reader) = by_src.get(&dst)
                && let Some((_, src)) = &mut moves[reader]
            {
                *src = Operand::Reg(copy);
            }
            readers.remove(&dst);
            emit_chain(self, &mut moves, &mut readers, index);
        }
        Ok(())
    }

    // Registers.

    fn local(&mut self, slot: u16, kind: Kind) -> Result<Reg, Fault> {
        self.registers
            .local(slot, kind)
            .map_err(|_| self.too_many_registers())
    }

    fn temp(&mut self, index: u32, kind: Kind) -> Result<Reg, Fault> {
        self.registers
            .temp(index, kind)
            .map_err(|_| self.too_many_registers())
    }

    fn too_many_registers(&self) -> Fault {
        self.fault("the method needs more than 65,535 registers")
    }

    /// The first stack register from `index` on that the virtual stack does not refer to.
    fn free_temp(&mut self, index: u32, kind: Kind) -> Result<Reg, Fault> {
        let mut index = index;
        loop {
            let reg = self.temp(index, kind)?;
            if self
                .uses
                .get(usize::from(reg.0))
                .is_none_or(|uses| *uses == 0)
            {
                return Ok(reg);
            }
            index += 1;
        }
    }

    /// A register like `reg` that is neither in use nor any stack entry's own.
    fn scratch(&mut self, reg: Reg) -> Result<Reg, Fault> {
        let kind = self.registers.kinds[usize::from(reg.0)];
        self.free_temp(self.stack.len() as u32, kind)
    }

    fn count(&mut self, operand: Operand, change: i32) {
        if let Operand::Reg(Reg(number)) = operand {
            let at = usize::from(number);
            if at >= self.uses.len() {
                self.uses.resize(self.registers.kinds.len().max(at + 1), 0);
            }
            self.uses[at] = self.uses[at].saturating_add_signed(change);
        }
    }

    fn replace(&mut self, index: usize, operand: Operand) {
        self.count(self.stack[index].operand, -1);
        self.count(operand, 1);
        self.stack[index].operand = operand;
    }
}
