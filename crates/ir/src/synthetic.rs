//! A builder for small methods that no class file has: targets of call sites, bodies of lambdas. They are register code
//! like any other, so that calls, conversions and exceptions behave as everywhere else.

use crate::{
    Block, BlockId, Body, Condition, Conversion, ExceptionEdge, Inst, InvokeKind, Kind, Operand,
    Reg, Terminator,
};
use classpath::{MemberRef, Name};

pub struct Builder {
    registers: Vec<Kind>,
    params: usize,
    insts: Vec<Inst>,
    /// Blocks that are complete but for the number of the block where a failed check goes.
    blocks: Vec<(Vec<Inst>, Condition, Operand, Operand)>,
}

impl Builder {
    pub fn new(params: &[Kind]) -> Builder {
        Builder {
            registers: params.to_vec(),
            params: params.len(),
            insts: Vec::new(),
            blocks: Vec::new(),
        }
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
    ) -> Operand {
        let dst = result.map(|kind| self.register(kind));
        self.push(Inst::Invoke {
            kind,
            method: Box::new(method),
            interface,
            args: args.into(),
            dst,
        });
        dst.map_or(Operand::Null, Operand::Reg)
    }

    pub fn invoke_static(
        &mut self,
        method: MemberRef,
        args: &[Operand],
        result: Option<Kind>,
    ) -> Operand {
        self.invoke(InvokeKind::Static, method, false, args, result)
    }

    pub fn invoke_virtual(
        &mut self,
        method: MemberRef,
        args: &[Operand],
        result: Option<Kind>,
    ) -> Operand {
        self.invoke(InvokeKind::Virtual, method, false, args, result)
    }

    pub fn get_field(&mut self, object: Operand, field: MemberRef, kind: Kind) -> Operand {
        let dst = self.register(kind);
        self.push(Inst::GetField {
            dst,
            object,
            field: Box::new(field),
        });
        Operand::Reg(dst)
    }

    pub fn cast(&mut self, src: Operand, class: &str) -> Operand {
        let dst = self.register(Kind::Ref);
        self.push(Inst::CheckCast {
            dst,
            src,
            class: class.into(),
        });
        Operand::Reg(dst)
    }

    pub fn instance_of(&mut self, src: Operand, class: &Name) -> Operand {
        let dst = self.register(Kind::Int);
        self.push(Inst::InstanceOf {
            dst,
            src,
            class: class.clone(),
        });
        Operand::Reg(dst)
    }

    pub fn convert(&mut self, op: Conversion, src: Operand, kind: Kind) -> Operand {
        let dst = self.register(kind);
        self.push(Inst::Convert { op, dst, src });
        Operand::Reg(dst)
    }

    /// Goes on only if the comparison holds; otherwise the method returns false (see [`Builder::finish_check`]).
    pub fn require(&mut self, condition: Condition, a: Operand, b: Operand) {
        let insts = std::mem::take(&mut self.insts);
        self.blocks.push((insts, condition, a, b));
    }

    pub fn finish(self, result: Option<Operand>) -> Body {
        self.finish_with(result, None)
    }

    /// Returns true if all that was required held, false otherwise.
    pub fn finish_check(self) -> Body {
        self.finish_with(Some(Operand::Int(1)), Some(Operand::Int(0)))
    }

    /// Exceptions of classes that are not among `passed` leave in a wrapper, whose constructor takes a `Throwable`.
    pub fn finish_wrapping(
        mut self,
        result: Option<Operand>,
        passed: &[Name],
        wrapper: &str,
    ) -> Body {
        debug_assert!(self.blocks.is_empty(), "nothing was required");
        let caught = self.register(Kind::Ref);
        let insts = std::mem::take(&mut self.insts);
        let mut body = block(insts, Terminator::Return(result));
        let edge = |catch_type, target| ExceptionEdge {
            catch_type,
            target: BlockId(target),
        };
        let known = passed.iter().map(|class| edge(Some(class.clone()), 2));
        body.handlers = known.chain([edge(None, 1)]).collect();
        let made = self.register(Kind::Ref);
        self.push(Inst::New {
            dst: made,
            class: wrapper.into(),
        });
        let constructor = MemberRef {
            class: wrapper.into(),
            name: "<init>".into(),
            descriptor: "(Ljava/lang/Throwable;)V".into(),
        };
        let args = [Operand::Reg(made), Operand::Reg(caught)];
        self.invoke(InvokeKind::Special, constructor, false, &args, None);
        let mut wrap = block(self.insts, Terminator::Throw(Operand::Reg(made)));
        wrap.caught = Some(caught);
        let mut pass = block(Vec::new(), Terminator::Throw(Operand::Reg(caught)));
        pass.caught = Some(caught);
        Body {
            registers: self.registers,
            params: (0..self.params as u16).map(Reg).collect(),
            blocks: match passed {
                [] => vec![body, wrap],
                _ => vec![body, wrap, pass],
            },
            variables: vec![],
        }
    }

    fn finish_with(mut self, result: Option<Operand>, failed: Option<Operand>) -> Body {
        let last = self.blocks.len() as u32;
        let mut blocks: Vec<Block> = Vec::new();
        for (i, (insts, condition, a, b)) in
            std::mem::take(&mut self.blocks).into_iter().enumerate()
        {
            let (then, otherwise) = (BlockId(i as u32 + 1), BlockId(last + 1));
            blocks.push(block(
                insts,
                Terminator::If {
                    condition,
                    a,
                    b,
                    then,
                    otherwise,
                },
            ));
        }
        blocks.push(block(self.insts, Terminator::Return(result)));
        if last > 0 {
            blocks.push(block(Vec::new(), Terminator::Return(failed)));
        }
        Body {
            registers: self.registers,
            params: (0..self.params as u16).map(Reg).collect(),
            blocks,
            variables: vec![],
        }
    }
}

fn block(insts: Vec<Inst>, terminator: Terminator) -> Block {
    let pcs = (0..insts.len() as u32).collect();
    let terminator_pc = insts.len() as u32;
    Block {
        insts,
        pcs,
        terminator,
        terminator_pc,
        handlers: vec![],
        caught: None,
    }
}

/// Wrapper class, primitive descriptor, and the method that unwraps.
pub const WRAPPERS: [(&str, u8, &str); 8] = [
    ("java/lang/Boolean", b'Z', "booleanValue"),
    ("java/lang/Byte", b'B', "byteValue"),
    ("java/lang/Character", b'C', "charValue"),
    ("java/lang/Short", b'S', "shortValue"),
    ("java/lang/Integer", b'I', "intValue"),
    ("java/lang/Long", b'J', "longValue"),
    ("java/lang/Float", b'F', "floatValue"),
    ("java/lang/Double", b'D', "doubleValue"),
];

impl Builder {
    /// Adapts a value of type `from` to type `to` (both field descriptors) as `LambdaMetafactory` does: casts, boxing,
    /// unboxing and widening.
    pub fn adapt(&mut self, value: Operand, from: &str, to: &str) -> Operand {
        let is_primitive = |d: &str| d.len() == 1;
        match (is_primitive(from), is_primitive(to)) {
            (true, true) => self.widen(value, from.as_bytes()[0], to.as_bytes()[0]),
            (true, false) => self.wrap(value, from.as_bytes()[0]),
            (false, true) => {
                let target = to.as_bytes()[0];
                let class = from.trim_start_matches('L').trim_end_matches(';');
                let known = WRAPPERS.iter().find(|(name, _, _)| *name == class);
                let (wrapper, primitive, unwrap) = match known {
                    Some(found) => *found,
                    None => *WRAPPERS
                        .iter()
                        .find(|(_, p, _)| *p == target)
                        .unwrap_or(&WRAPPERS[4]),
                };
                let value = if known.is_some() {
                    value
                } else {
                    self.cast(value, wrapper)
                };
                let method = MemberRef {
                    class: wrapper.into(),
                    name: unwrap.into(),
                    descriptor: format!("(){}", primitive as char).into(),
                };
                let kind = Kind::of_descriptor(&(primitive as char).to_string());
                let unwrapped = self.invoke_virtual(method, &[value], kind);
                self.widen(unwrapped, primitive, target)
            }
            (false, false) => {
                if from == to || to == "Ljava/lang/Object;" {
                    return value;
                }
                let class = if to.starts_with('[') {
                    to
                } else {
                    to.trim_start_matches('L').trim_end_matches(';')
                };
                self.cast(value, class)
            }
        }
    }

    fn wrap(&mut self, value: Operand, primitive: u8) -> Operand {
        let (wrapper, _, _) = WRAPPERS
            .iter()
            .find(|(_, p, _)| *p == primitive)
            .unwrap_or(&WRAPPERS[4]);
        let method = MemberRef {
            class: (*wrapper).into(),
            name: "valueOf".into(),
            descriptor: format!("({})L{wrapper};", primitive as char).into(),
        };
        self.invoke_static(method, &[value], Some(Kind::Ref))
    }

    fn widen(&mut self, value: Operand, from: u8, to: u8) -> Operand {
        let class = |d: u8| match d {
            b'J' => Kind::Long,
            b'F' => Kind::Float,
            b'D' => Kind::Double,
            _ => Kind::Int,
        };
        let op = match (class(from), class(to)) {
            (Kind::Int, Kind::Long) => Conversion::I2L,
            (Kind::Int, Kind::Float) => Conversion::I2F,
            (Kind::Int, Kind::Double) => Conversion::I2D,
            (Kind::Long, Kind::Float) => Conversion::L2F,
            (Kind::Long, Kind::Double) => Conversion::L2D,
            (Kind::Float, Kind::Double) => Conversion::F2D,
            _ => return value,
        };
        self.convert(op, value, class(to))
    }
}
