//! Finds `assert` statements in bytecode: javac turns one into a test of `$assertionsDisabled` that jumps behind the
//! code which evaluates the condition and throws.

use ir::{Block, Body, Inst, Operand, Terminator};
use machine::{Machine, MethodId};
use std::collections::HashMap;
use std::rc::Rc;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AssertSite {
    /// Bytecode offset of the test.
    pub check_pc: u32,
    /// Just behind the throw; everything between belongs to the assertion.
    pub end_pc: u32,
}

#[derive(Default)]
pub struct Asserts {
    known: HashMap<MethodId, Rc<[AssertSite]>>,
}

impl Asserts {
    pub fn of(&mut self, machine: &Machine, method: MethodId) -> Rc<[AssertSite]> {
        self.known
            .entry(method)
            .or_insert_with(|| find(machine, method).into())
            .clone()
    }

    /// The innermost assertion around a bytecode offset.
    pub fn around(&mut self, machine: &Machine, method: MethodId, pc: u32) -> Option<AssertSite> {
        let sites = self.of(machine, method);
        let around = sites
            .iter()
            .filter(|s| (s.check_pc..s.end_pc).contains(&pc));
        around.min_by_key(|s| s.end_pc - s.check_pc).copied()
    }
}

fn find(machine: &Machine, method: MethodId) -> Vec<AssertSite> {
    let class = machine.class(machine.method(method).class);
    let mut fields = class.file.iter().flat_map(|file| &file.fields);
    // Fields of interfaces are public: javac keeps that of an interface in a class of its own.
    if !class.is_interface() && !fields.any(|f| &*f.name == "$assertionsDisabled") {
        return Vec::new();
    }
    let Some(body) = body(machine, method) else {
        return Vec::new();
    };
    let mut sites = Vec::new();
    for block in &body.blocks {
        let Some((Inst::GetStatic { dst, field }, pc)) = block.insts.last().zip(block.pcs.last())
        else {
            continue;
        };
        if &*field.name != "$assertionsDisabled" {
            continue;
        }
        if let Terminator::If { a, b, .. } = &block.terminator
            && *a == Operand::Reg(*dst)
            && *b == Operand::Int(0)
        {
            // The throw is the next one in the code; at the end of a loop's body what lies behind it comes before.
            let throws = body
                .blocks
                .iter()
                .filter(|b| throws_assertion_error(b))
                .map(|b| b.terminator_pc);
            if let Some(throw) = throws.filter(|t| t > pc).min() {
                sites.push(AssertSite {
                    check_pc: *pc,
                    end_pc: throw + 1,
                });
            }
        }
    }
    sites.sort_unstable_by_key(|s| s.check_pc);
    sites
}

fn throws_assertion_error(block: &Block) -> bool {
    let makes = |inst: &Inst| matches!(inst, Inst::Invoke { method, .. } if &*method.class == "java/lang/AssertionError");
    matches!(block.terminator, Terminator::Throw(_)) && block.insts.iter().any(makes)
}

/// The register code of a method that comes from a class file and can be lowered.
pub fn body(machine: &Machine, method: MethodId) -> Option<Body> {
    let linked = machine.method(method);
    let machine::class::MethodSource::File(index) = linked.source else {
        return None;
    };
    let file = machine.class(linked.class).file.as_ref()?;
    ir::lower(file, &file.methods[usize::from(index)]).ok()
}
