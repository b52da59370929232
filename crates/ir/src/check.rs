//! Is a body well formed? Every register is used with its kind and defined on all paths before it is read, exceptional
//! ones included; every target exists. The lowering guarantees all of it; tests check that it does, and so can
//! whoever transforms a body.

use crate::{BinaryOp, BlockId, Body, Condition, Inst, Kind, Operand, Reg, Terminator};

/// The first fault found, in block order.
pub fn check(body: &Body) -> Result<(), String> {
    shape(body)?;
    kinds(body)?;
    Assigned::new(body).check()
}

fn shape(body: &Body) -> Result<(), String> {
    if body.blocks.is_empty() {
        return Err("there are no blocks".into());
    }
    for param in &body.params {
        register(body, *param).map_err(|e| format!("parameters: {e}"))?;
    }
    for variable in &body.variables {
        register(body, variable.reg).map_err(|e| format!("variable {}: {e}", variable.name))?;
    }
    let mut caught_entered_normally = None;
    for id in body.block_ids() {
        let block = body.block(id);
        let fail = |what: String| Err(format!("b{}: {what}", id.0));
        if block.insts.len() != block.pcs.len() {
            return fail(format!(
                "{} instructions but {} offsets",
                block.insts.len(),
                block.pcs.len()
            ));
        }
        let mut bad = None;
        let mut target =
            |target: BlockId, exceptional: bool| match body.blocks.get(target.0 as usize) {
                None => bad = Some(format!("target b{} does not exist", target.0)),
                Some(_) if target.0 == 0 => bad = Some("jumps to the entry".into()),
                Some(block) if exceptional && block.caught.is_none() => {
                    bad = Some(format!("handler b{} catches nothing", target.0));
                }
                Some(block) if !exceptional && block.caught.is_some() => {
                    caught_entered_normally = Some(target);
                }
                Some(_) => {}
            };
        block.terminator.for_each_target(|t| target(t, false));
        block.handlers.iter().for_each(|h| target(h.target, true));
        if let Some(bad) = bad {
            return fail(bad);
        }
        if let Some(target) = caught_entered_normally {
            return fail(format!("goes normally to handler b{}", target.0));
        }
        if !block.handlers.is_empty() && !block.can_throw() {
            return fail("has handlers but nothing that throws".into());
        }
    }
    if body.blocks[0].caught.is_some() {
        return Err("the entry is a handler".into());
    }
    Ok(())
}

fn register(body: &Body, reg: Reg) -> Result<Kind, String> {
    body.registers
        .get(usize::from(reg.0))
        .copied()
        .ok_or_else(|| format!("register {} does not exist", reg.0))
}

fn kinds(body: &Body) -> Result<(), String> {
    for id in body.block_ids() {
        let block = body.block(id);
        let at = |pc: u32| move |e: String| format!("b{} at {pc}: {e}", id.0);
        if let Some(caught) = block.caught {
            expect(body, Operand::Reg(caught), Kind::Ref).map_err(at(block.first_pc()))?;
        }
        for (inst, pc) in block.insts.iter().zip(&block.pcs) {
            inst_kinds(body, inst).map_err(at(*pc))?;
        }
        terminator_kinds(body, &block.terminator).map_err(at(block.terminator_pc))?;
    }
    Ok(())
}

fn kind_of(body: &Body, operand: Operand) -> Result<Kind, String> {
    match operand {
        Operand::Reg(reg) => register(body, reg),
        other => Ok(body.operand_kind(other)),
    }
}

fn expect(body: &Body, operand: Operand, kind: Kind) -> Result<(), String> {
    let found = kind_of(body, operand)?;
    match found == kind {
        true => Ok(()),
        false => Err(format!("{operand:?} is {found:?}, not {kind:?}")),
    }
}

fn inst_kinds(body: &Body, inst: &Inst) -> Result<(), String> {
    let is = |operand: Operand, kind: Kind| expect(body, operand, kind);
    let dst_is = |dst: Reg, kind: Kind| expect(body, Operand::Reg(dst), kind);
    // Whatever is not checked below must at least exist.
    if let Some(dst) = inst.dst() {
        register(body, dst)?;
    }
    let mut missing = Ok(());
    inst.for_each_operand(|operand| {
        if missing.is_ok() {
            missing = kind_of(body, operand).map(|_| ());
        }
    });
    missing?;
    match inst {
        Inst::Load { dst, constant } => {
            use classpath::Constant;
            let kind = match constant {
                Constant::Int(_) => Some(Kind::Int),
                Constant::Long(_) => Some(Kind::Long),
                Constant::Float(_) => Some(Kind::Float),
                Constant::Double(_) => Some(Kind::Double),
                Constant::Dynamic(dynamic) => Kind::of_descriptor(&dynamic.descriptor),
                _ => Some(Kind::Ref),
            };
            dst_is(*dst, kind.ok_or("a dynamic constant without a type")?)
        }
        Inst::Move { dst, src } => is(*src, register(body, *dst)?),
        Inst::Binary {
            op,
            kind,
            dst,
            a,
            b,
        } => {
            let shift = matches!(op, BinaryOp::Shl | BinaryOp::Shr | BinaryOp::Ushr);
            let bits = shift || matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor);
            if *kind == Kind::Ref || (bits && !matches!(kind, Kind::Int | Kind::Long)) {
                return Err(format!("{op:?} of {kind:?}"));
            }
            dst_is(*dst, *kind)?;
            is(*a, *kind)?;
            is(*b, if shift { Kind::Int } else { *kind })
        }
        Inst::Negate { kind, dst, src } => {
            dst_is(*dst, *kind)?;
            is(*src, *kind)
        }
        Inst::Convert { op, dst, src } => {
            dst_is(*dst, op.kinds().1)?;
            is(*src, op.kinds().0)
        }
        Inst::Compare { op, dst, a, b } => {
            dst_is(*dst, Kind::Int)?;
            is(*a, op.kind())?;
            is(*b, op.kind())
        }
        Inst::ArrayLength { dst, array } => {
            dst_is(*dst, Kind::Int)?;
            is(*array, Kind::Ref)
        }
        Inst::ArrayLoad {
            element,
            dst,
            array,
            index,
        } => {
            dst_is(*dst, element.kind())?;
            is(*array, Kind::Ref)?;
            is(*index, Kind::Int)
        }
        Inst::ArrayStore {
            element,
            array,
            index,
            value,
        } => {
            is(*array, Kind::Ref)?;
            is(*index, Kind::Int)?;
            is(*value, element.kind())
        }
        Inst::New { dst, .. } => dst_is(*dst, Kind::Ref),
        Inst::NewArray { dst, length, .. } => {
            dst_is(*dst, Kind::Ref)?;
            is(*length, Kind::Int)
        }
        Inst::NewMultiArray { dst, lengths, .. } => {
            dst_is(*dst, Kind::Ref)?;
            lengths.iter().try_for_each(|length| is(*length, Kind::Int))
        }
        Inst::GetField { dst, object, field } => {
            is(*object, Kind::Ref)?;
            dst_is(*dst, field_kind(&field.descriptor)?)
        }
        Inst::PutField {
            object,
            field,
            value,
        } => {
            is(*object, Kind::Ref)?;
            is(*value, field_kind(&field.descriptor)?)
        }
        Inst::GetStatic { dst, field } => dst_is(*dst, field_kind(&field.descriptor)?),
        Inst::PutStatic { field, value } => is(*value, field_kind(&field.descriptor)?),
        Inst::Invoke {
            kind,
            method,
            args,
            dst,
            ..
        } => {
            let receiver = *kind != crate::InvokeKind::Static;
            call_kinds(body, &method.descriptor, receiver, args, *dst)
        }
        Inst::InvokeDynamic { site, args, dst } => {
            call_kinds(body, &site.descriptor, false, args, *dst)
        }
        Inst::CheckCast { dst, src, .. } => {
            dst_is(*dst, Kind::Ref)?;
            is(*src, Kind::Ref)
        }
        Inst::InstanceOf { dst, src, .. } => {
            dst_is(*dst, Kind::Int)?;
            is(*src, Kind::Ref)
        }
        Inst::MonitorEnter { object } | Inst::MonitorExit { object } => is(*object, Kind::Ref),
    }
}

fn field_kind(descriptor: &str) -> Result<Kind, String> {
    Kind::of_descriptor(descriptor).ok_or_else(|| format!("`{descriptor}` is not a type"))
}

fn call_kinds(
    body: &Body,
    descriptor: &str,
    receiver: bool,
    args: &[Operand],
    dst: Option<Reg>,
) -> Result<(), String> {
    let Some((params, result)) = crate::lower::method_kinds(descriptor) else {
        return Err(format!("`{descriptor}` is not a method descriptor"));
    };
    let expected: Vec<Kind> = receiver
        .then_some(Kind::Ref)
        .into_iter()
        .chain(params)
        .collect();
    if expected.len() != args.len() {
        return Err(format!("{} arguments for {descriptor}", args.len()));
    }
    for (arg, kind) in args.iter().zip(expected) {
        expect(body, *arg, kind)?;
    }
    match (dst, result) {
        (None, None) => Ok(()),
        (Some(dst), Some(kind)) => expect(body, Operand::Reg(dst), kind),
        _ => Err(format!("the result does not fit {descriptor}")),
    }
}

fn terminator_kinds(body: &Body, terminator: &Terminator) -> Result<(), String> {
    match terminator {
        Terminator::Goto(_) | Terminator::Return(None) => Ok(()),
        Terminator::If {
            condition, a, b, ..
        } => {
            let kind = kind_of(body, *a)?;
            let equality = matches!(condition, Condition::Eq | Condition::Ne);
            if !(kind == Kind::Int || kind == Kind::Ref && equality) {
                return Err(format!("compares {kind:?}s for {condition:?}"));
            }
            expect(body, *b, kind)
        }
        Terminator::Switch { key, cases, .. } => {
            if !cases.is_sorted_by(|(a, _), (b, _)| a < b) {
                return Err("cases are not sorted".into());
            }
            expect(body, *key, Kind::Int)
        }
        Terminator::Return(Some(value)) => kind_of(body, *value).map(|_| ()),
        Terminator::Throw(value) => expect(body, *value, Kind::Ref),
    }
}

/// Definite assignment: which registers are set at the entry of each block, whatever way it is reached.
struct Assigned<'a> {
    body: &'a Body,
    words: usize,
    /// `words` words per block; all ones until something flows there.
    entry: Vec<u64>,
}

impl<'a> Assigned<'a> {
    fn new(body: &'a Body) -> Assigned<'a> {
        let words = body.registers.len().div_ceil(64);
        let mut assigned = Assigned {
            body,
            words,
            entry: vec![u64::MAX; words * body.blocks.len()],
        };
        assigned.entry[..words].fill(0);
        for param in &body.params {
            set(&mut assigned.entry[..words], *param);
        }
        // Blocks are in reverse post-order: few rounds.
        let mut changed = true;
        while changed {
            changed = false;
            for id in body.block_ids() {
                changed |= assigned.flow(id);
            }
        }
        assigned
    }

    fn at_entry(&self, id: BlockId) -> Vec<u64> {
        let start = id.0 as usize * self.words;
        let mut state = self.entry[start..start + self.words].to_vec();
        if let Some(caught) = self.body.block(id).caught {
            set(&mut state, caught);
        }
        state
    }

    fn meet(&mut self, target: BlockId, state: &[u64]) -> bool {
        let start = target.0 as usize * self.words;
        let mut changed = false;
        for (known, new) in self.entry[start..start + self.words].iter_mut().zip(state) {
            changed |= *known & !*new != 0;
            *known &= *new;
        }
        changed
    }

    fn flow(&mut self, id: BlockId) -> bool {
        let body = self.body;
        let block = body.block(id);
        let mut state = self.at_entry(id);
        // Registers are only ever added: what is set before the first throw is set at all of them.
        let mut thrown = None;
        for inst in &block.insts {
            if thrown.is_none() && !block.handlers.is_empty() && inst.can_throw() {
                thrown = Some(state.clone());
            }
            if let Some(dst) = inst.dst() {
                set(&mut state, dst);
            }
        }
        let mut changed = false;
        block
            .terminator
            .for_each_target(|target| changed |= self.meet(target, &state));
        let thrown = thrown.unwrap_or(state);
        for handler in &block.handlers {
            changed |= self.meet(handler.target, &thrown);
        }
        changed
    }

    fn check(&self) -> Result<(), String> {
        for id in self.body.block_ids() {
            let block = self.body.block(id);
            let mut state = self.at_entry(id);
            let mut unset = None;
            for (inst, pc) in block.insts.iter().zip(&block.pcs) {
                inst.for_each_operand(|operand| {
                    if !is_set(&state, operand) {
                        unset.get_or_insert((*pc, operand));
                    }
                });
                if let Some(dst) = inst.dst() {
                    set(&mut state, dst);
                }
            }
            block.terminator.for_each_operand(|operand| {
                if !is_set(&state, operand) {
                    unset.get_or_insert((block.terminator_pc, operand));
                }
            });
            if let Some((pc, operand)) = unset {
                return Err(format!("b{} at {pc}: {operand:?} may not be set", id.0));
            }
        }
        Ok(())
    }
}

fn set(state: &mut [u64], reg: Reg) {
    state[usize::from(reg.0) / 64] |= 1 << (reg.0 % 64);
}

fn is_set(state: &[u64], operand: Operand) -> bool {
    match operand {
        Operand::Reg(reg) => state[usize::from(reg.0) / 64] & (1 << (reg.0 % 64)) != 0,
        _ => true,
    }
}
