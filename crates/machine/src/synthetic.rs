//! A builder for the small methods that the machine makes itself: targets of call sites, bodies of lambdas. They are
//! straight-line register code and run like any other.

use classpath::MemberRef;
use ir::{Block, Body, Inst, InvokeKind, Kind, Operand, Reg, Terminator};

pub struct Builder {
    registers: Vec<Kind>,
    params: usize,
    insts: Vec<Inst>,
}

impl Builder {
    pub fn new(params: &[Kind]) -> Builder {
        Builder { registers: params.to_vec(), params: params.len(), insts: Vec::new() }
    }

    pub fn param(&self, index: usize) -> Operand {
        Operand::Reg(Reg(index as u16))
    }

    pub fn register(&mut self, kind: Kind) -> Reg {
        self.registers.push(kind);
        Reg(self.registers.len() as u16 - 1)
    }

    pub fn push(&mut self, inst: Inst) {
        self.insts.push(inst);
    }

    pub fn invoke(
        &mut self,
        kind: InvokeKind,
        method: MemberRef,
        interface: bool,
        args: &[Operand],
        result: Option<Kind>,
    ) -> Option<Reg> {
        let dst = result.map(|kind| self.register(kind));
        self.push(Inst::Invoke { kind, method: Box::new(method), interface, args: args.into(), dst });
        dst
    }

    pub fn invoke_static(&mut self, method: MemberRef, args: &[Operand], result: Option<Kind>) -> Operand {
        self.invoke(InvokeKind::Static, method, false, args, result).map_or(Operand::Null, Operand::Reg)
    }

    pub fn invoke_virtual(&mut self, method: MemberRef, args: &[Operand], result: Option<Kind>) -> Operand {
        self.invoke(InvokeKind::Virtual, method, false, args, result).map_or(Operand::Null, Operand::Reg)
    }

    pub fn finish(self, result: Option<Operand>) -> Body {
        let pcs = (0..self.insts.len() as u32).collect();
        let terminator_pc = self.insts.len() as u32;
        Body {
            registers: self.registers,
            params: (0..self.params as u16).map(Reg).collect(),
            blocks: vec![Block {
                insts: self.insts,
                pcs,
                terminator: Terminator::Return(result),
                terminator_pc,
                handlers: vec![],
                caught: None,
            }],
            variables: vec![],
        }
    }
}
