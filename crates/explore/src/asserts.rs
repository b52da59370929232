//! Finds `assert` statements in bytecode: javac turns one into a test of `$assertionsDisabled` that jumps behind the
//! code which evaluates the condition and throws.

use ir::{Condition, Inst, Operand, Terminator};
use machine::{Machine, MethodId};
use std::collections::HashMap;
use std::rc::Rc;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AssertSite {
    /// Bytecode offset of the test.
    pub check_pc: u32,
    /// Where execution goes on; everything between belongs to the assertion.
    pub end_pc: u32,
}

#[derive(Default)]
pub struct Asserts {
    known: HashMap<MethodId, Rc<[AssertSite]>>,
}

impl Asserts {
    pub fn of(&mut self, machine: &Machine, method: MethodId) -> Rc<[AssertSite]> {
        self.known.entry(method).or_insert_with(|| find(machine, method).into()).clone()
    }

    /// The innermost assertion around a bytecode offset.
    pub fn around(&mut self, machine: &Machine, method: MethodId, pc: u32) -> Option<AssertSite> {
        let sites = self.of(machine, method);
        let around = sites.iter().filter(|s| (s.check_pc..s.end_pc).contains(&pc));
        around.min_by_key(|s| s.end_pc - s.check_pc).copied()
    }
}

fn find(machine: &Machine, method: MethodId) -> Vec<AssertSite> {
    let linked = machine.method(method);
    let machine::class::MethodSource::File(index) = linked.source else { return Vec::new() };
    let class = machine.class(linked.class);
    let Some(file) = &class.file else { return Vec::new() };
    if !file.fields.iter().any(|f| &*f.name == "$assertionsDisabled") {
        return Vec::new();
    }
    let Ok(body) = ir::lower(file, &file.methods[usize::from(index)]) else { return Vec::new() };
    let mut sites = Vec::new();
    for block in &body.blocks {
        let Some((Inst::GetStatic { dst, field }, pc)) = block.insts.last().zip(block.pcs.last()) else { continue };
        if &*field.name != "$assertionsDisabled" {
            continue;
        }
        if let Terminator::If { condition, a, b, then, otherwise } = &block.terminator
            && *a == Operand::Reg(*dst)
            && *b == Operand::Int(0)
        {
            let behind = if *condition == Condition::Ne { then } else { otherwise };
            let behind = &body.blocks[behind.0 as usize];
            let end_pc = behind.pcs.first().copied().unwrap_or(behind.terminator_pc);
            if end_pc > *pc {
                sites.push(AssertSite { check_pc: *pc, end_pc });
            }
        }
    }
    sites.sort_unstable_by_key(|s| s.check_pc);
    sites
}
