//! One block of bytecode to instructions: what each operation does to the virtual stack and which instruction it becomes.

use super::Lowering;
use super::decode::Op;
use super::error::Fault;
use super::frame::{Ty, Value};
use crate::{BinaryOp, Block, BlockId, Condition, ExceptionEdge, Inst, Kind, Operand, Terminator};
use classpath::Name;

impl Lowering<'_> {
    pub(super) fn translate_block(&mut self, id: BlockId) -> Result<(), Fault> {
        let node = &self.graph.nodes[id.0 as usize];
        let (first, call, landing) = (node.op, node.call, node.landing);
        let pc = self.plan.decoded.pcs[first];
        let Some(entry) = self.graph.entry(id) else {
            return Ok(());
        };
        self.charge(pc, entry.locals.len() as u64)?;
        self.frame.enter(pc, &entry.stack, &entry.locals)?;
        // A handler that the code also jumps to starts with one value on its stack either way: a landing block receives
        // the thrown object and goes there.
        let caught = landing || !self.plan.entered_normally[first];
        if caught {
            self.frame.caught = self
                .frame
                .stack
                .first()
                .and_then(|value| value.operand.reg());
        }

        let mut handlers: Vec<ExceptionEdge> = Vec::new();
        // The types of locals wherever something was thrown, merged.
        let mut thrown: Option<Vec<Ty>> = None;
        let mut index = first;
        let terminator;
        if landing {
            let target = self.graph.node(first, call, false);
            terminator = Terminator::Goto(target);
        } else {
            let covering = self.plan.handlers(pc);
            self.charge(pc, self.plan.code.handlers.len() as u64)?;
            let ops = std::mem::take(&mut self.plan.decoded.ops);
            let result =
                self.translate_ops(&ops, call, &mut index, !covering.is_empty(), &mut thrown);
            self.plan.decoded.ops = ops;
            terminator = result?;
            if thrown.is_some() {
                for (catch_type, op) in covering {
                    let landing = self.plan.entered_normally[op];
                    let target = self.graph.node(op, call, landing);
                    handlers.push(ExceptionEdge { catch_type, target });
                }
            }
        }

        let block = Block {
            insts: std::mem::take(&mut self.frame.insts),
            pcs: std::mem::take(&mut self.frame.pcs),
            terminator,
            terminator_pc: self.frame.pc,
            handlers,
            caught: self.frame.caught,
        };
        self.flow_out(&block, thrown)?;
        self.graph.nodes[id.0 as usize].block = Some(block);
        Ok(())
    }

    fn translate_ops(
        &mut self,
        ops: &[Op],
        call: u16,
        index: &mut usize,
        covered: bool,
        thrown: &mut Option<Vec<Ty>>,
    ) -> Result<Terminator, Fault> {
        let mut before: Vec<Ty> = Vec::new();
        loop {
            self.frame.pc = self.plan.decoded.pcs[*index];
            let emitted = self.frame.insts.len();
            // An instruction that throws leaves the locals as they were before it. Stores cannot throw, and operations
            // that can do not store, so the types after an operation that threw are those before it.
            let terminator = self.translate(&ops[*index], call, *index)?;
            self.charge(self.frame.pc, 1 + (self.frame.insts.len() - emitted) as u64)?;
            if covered {
                let throws = self.frame.insts[emitted..].iter().any(Inst::can_throw)
                    || terminator.as_ref().is_some_and(Terminator::can_throw);
                if throws && (thrown.is_none() || before != self.frame.locals) {
                    self.charge(self.frame.pc, self.frame.locals.len() as u64)?;
                    before.clone_from(&self.frame.locals);
                    match thrown {
                        None => *thrown = Some(before.clone()),
                        Some(merged) => {
                            for (known, new) in merged.iter_mut().zip(&before) {
                                if *known != *new {
                                    *known = Ty::Unusable;
                                }
                            }
                        }
                    }
                }
            }
            if let Some(terminator) = terminator {
                return Ok(terminator);
            }
            *index += 1;
            if *index == ops.len() {
                return Err(self
                    .frame
                    .fault("execution can run past the end of the code"));
            }
            if self.plan.leader[*index] {
                self.frame.flush(&mut [])?;
                return Ok(Terminator::Goto(self.graph.node(*index, call, false)));
            }
        }
    }

    fn flow_out(&mut self, block: &Block, thrown: Option<Vec<Ty>>) -> Result<(), Fault> {
        let pc = block.terminator_pc;
        let mut targets = Vec::new();
        block
            .terminator
            .for_each_target(|target| targets.push(target));
        targets.sort_unstable();
        targets.dedup();
        let stack = self.frame.stack_types();
        let size = (self.frame.locals.len() + stack.len()) as u64;
        self.charge(pc, size * (targets.len() + block.handlers.len()) as u64)?;
        for target in targets {
            self.graph
                .flow(target, &stack, &self.frame.locals)
                .map_err(|reason| Fault::new(pc, reason))?;
        }
        if let Some(locals) = thrown {
            for handler in &block.handlers {
                self.graph
                    .flow(handler.target, &[Ty::Value(Kind::Ref)], &locals)
                    .map_err(|reason| Fault::new(pc, reason))?;
            }
        }
        Ok(())
    }

    fn charge(&mut self, pc: u32, cost: u64) -> Result<(), Fault> {
        match self.budget.checked_sub(cost) {
            Some(left) => {
                self.budget = left;
                Ok(())
            }
            None => Err(Fault::new(
                pc,
                "the method is too large or too tangled to translate",
            )),
        }
    }

    /// The node at byte offset `pc`, which `decode` has checked.
    fn target(&mut self, pc: u32, call: u16) -> Result<BlockId, Fault> {
        match self.plan.decoded.at(pc) {
            Some(op) => Ok(self.graph.node(op, call, false)),
            None => Err(self
                .frame
                .fault(format!("jumps to {pc}, where no instruction starts"))),
        }
    }

    fn translate(&mut self, op: &Op, call: u16, index: usize) -> Result<Option<Terminator>, Fault> {
        let frame = &mut self.frame;
        match *op {
            Op::Nop => {}
            Op::Const(operand) => frame.push_operand(constant_kind(operand), operand)?,
            Op::Ldc { index, wide } => self.load_constant(index, wide)?,
            Op::Load(kind, slot) => frame.load(kind, slot)?,
            Op::Store(kind, slot) => frame.store(kind, slot)?,
            Op::Iinc(slot, amount) => {
                let dst = frame.modify(Kind::Int, slot)?;
                frame.emit(Inst::Binary {
                    op: BinaryOp::Add,
                    kind: Kind::Int,
                    dst,
                    a: Operand::Reg(dst),
                    b: Operand::Int(amount),
                });
            }
            Op::ArrayLoad(element) => {
                let index = frame.pop(Kind::Int)?;
                let array = frame.pop(Kind::Ref)?;
                let dst = frame.push_result(element.kind())?;
                frame.emit(Inst::ArrayLoad {
                    element,
                    dst,
                    array,
                    index,
                });
            }
            Op::ArrayStore(element) => {
                let value = frame.pop(element.kind())?;
                let index = frame.pop(Kind::Int)?;
                let array = frame.pop(Kind::Ref)?;
                frame.emit(Inst::ArrayStore {
                    element,
                    array,
                    index,
                    value,
                });
            }
            Op::Pop => drop(frame.pop_words(1)?),
            Op::Pop2 => drop(frame.pop_words(2)?),
            Op::Dup { words, under } => {
                let top = frame.pop_words(u32::from(words))?;
                let beneath = frame.pop_words(u32::from(under))?;
                let again = top
                    .iter()
                    .rev()
                    .chain(beneath.iter().rev())
                    .chain(top.iter().rev());
                for value in again {
                    frame.push(*value)?;
                }
            }
            Op::Swap => {
                let top = frame.pop_words(1)?;
                let beneath = frame.pop_words(1)?;
                for value in top.iter().chain(&beneath) {
                    frame.push(*value)?;
                }
            }
            Op::Binary(op, kind) => {
                let shift = matches!(op, BinaryOp::Shl | BinaryOp::Shr | BinaryOp::Ushr);
                let b = frame.pop(if shift { Kind::Int } else { kind })?;
                let a = frame.pop(kind)?;
                let dst = frame.push_result(kind)?;
                frame.emit(Inst::Binary {
                    op,
                    kind,
                    dst,
                    a,
                    b,
                });
            }
            Op::Negate(kind) => {
                let src = frame.pop(kind)?;
                let dst = frame.push_result(kind)?;
                frame.emit(Inst::Negate { kind, dst, src });
            }
            Op::Convert(op) => {
                let (from, to) = op.kinds();
                let src = frame.pop(from)?;
                let dst = frame.push_result(to)?;
                frame.emit(Inst::Convert { op, dst, src });
            }
            Op::Compare(op) => {
                let b = frame.pop(op.kind())?;
                let a = frame.pop(op.kind())?;
                let dst = frame.push_result(Kind::Int)?;
                frame.emit(Inst::Compare { op, dst, a, b });
            }
            Op::IfZero(condition, target) => {
                let a = frame.pop(Kind::Int)?;
                return self.branch(condition, a, Operand::Int(0), target, call, index);
            }
            Op::IfInts(condition, target) => {
                let b = frame.pop(Kind::Int)?;
                let a = frame.pop(Kind::Int)?;
                return self.branch(condition, a, b, target, call, index);
            }
            Op::IfRefs(condition, target) => {
                let b = frame.pop(Kind::Ref)?;
                let a = frame.pop(Kind::Ref)?;
                return self.branch(condition, a, b, target, call, index);
            }
            Op::IfNull(condition, target) => {
                let a = frame.pop(Kind::Ref)?;
                return self.branch(condition, a, Operand::Null, target, call, index);
            }
            Op::Goto(target) => {
                frame.flush(&mut [])?;
                return Ok(Some(Terminator::Goto(self.target(target, call)?)));
            }
            Op::Jsr(target) => {
                let Some(subroutine) = self.plan.decoded.at(target) else {
                    return Err(frame.fault("jumps to where no instruction starts"));
                };
                let inner = self
                    .graph
                    .call(call, index + 1, subroutine)
                    .map_err(|reason| Fault::new(self.frame.pc, reason))?;
                self.frame.push(Value {
                    ty: Ty::Return(inner),
                    operand: Operand::Null,
                })?;
                self.frame.flush(&mut [])?;
                return Ok(Some(Terminator::Goto(self.target(target, inner)?)));
            }
            Op::Ret(slot) => {
                let from = frame.return_address(slot)?;
                let Some(info) = self.graph.call_info(from) else {
                    return Err(frame.fault("ret without a subroutine"));
                };
                let (return_to, caller) = (info.return_to, info.caller);
                if return_to >= self.plan.leader.len() {
                    return Err(frame.fault("a subroutine returns past the end of the code"));
                }
                frame.flush(&mut [])?;
                let target = self.graph.node(return_to, caller, false);
                return Ok(Some(Terminator::Goto(target)));
            }
            Op::Switch(ref table) => {
                let mut key = frame.pop(Kind::Int)?;
                frame.flush(&mut [&mut key])?;
                let mut cases = Vec::with_capacity(table.cases.len());
                for (value, target) in &table.cases {
                    // What a case shares with the default is no decision (the holes of a tableswitch).
                    if *target != table.default {
                        cases.push((*value, self.target(*target, call)?));
                    }
                }
                let default = self.target(table.default, call)?;
                return Ok(Some(match cases.is_empty() {
                    true => Terminator::Goto(default),
                    false => Terminator::Switch {
                        key,
                        cases: cases.into(),
                        default,
                    },
                }));
            }
            Op::Return(kind) => {
                if kind != self.returns {
                    return Err(frame.fault("returns another type than the method declares"));
                }
                let value = kind.map(|kind| frame.pop(kind)).transpose()?;
                frame.clear_stack();
                return Ok(Some(Terminator::Return(value)));
            }
            Op::Throw => {
                let thrown = frame.pop(Kind::Ref)?;
                frame.clear_stack();
                return Ok(Some(Terminator::Throw(thrown)));
            }
            Op::GetStatic(index) => {
                let (field, kind) = self.field(index)?;
                let dst = self.frame.push_result(kind)?;
                self.frame.emit(Inst::GetStatic { dst, field });
            }
            Op::PutStatic(index) => {
                let (field, kind) = self.field(index)?;
                let value = self.frame.pop(kind)?;
                self.frame.emit(Inst::PutStatic { field, value });
            }
            Op::GetField(index) => {
                let (field, kind) = self.field(index)?;
                let object = self.frame.pop(Kind::Ref)?;
                let dst = self.frame.push_result(kind)?;
                self.frame.emit(Inst::GetField { dst, object, field });
            }
            Op::PutField(index) => {
                let (field, kind) = self.field(index)?;
                let value = self.frame.pop(kind)?;
                let object = self.frame.pop(Kind::Ref)?;
                self.frame.emit(Inst::PutField {
                    object,
                    field,
                    value,
                });
            }
            Op::Invoke(kind, index) => self.invoke(kind, index)?,
            Op::InvokeDynamic(index) => self.invoke_dynamic(index)?,
            Op::New(index) => {
                let class = self.class_name(index)?;
                if class.starts_with('[') {
                    return Err(self.frame.fault("new makes an array"));
                }
                let dst = self.frame.push_result(Kind::Ref)?;
                self.frame.emit(Inst::New { dst, class });
            }
            Op::NewArray(code) => {
                let descriptor = match code {
                    4 => "[Z",
                    5 => "[C",
                    6 => "[F",
                    7 => "[D",
                    8 => "[B",
                    9 => "[S",
                    10 => "[I",
                    11 => "[J",
                    _ => return Err(frame.fault(format!("{code} is no primitive array type"))),
                };
                let length = frame.pop(Kind::Int)?;
                let dst = frame.push_result(Kind::Ref)?;
                frame.emit(Inst::NewArray {
                    dst,
                    descriptor: descriptor.into(),
                    length,
                });
            }
            Op::ANewArray(index) => {
                let class = self.class_name(index)?;
                let descriptor: Name = match class.starts_with('[') {
                    true => format!("[{class}").into(),
                    false => format!("[L{class};").into(),
                };
                if dimensions(&descriptor) > 255 {
                    return Err(self
                        .frame
                        .fault("makes an array of more than 255 dimensions"));
                }
                let length = self.frame.pop(Kind::Int)?;
                let dst = self.frame.push_result(Kind::Ref)?;
                self.frame.emit(Inst::NewArray {
                    dst,
                    descriptor,
                    length,
                });
            }
            Op::MultiANewArray(index, count) => {
                let descriptor = self.class_name(index)?;
                if count == 0 || dimensions(&descriptor) < usize::from(count) {
                    return Err(self.frame.fault(format!(
                        "makes {count} dimensions of an array of type {descriptor}"
                    )));
                }
                let mut lengths = vec![Operand::Int(0); usize::from(count)];
                for length in lengths.iter_mut().rev() {
                    *length = self.frame.pop(Kind::Int)?;
                }
                let dst = self.frame.push_result(Kind::Ref)?;
                self.frame.emit(Inst::NewMultiArray {
                    dst,
                    descriptor,
                    lengths: lengths.into(),
                });
            }
            Op::ArrayLength => {
                let array = frame.pop(Kind::Ref)?;
                let dst = frame.push_result(Kind::Int)?;
                frame.emit(Inst::ArrayLength { dst, array });
            }
            Op::CheckCast(index) => {
                let class = self.class_name(index)?;
                let src = self.frame.pop(Kind::Ref)?;
                let dst = self.frame.push_result(Kind::Ref)?;
                self.frame.emit(Inst::CheckCast { dst, src, class });
            }
            Op::InstanceOf(index) => {
                let class = self.class_name(index)?;
                let src = self.frame.pop(Kind::Ref)?;
                let dst = self.frame.push_result(Kind::Int)?;
                self.frame.emit(Inst::InstanceOf { dst, src, class });
            }
            Op::MonitorEnter => {
                let object = frame.pop(Kind::Ref)?;
                frame.emit(Inst::MonitorEnter { object });
            }
            Op::MonitorExit => {
                let object = frame.pop(Kind::Ref)?;
                frame.emit(Inst::MonitorExit { object });
            }
        }
        Ok(None)
    }

    fn branch(
        &mut self,
        condition: Condition,
        mut a: Operand,
        mut b: Operand,
        target: u32,
        call: u16,
        index: usize,
    ) -> Result<Option<Terminator>, Fault> {
        if index + 1 >= self.plan.leader.len() {
            return Err(self
                .frame
                .fault("execution can run past the end of the code"));
        }
        self.frame.flush(&mut [&mut a, &mut b])?;
        let then = self.target(target, call)?;
        let otherwise = self.graph.node(index + 1, call, false);
        Ok(Some(Terminator::If {
            condition,
            a,
            b,
            then,
            otherwise,
        }))
    }
}

fn constant_kind(operand: Operand) -> Kind {
    match operand {
        Operand::Int(_) => Kind::Int,
        Operand::Long(_) => Kind::Long,
        Operand::Float(_) => Kind::Float,
        Operand::Double(_) => Kind::Double,
        Operand::Null | Operand::Reg(_) => Kind::Ref,
    }
}

fn dimensions(descriptor: &str) -> usize {
    descriptor.bytes().take_while(|b| *b == b'[').count()
}
