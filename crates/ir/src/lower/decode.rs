//! Bytes to instructions (JVMS §6.5). The many encodings of one operation (`iload_0`, `iload`, `wide iload`; `goto` and
//! `goto_w`) become one [`Op`], and branch offsets become absolute positions, checked to be instruction starts.

use super::error::Fault;
use crate::{BinaryOp, CompareOp, Condition, Conversion, ElementKind, InvokeKind, Kind, Operand};

#[derive(Debug, Clone)]
pub(crate) enum Op {
    Nop,
    Const(Operand),
    /// `wide` is `ldc2_w`: the constant takes two words.
    Ldc {
        index: u16,
        wide: bool,
    },
    Load(Kind, u16),
    Store(Kind, u16),
    Iinc(u16, i32),
    ArrayLoad(ElementKind),
    ArrayStore(ElementKind),
    Pop,
    Pop2,
    /// `dup*`: copies the top `words` words below the `under` words beneath them.
    Dup {
        words: u8,
        under: u8,
    },
    Swap,
    Binary(BinaryOp, Kind),
    Negate(Kind),
    Convert(Conversion),
    Compare(CompareOp),
    IfZero(Condition, u32),
    IfInts(Condition, u32),
    IfRefs(Condition, u32),
    IfNull(Condition, u32),
    Goto(u32),
    Jsr(u32),
    Ret(u16),
    Switch(Box<SwitchTable>),
    Return(Option<Kind>),
    GetStatic(u16),
    PutStatic(u16),
    GetField(u16),
    PutField(u16),
    Invoke(InvokeKind, u16),
    InvokeDynamic(u16),
    New(u16),
    NewArray(u8),
    ANewArray(u16),
    MultiANewArray(u16, u8),
    ArrayLength,
    Throw,
    CheckCast(u16),
    InstanceOf(u16),
    MonitorEnter,
    MonitorExit,
}

#[derive(Debug, Clone)]
pub(crate) struct SwitchTable {
    pub cases: Vec<(i32, u32)>,
    pub default: u32,
}

impl Op {
    /// Whether the next instruction is not reached from here by falling through.
    pub fn ends_flow(&self) -> bool {
        matches!(
            self,
            Op::Goto(_) | Op::Jsr(_) | Op::Ret(_) | Op::Switch(_) | Op::Return(_) | Op::Throw
        )
    }

    pub fn for_each_target(&self, mut f: impl FnMut(u32)) {
        match self {
            Op::IfZero(_, t)
            | Op::IfInts(_, t)
            | Op::IfRefs(_, t)
            | Op::IfNull(_, t)
            | Op::Goto(t)
            | Op::Jsr(t) => f(*t),
            Op::Switch(table) => {
                table.cases.iter().for_each(|(_, t)| f(*t));
                f(table.default);
            }
            _ => {}
        }
    }

    /// Whether a block ends after this instruction.
    pub fn ends_block(&self) -> bool {
        matches!(
            self,
            Op::IfZero(..) | Op::IfInts(..) | Op::IfRefs(..) | Op::IfNull(..)
        ) || self.ends_flow()
    }
}

#[derive(Debug)]
pub(crate) struct Decoded {
    pub ops: Vec<Op>,
    /// Byte offset of each op.
    pub pcs: Vec<u32>,
    /// By byte offset: the op that starts there, or [`NO_OP`].
    index: Vec<u32>,
}

pub(crate) const NO_OP: u32 = u32::MAX;

impl Decoded {
    /// The op that starts at `pc`; `None` in the middle of an instruction and outside of the code.
    pub fn at(&self, pc: u32) -> Option<usize> {
        match self.index.get(pc as usize) {
            Some(&i) if i != NO_OP => Some(i as usize),
            _ => None,
        }
    }
}

/// The code array is at most 65,535 bytes long (JVMS §4.7.3); this also keeps `i32` arithmetic on offsets exact.
const MAX_CODE: usize = 65_535;

pub(crate) fn decode(bytes: &[u8]) -> Result<Decoded, Fault> {
    if bytes.is_empty() {
        return Err(Fault::new(0, "the code is empty"));
    }
    if bytes.len() > MAX_CODE {
        return Err(Fault::new(0, "the code is longer than 65,535 bytes"));
    }
    let mut decoded = Decoded {
        ops: Vec::with_capacity(bytes.len() / 2),
        pcs: Vec::with_capacity(bytes.len() / 2),
        index: vec![NO_OP; bytes.len()],
    };
    let mut cursor = Cursor {
        bytes,
        start: 0,
        at: 0,
    };
    while cursor.at < bytes.len() {
        cursor.start = cursor.at;
        decoded.index[cursor.start] = decoded.ops.len() as u32;
        decoded.pcs.push(cursor.start as u32);
        decoded.ops.push(cursor.op()?);
    }
    for (op, &pc) in decoded.ops.iter().zip(&decoded.pcs) {
        let mut bad = None;
        op.for_each_target(|target| {
            if decoded.at(target).is_none() {
                bad.get_or_insert(target);
            }
        });
        if let Some(target) = bad {
            return Err(Fault::new(
                pc,
                format!("jumps to {target}, where no instruction starts"),
            ));
        }
    }
    Ok(decoded)
}

struct Cursor<'a> {
    bytes: &'a [u8],
    /// Where the current instruction starts.
    start: usize,
    at: usize,
}

const CONDITIONS: [Condition; 6] = [
    Condition::Eq,
    Condition::Ne,
    Condition::Lt,
    Condition::Ge,
    Condition::Gt,
    Condition::Le,
];
const KINDS: [Kind; 5] = [Kind::Int, Kind::Long, Kind::Float, Kind::Double, Kind::Ref];
/// In the order of `iaload`… and `iastore`….
const ELEMENTS: [ElementKind; 8] = [
    ElementKind::Int,
    ElementKind::Long,
    ElementKind::Float,
    ElementKind::Double,
    ElementKind::Ref,
    ElementKind::Byte,
    ElementKind::Char,
    ElementKind::Short,
];

impl Cursor<'_> {
    fn fault(&self, reason: impl Into<String>) -> Fault {
        Fault::new(self.start as u32, reason)
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], Fault> {
        match self
            .bytes
            .get(self.at..)
            .and_then(|rest| rest.first_chunk::<N>())
        {
            Some(chunk) => {
                self.at += N;
                Ok(*chunk)
            }
            None => Err(self.fault("the instruction is cut off by the end of the code")),
        }
    }

    fn u8(&mut self) -> Result<u8, Fault> {
        self.take::<1>().map(|[b]| b)
    }

    fn u16(&mut self) -> Result<u16, Fault> {
        self.take().map(u16::from_be_bytes)
    }

    fn i32(&mut self) -> Result<i32, Fault> {
        self.take().map(i32::from_be_bytes)
    }

    fn target(&self, offset: i32) -> Result<u32, Fault> {
        let target = self.start as i64 + i64::from(offset);
        u32::try_from(target)
            .map_err(|_| self.fault(format!("jumps to {target}, before the start of the code")))
    }

    fn short_target(&mut self) -> Result<u32, Fault> {
        let offset = self.u16()? as i16;
        self.target(i32::from(offset))
    }

    fn long_target(&mut self) -> Result<u32, Fault> {
        let offset = self.i32()?;
        self.target(offset)
    }

    fn op(&mut self) -> Result<Op, Fault> {
        use BinaryOp::*;
        use Conversion::*;
        let code = self.u8()?;
        Ok(match code {
            0x00 => Op::Nop,
            0x01 => Op::Const(Operand::Null),
            0x02..=0x08 => Op::Const(Operand::Int(i32::from(code) - 3)),
            0x09 | 0x0a => Op::Const(Operand::Long(i64::from(code) - 9)),
            0x0b..=0x0d => Op::Const(Operand::Float(f32::from(code - 0x0b).to_bits())),
            0x0e | 0x0f => Op::Const(Operand::Double(f64::from(code - 0x0e).to_bits())),
            0x10 => Op::Const(Operand::Int(i32::from(self.u8()? as i8))),
            0x11 => Op::Const(Operand::Int(i32::from(self.u16()? as i16))),
            0x12 => Op::Ldc {
                index: u16::from(self.u8()?),
                wide: false,
            },
            0x13 => Op::Ldc {
                index: self.u16()?,
                wide: false,
            },
            0x14 => Op::Ldc {
                index: self.u16()?,
                wide: true,
            },
            0x15..=0x19 => Op::Load(KINDS[usize::from(code - 0x15)], u16::from(self.u8()?)),
            0x1a..=0x2d => Op::Load(
                KINDS[usize::from((code - 0x1a) / 4)],
                u16::from((code - 0x1a) % 4),
            ),
            0x2e..=0x35 => Op::ArrayLoad(ELEMENTS[usize::from(code - 0x2e)]),
            0x36..=0x3a => Op::Store(KINDS[usize::from(code - 0x36)], u16::from(self.u8()?)),
            0x3b..=0x4e => Op::Store(
                KINDS[usize::from((code - 0x3b) / 4)],
                u16::from((code - 0x3b) % 4),
            ),
            0x4f..=0x56 => Op::ArrayStore(ELEMENTS[usize::from(code - 0x4f)]),
            0x57 => Op::Pop,
            0x58 => Op::Pop2,
            0x59..=0x5b => Op::Dup {
                words: 1,
                under: code - 0x59,
            },
            0x5c..=0x5e => Op::Dup {
                words: 2,
                under: code - 0x5c,
            },
            0x5f => Op::Swap,
            0x60..=0x73 => {
                let op = [Add, Sub, Mul, Div, Rem][usize::from((code - 0x60) / 4)];
                Op::Binary(op, KINDS[usize::from((code - 0x60) % 4)])
            }
            0x74..=0x77 => Op::Negate(KINDS[usize::from(code - 0x74)]),
            0x78..=0x83 => {
                let op = [Shl, Shr, Ushr, And, Or, Xor][usize::from((code - 0x78) / 2)];
                Op::Binary(op, KINDS[usize::from((code - 0x78) % 2)])
            }
            0x84 => Op::Iinc(u16::from(self.u8()?), i32::from(self.u8()? as i8)),
            0x85..=0x93 => Op::Convert(
                [
                    I2L, I2F, I2D, L2I, L2F, L2D, F2I, F2L, F2D, D2I, D2L, D2F, I2B, I2C, I2S,
                ][usize::from(code - 0x85)],
            ),
            0x94..=0x98 => Op::Compare(
                [
                    CompareOp::Long,
                    CompareOp::FloatLess,
                    CompareOp::FloatGreater,
                    CompareOp::DoubleLess,
                    CompareOp::DoubleGreater,
                ][usize::from(code - 0x94)],
            ),
            0x99..=0x9e => Op::IfZero(CONDITIONS[usize::from(code - 0x99)], self.short_target()?),
            0x9f..=0xa4 => Op::IfInts(CONDITIONS[usize::from(code - 0x9f)], self.short_target()?),
            0xa5 | 0xa6 => Op::IfRefs(CONDITIONS[usize::from(code - 0xa5)], self.short_target()?),
            0xa7 => Op::Goto(self.short_target()?),
            0xa8 => Op::Jsr(self.short_target()?),
            0xa9 => Op::Ret(u16::from(self.u8()?)),
            0xaa => self.table_switch()?,
            0xab => self.lookup_switch()?,
            0xac..=0xb0 => Op::Return(Some(KINDS[usize::from(code - 0xac)])),
            0xb1 => Op::Return(None),
            0xb2 => Op::GetStatic(self.u16()?),
            0xb3 => Op::PutStatic(self.u16()?),
            0xb4 => Op::GetField(self.u16()?),
            0xb5 => Op::PutField(self.u16()?),
            0xb6 => Op::Invoke(InvokeKind::Virtual, self.u16()?),
            0xb7 => Op::Invoke(InvokeKind::Special, self.u16()?),
            0xb8 => Op::Invoke(InvokeKind::Static, self.u16()?),
            0xb9 => {
                let index = self.u16()?;
                // The count repeats what the descriptor says; only its being non-zero is required here.
                let [count, zero] = self.take()?;
                if count == 0 || zero != 0 {
                    return Err(self.fault("invokeinterface has malformed operands"));
                }
                Op::Invoke(InvokeKind::Interface, index)
            }
            0xba => {
                let index = self.u16()?;
                if self.u16()? != 0 {
                    return Err(self.fault("invokedynamic has malformed operands"));
                }
                Op::InvokeDynamic(index)
            }
            0xbb => Op::New(self.u16()?),
            0xbc => Op::NewArray(self.u8()?),
            0xbd => Op::ANewArray(self.u16()?),
            0xbe => Op::ArrayLength,
            0xbf => Op::Throw,
            0xc0 => Op::CheckCast(self.u16()?),
            0xc1 => Op::InstanceOf(self.u16()?),
            0xc2 => Op::MonitorEnter,
            0xc3 => Op::MonitorExit,
            0xc4 => self.wide()?,
            0xc5 => Op::MultiANewArray(self.u16()?, self.u8()?),
            0xc6 | 0xc7 => Op::IfNull(CONDITIONS[usize::from(code - 0xc6)], self.short_target()?),
            0xc8 => Op::Goto(self.long_target()?),
            0xc9 => Op::Jsr(self.long_target()?),
            _ => return Err(self.fault(format!("{code:#04x} is not an instruction"))),
        })
    }

    fn wide(&mut self) -> Result<Op, Fault> {
        let code = self.u8()?;
        let index = self.u16()?;
        Ok(match code {
            0x15..=0x19 => Op::Load(KINDS[usize::from(code - 0x15)], index),
            0x36..=0x3a => Op::Store(KINDS[usize::from(code - 0x36)], index),
            0x84 => Op::Iinc(index, i32::from(self.u16()? as i16)),
            0xa9 => Op::Ret(index),
            _ => return Err(self.fault(format!("wide does not apply to {code:#04x}"))),
        })
    }

    /// Skips to the next multiple of four. The padding's contents are not checked: since class file version 51 they
    /// may be anything in practice, and they mean nothing.
    fn align(&mut self) {
        self.at = self.at.next_multiple_of(4);
    }

    fn table_switch(&mut self) -> Result<Op, Fault> {
        self.align();
        let default = self.long_target()?;
        let low = self.i32()?;
        let high = self.i32()?;
        if low > high {
            return Err(self.fault("tableswitch has a low key above its high key"));
        }
        // Every entry takes four bytes: the end of the code bounds this loop.
        let mut cases = Vec::new();
        for key in low..=high {
            cases.push((key, self.long_target()?));
        }
        Ok(Op::Switch(Box::new(SwitchTable { cases, default })))
    }

    fn lookup_switch(&mut self) -> Result<Op, Fault> {
        self.align();
        let default = self.long_target()?;
        let count = self.i32()?;
        if count < 0 {
            return Err(self.fault("lookupswitch has a negative number of pairs"));
        }
        let mut cases: Vec<(i32, u32)> = Vec::new();
        for _ in 0..count {
            let key = self.i32()?;
            if cases.last().is_some_and(|(last, _)| *last >= key) {
                return Err(self.fault("lookupswitch has keys out of order"));
            }
            cases.push((key, self.long_target()?));
        }
        Ok(Op::Switch(Box::new(SwitchTable { cases, default })))
    }
}
