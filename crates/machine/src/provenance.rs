//! Where the values come from that methods pass on to each other, as far as their code tells: written down in the
//! program as a constant, or what the entry got.

use crate::class::kind_of;
use crate::code::{CallSite, Code, Op, R};
use crate::state::Frame;
use crate::value::Slot;
use ir::Kind;

/// What a method got for one of its parameters.
#[derive(Clone)]
pub(crate) struct Passed {
    pub kind: Kind,
    pub slot: Slot,
    pub from: Source,
}

/// Where the content of a register comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Source {
    /// The program says which value it is.
    Constant,
    /// It is this parameter of the method.
    Param(usize),
    /// It is an argument of the entry.
    Entry,
    Somewhere,
}

/// How many moves from register to register are followed.
const MOVES: u32 = 4;

impl Code {
    /// Where the content of a register comes from.
    pub(crate) fn source(&self, register: R) -> Source {
        self.source_after(register, MOVES)
    }

    fn source_after(&self, register: R, moves: u32) -> Source {
        if usize::from(register) >= self.kinds.len() {
            return Source::Constant;
        }
        let caught = self.handlers.iter().any(|range| range.caught == register);
        let ops = self.ops.iter().map(std::cell::Cell::get);
        let writes: Vec<Op> = ops
            .filter(|op| self.writes(*op) == Some(register))
            .collect();
        let param = self.params.iter().position(|param| *param == register);
        match (param, caught, moves) {
            (Some(param), false, _) if writes.is_empty() => return Source::Param(param),
            (None, false, 1..) => {}
            _ => return Source::Somewhere,
        }
        let mut sources = writes.into_iter().map(|op| match op {
            Op::Move { a, .. } => self.source_after(a, moves - 1),
            Op::Load { .. } => Source::Constant,
            _ => Source::Somewhere,
        });
        let Some(first) = sources.next() else {
            return Source::Somewhere;
        };
        match sources.all(|other| other == first) {
            true => first,
            false => Source::Somewhere,
        }
    }

    /// The call that an op is; natives have no frame, so what they got stands there.
    pub(crate) fn call_of(&self, op: Op) -> Option<&CallSite> {
        match op {
            Op::Invoke { site }
            | Op::CallQ { site, .. }
            | Op::CallVirtualQ { site, .. }
            | Op::CallInterfaceQ { site, .. }
            | Op::WatchedCall { site } => self.calls.get(site as usize),
            _ => None,
        }
    }

    fn writes(&self, op: Op) -> Option<R> {
        match op {
            Op::Move { d, .. }
            | Op::Load { d, .. }
            | Op::AddI { d, .. }
            | Op::SubI { d, .. }
            | Op::MulI { d, .. }
            | Op::DivI { d, .. }
            | Op::RemI { d, .. }
            | Op::AndI { d, .. }
            | Op::OrI { d, .. }
            | Op::XorI { d, .. }
            | Op::ShlI { d, .. }
            | Op::ShrI { d, .. }
            | Op::UshrI { d, .. }
            | Op::AddL { d, .. }
            | Op::SubL { d, .. }
            | Op::MulL { d, .. }
            | Op::DivL { d, .. }
            | Op::RemL { d, .. }
            | Op::AndL { d, .. }
            | Op::OrL { d, .. }
            | Op::XorL { d, .. }
            | Op::ShlL { d, .. }
            | Op::ShrL { d, .. }
            | Op::UshrL { d, .. }
            | Op::Float { d, .. }
            | Op::Double { d, .. }
            | Op::Negate { d, .. }
            | Op::Convert { d, .. }
            | Op::Compare { d, .. }
            | Op::ArrayLength { d, .. }
            | Op::ArrayLoad { d, .. }
            | Op::New { d, .. }
            | Op::NewQ { d, .. }
            | Op::NewTracked { d, .. }
            | Op::NewError { d, .. }
            | Op::NewArray { d, .. }
            | Op::NewArrayQ { d, .. }
            | Op::GetField { d, .. }
            | Op::GetFieldQ { d, .. }
            | Op::GetStatic { d, .. }
            | Op::GetStaticQ { d, .. }
            | Op::CheckCast { d, .. }
            | Op::CheckCastQ { d, .. }
            | Op::InstanceOf { d, .. }
            | Op::InstanceOfQ { d, .. } => Some(d),
            Op::NewMultiArray { site } => self.multi_arrays.get(site as usize).map(|s| s.dst),
            Op::InvokeDynamic { site } => self.dynamics.get(site as usize)?.dst,
            Op::Invoke { .. }
            | Op::CallQ { .. }
            | Op::CallVirtualQ { .. }
            | Op::CallInterfaceQ { .. }
            | Op::WatchedCall { .. } => self.call_of(op)?.dst,
            Op::ArrayStore { .. }
            | Op::PutField { .. }
            | Op::PutFieldQ { .. }
            | Op::PutStatic { .. }
            | Op::PutStaticQ { .. }
            | Op::MonitorEnter { .. }
            | Op::MonitorExit { .. }
            | Op::Jump { .. }
            | Op::LoopBack { .. }
            | Op::LoopEnter { .. }
            | Op::JumpEq { .. }
            | Op::JumpNe { .. }
            | Op::JumpLt { .. }
            | Op::JumpGe { .. }
            | Op::JumpGt { .. }
            | Op::JumpLe { .. }
            | Op::JumpSame { .. }
            | Op::JumpNotSame { .. }
            | Op::Mark { .. }
            | Op::MarkLine { .. }
            | Op::Switch { .. }
            | Op::Return { .. }
            | Op::ReturnVoid
            | Op::Throw { .. } => None,
        }
    }
}

/// What the method of a frame got, receiver first.
pub(crate) fn received(frame: &Frame, slots: &[Slot]) -> Vec<Passed> {
    let params = frame.code.params.iter().enumerate();
    params
        .filter_map(|(i, register)| {
            let at = usize::from(*register);
            Some(Passed {
                kind: *frame.code.kinds.get(at)?,
                slot: *slots.get(at)?,
                from: Source::Param(i),
            })
        })
        .collect()
}

/// What a frame gives to the call that it stands at.
pub(crate) fn given(code: &Code, call: &CallSite, slots: &[Slot]) -> Vec<Passed> {
    let types = crate::class::split_descriptor(&call.method.descriptor);
    let declared = types.map_or_else(Vec::new, |(params, _)| params);
    let own = call.args.len().saturating_sub(declared.len());
    let kind_at = |i: usize, register: usize| match i.checked_sub(own) {
        // Constants have registers without a kind.
        Some(param) => kind_of(declared[param]),
        None => code.kinds.get(register).copied().or(Some(Kind::Ref)),
    };
    let arguments = call.args.iter().enumerate();
    arguments
        .filter_map(|(i, register)| {
            let at = usize::from(*register);
            Some(Passed {
                kind: kind_at(i, at)?,
                slot: *slots.get(at)?,
                from: code.source(*register),
            })
        })
        .collect()
}

/// Says of what a method got where it comes from in the frame of its caller.
pub(crate) fn trace(passed: &mut [Passed], callee: &str, caller: &Frame) {
    let op = caller.code.ops.get(caller.pc as usize).map(|op| op.get());
    let call = op.and_then(|op| caller.code.call_of(op));
    // A method may also be called by the machine: an initialiser of a class, or a lambda.
    let call = call.filter(|call| &*call.method.name == callee);
    for one in passed {
        if let Source::Param(index) = one.from {
            let register = call.and_then(|call| call.args.get(index));
            one.from = register.map_or(Source::Somewhere, |register| caller.code.source(*register));
        }
    }
}
