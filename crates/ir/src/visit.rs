//! What instructions read, write and may do, so that analyses need not match on every instruction.

use crate::{
    BinaryOp, Block, BlockId, Body, CompareOp, Conversion, ElementKind, Inst, Kind, Operand, Reg,
    Terminator,
};

impl Kind {
    /// Words on the JVM's stack and in its local variables.
    pub fn words(self) -> u16 {
        match self {
            Kind::Long | Kind::Double => 2,
            Kind::Int | Kind::Float | Kind::Ref => 1,
        }
    }

    /// The kind of a field descriptor's values; `None` if it is not one (only its first letter is looked at).
    pub fn of_descriptor(descriptor: &str) -> Option<Kind> {
        Some(match descriptor.as_bytes().first()? {
            b'Z' | b'B' | b'C' | b'S' | b'I' => Kind::Int,
            b'J' => Kind::Long,
            b'F' => Kind::Float,
            b'D' => Kind::Double,
            b'L' | b'[' => Kind::Ref,
            _ => return None,
        })
    }
}

impl ElementKind {
    /// What an element becomes in a register.
    pub fn kind(self) -> Kind {
        match self {
            ElementKind::Byte | ElementKind::Char | ElementKind::Short | ElementKind::Int => {
                Kind::Int
            }
            ElementKind::Long => Kind::Long,
            ElementKind::Float => Kind::Float,
            ElementKind::Double => Kind::Double,
            ElementKind::Ref => Kind::Ref,
        }
    }
}

impl Operand {
    pub fn reg(self) -> Option<Reg> {
        match self {
            Operand::Reg(reg) => Some(reg),
            _ => None,
        }
    }
}

impl Body {
    pub fn kind(&self, reg: Reg) -> Kind {
        self.registers[usize::from(reg.0)]
    }

    pub fn operand_kind(&self, operand: Operand) -> Kind {
        match operand {
            Operand::Reg(reg) => self.kind(reg),
            Operand::Int(_) => Kind::Int,
            Operand::Long(_) => Kind::Long,
            Operand::Float(_) => Kind::Float,
            Operand::Double(_) => Kind::Double,
            Operand::Null => Kind::Ref,
        }
    }

    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.0 as usize]
    }

    pub fn block_ids(&self) -> impl DoubleEndedIterator<Item = BlockId> + use<> {
        (0..self.blocks.len() as u32).map(BlockId)
    }
}

impl Block {
    pub fn can_throw(&self) -> bool {
        self.terminator.can_throw() || self.insts.iter().any(Inst::can_throw)
    }

    /// Whether a handler catches whatever this block throws.
    pub fn catches_all(&self) -> bool {
        self.handlers.iter().any(|h| match &h.catch_type {
            None => true,
            Some(class) => &**class == "java/lang/Throwable",
        })
    }

    /// The bytecode offset of the first instruction or, in a block without any, of the terminator.
    pub fn first_pc(&self) -> u32 {
        self.pcs.first().copied().unwrap_or(self.terminator_pc)
    }
}

impl Inst {
    pub fn dst(&self) -> Option<Reg> {
        match *self {
            Inst::Load { dst, .. }
            | Inst::Move { dst, .. }
            | Inst::Binary { dst, .. }
            | Inst::Negate { dst, .. }
            | Inst::Convert { dst, .. }
            | Inst::Compare { dst, .. }
            | Inst::ArrayLength { dst, .. }
            | Inst::ArrayLoad { dst, .. }
            | Inst::New { dst, .. }
            | Inst::NewArray { dst, .. }
            | Inst::NewMultiArray { dst, .. }
            | Inst::GetField { dst, .. }
            | Inst::GetStatic { dst, .. }
            | Inst::CheckCast { dst, .. }
            | Inst::InstanceOf { dst, .. } => Some(dst),
            Inst::Invoke { dst, .. } | Inst::InvokeDynamic { dst, .. } => dst,
            Inst::ArrayStore { .. }
            | Inst::PutField { .. }
            | Inst::PutStatic { .. }
            | Inst::MonitorEnter { .. }
            | Inst::MonitorExit { .. } => None,
        }
    }

    pub fn dst_mut(&mut self) -> Option<&mut Reg> {
        match self {
            Inst::Load { dst, .. }
            | Inst::Move { dst, .. }
            | Inst::Binary { dst, .. }
            | Inst::Negate { dst, .. }
            | Inst::Convert { dst, .. }
            | Inst::Compare { dst, .. }
            | Inst::ArrayLength { dst, .. }
            | Inst::ArrayLoad { dst, .. }
            | Inst::New { dst, .. }
            | Inst::NewArray { dst, .. }
            | Inst::NewMultiArray { dst, .. }
            | Inst::GetField { dst, .. }
            | Inst::GetStatic { dst, .. }
            | Inst::CheckCast { dst, .. }
            | Inst::InstanceOf { dst, .. } => Some(dst),
            Inst::Invoke { dst, .. } | Inst::InvokeDynamic { dst, .. } => dst.as_mut(),
            Inst::ArrayStore { .. }
            | Inst::PutField { .. }
            | Inst::PutStatic { .. }
            | Inst::MonitorEnter { .. }
            | Inst::MonitorExit { .. } => None,
        }
    }

    /// Calls `f` for each operand, in the order in which the JVM's stack held them.
    pub fn for_each_operand(&self, mut f: impl FnMut(Operand)) {
        match self {
            Inst::Load { .. } | Inst::New { .. } | Inst::GetStatic { .. } => {}
            Inst::Move { src, .. }
            | Inst::Negate { src, .. }
            | Inst::Convert { src, .. }
            | Inst::CheckCast { src, .. }
            | Inst::InstanceOf { src, .. } => f(*src),
            Inst::Binary { a, b, .. } | Inst::Compare { a, b, .. } => {
                f(*a);
                f(*b);
            }
            Inst::ArrayLength { array, .. } => f(*array),
            Inst::ArrayLoad { array, index, .. } => {
                f(*array);
                f(*index);
            }
            Inst::ArrayStore {
                array,
                index,
                value,
                ..
            } => {
                f(*array);
                f(*index);
                f(*value);
            }
            Inst::NewArray { length, .. } => f(*length),
            Inst::NewMultiArray {
                lengths: operands, ..
            }
            | Inst::Invoke { args: operands, .. }
            | Inst::InvokeDynamic { args: operands, .. } => operands.iter().for_each(|o| f(*o)),
            Inst::GetField { object, .. }
            | Inst::MonitorEnter { object }
            | Inst::MonitorExit { object } => f(*object),
            Inst::PutField { object, value, .. } => {
                f(*object);
                f(*value);
            }
            Inst::PutStatic { value, .. } => f(*value),
        }
    }

    pub fn for_each_operand_mut(&mut self, mut f: impl FnMut(&mut Operand)) {
        match self {
            Inst::Load { .. } | Inst::New { .. } | Inst::GetStatic { .. } => {}
            Inst::Move { src, .. }
            | Inst::Negate { src, .. }
            | Inst::Convert { src, .. }
            | Inst::CheckCast { src, .. }
            | Inst::InstanceOf { src, .. } => f(src),
            Inst::Binary { a, b, .. } | Inst::Compare { a, b, .. } => {
                f(a);
                f(b);
            }
            Inst::ArrayLength { array, .. } => f(array),
            Inst::ArrayLoad { array, index, .. } => {
                f(array);
                f(index);
            }
            Inst::ArrayStore {
                array,
                index,
                value,
                ..
            } => {
                f(array);
                f(index);
                f(value);
            }
            Inst::NewArray { length, .. } => f(length),
            Inst::NewMultiArray {
                lengths: operands, ..
            }
            | Inst::Invoke { args: operands, .. }
            | Inst::InvokeDynamic { args: operands, .. } => operands.iter_mut().for_each(f),
            Inst::GetField { object, .. }
            | Inst::MonitorEnter { object }
            | Inst::MonitorExit { object } => f(object),
            Inst::PutField { object, value, .. } => {
                f(object);
                f(value);
            }
            Inst::PutStatic { value, .. } => f(value),
        }
    }

    /// Whether executing this can throw, linkage errors and `OutOfMemoryError` included. Blocks that cannot throw have
    /// no handlers, so whoever executes a body must not throw elsewhere.
    pub fn can_throw(&self) -> bool {
        match self {
            Inst::Move { .. }
            | Inst::Negate { .. }
            | Inst::Convert { .. }
            | Inst::Compare { .. } => false,
            Inst::Binary {
                op: BinaryOp::Div | BinaryOp::Rem,
                kind,
                b,
                ..
            } => match kind {
                Kind::Int => matches!(b, Operand::Reg(_) | Operand::Int(0)),
                Kind::Long => matches!(b, Operand::Reg(_) | Operand::Long(0)),
                _ => false,
            },
            Inst::Binary { .. } => false,
            _ => true,
        }
    }
}

impl Terminator {
    /// Only `Throw` does: loops and returns are no safepoints here.
    pub fn can_throw(&self) -> bool {
        matches!(self, Terminator::Throw(_))
    }

    /// The blocks that follow normally, in order (`then` before `otherwise`, cases before the default), with repetitions.
    pub fn for_each_target(&self, mut f: impl FnMut(BlockId)) {
        match self {
            Terminator::Goto(target) => f(*target),
            Terminator::If {
                then, otherwise, ..
            } => {
                f(*then);
                f(*otherwise);
            }
            Terminator::Switch { cases, default, .. } => {
                cases.iter().for_each(|(_, target)| f(*target));
                f(*default);
            }
            Terminator::Return(_) | Terminator::Throw(_) => {}
        }
    }

    pub fn for_each_target_mut(&mut self, mut f: impl FnMut(&mut BlockId)) {
        match self {
            Terminator::Goto(target) => f(target),
            Terminator::If {
                then, otherwise, ..
            } => {
                f(then);
                f(otherwise);
            }
            Terminator::Switch { cases, default, .. } => {
                cases.iter_mut().for_each(|(_, target)| f(target));
                f(default);
            }
            Terminator::Return(_) | Terminator::Throw(_) => {}
        }
    }

    pub fn for_each_operand(&self, mut f: impl FnMut(Operand)) {
        match self {
            Terminator::Goto(_) | Terminator::Return(None) => {}
            Terminator::If { a, b, .. } => {
                f(*a);
                f(*b);
            }
            Terminator::Switch { key: operand, .. }
            | Terminator::Return(Some(operand))
            | Terminator::Throw(operand) => f(*operand),
        }
    }

    pub fn for_each_operand_mut(&mut self, mut f: impl FnMut(&mut Operand)) {
        match self {
            Terminator::Goto(_) | Terminator::Return(None) => {}
            Terminator::If { a, b, .. } => {
                f(a);
                f(b);
            }
            Terminator::Switch { key: operand, .. }
            | Terminator::Return(Some(operand))
            | Terminator::Throw(operand) => f(operand),
        }
    }
}

impl Conversion {
    /// From which kind to which kind.
    pub fn kinds(self) -> (Kind, Kind) {
        use Conversion::*;
        use Kind::*;
        match self {
            I2L => (Int, Long),
            I2F => (Int, Float),
            I2D => (Int, Double),
            L2I => (Long, Int),
            L2F => (Long, Float),
            L2D => (Long, Double),
            F2I => (Float, Int),
            F2L => (Float, Long),
            F2D => (Float, Double),
            D2I => (Double, Int),
            D2L => (Double, Long),
            D2F => (Double, Float),
            I2B | I2C | I2S => (Int, Int),
        }
    }
}

impl CompareOp {
    /// The kind of both operands.
    pub fn kind(self) -> Kind {
        match self {
            CompareOp::Long => Kind::Long,
            CompareOp::FloatLess | CompareOp::FloatGreater => Kind::Float,
            CompareOp::DoubleLess | CompareOp::DoubleGreater => Kind::Double,
        }
    }
}
