//! Operations that name something in the constant pool: constants, classes, fields, methods and call sites.

use super::error::Fault;
use super::{Lowering, method_kinds};
use crate::{Inst, InvokeKind, Kind, Operand};
use classpath::{Constant, MemberRef, Name, PoolEntry};

impl Lowering<'_> {
    fn wrong_constant(&self, index: u16, expected: &str) -> Fault {
        self.frame
            .fault(format!("constant pool entry {index} is not {expected}"))
    }

    pub(super) fn class_name(&self, index: u16) -> Result<Name, Fault> {
        match self.class.pool.get(index) {
            Some(PoolEntry::Loadable(Constant::Class(name))) => Ok(name.clone()),
            _ => Err(self.wrong_constant(index, "a class")),
        }
    }

    pub(super) fn field(&self, index: u16) -> Result<(Box<MemberRef>, Kind), Fault> {
        match self.class.pool.get(index) {
            Some(PoolEntry::Field(field)) => match Kind::of_descriptor(&field.descriptor) {
                Some(kind) => Ok((Box::new(field.clone()), kind)),
                None => Err(self.wrong_constant(index, "a field with a valid descriptor")),
            },
            _ => Err(self.wrong_constant(index, "a field")),
        }
    }

    pub(super) fn load_constant(&mut self, index: u16, wide: bool) -> Result<(), Fault> {
        let Some(PoolEntry::Loadable(constant)) = self.class.pool.get(index) else {
            return Err(self.wrong_constant(index, "a loadable constant"));
        };
        let (kind, operand) = match constant {
            Constant::Int(value) => (Kind::Int, Some(Operand::Int(*value))),
            Constant::Long(value) => (Kind::Long, Some(Operand::Long(*value))),
            Constant::Float(bits) => (Kind::Float, Some(Operand::Float(*bits))),
            Constant::Double(bits) => (Kind::Double, Some(Operand::Double(*bits))),
            Constant::Dynamic(dynamic) => match Kind::of_descriptor(&dynamic.descriptor) {
                Some(kind) => (kind, None),
                None => return Err(self.wrong_constant(index, "a valid dynamic constant")),
            },
            Constant::String(_)
            | Constant::Class(_)
            | Constant::MethodType(_)
            | Constant::MethodHandle(_) => (Kind::Ref, None),
        };
        if wide != (kind.words() == 2) {
            let words = if wide { "of two words" } else { "of one word" };
            return Err(self.wrong_constant(index, &format!("a constant {words}")));
        }
        match operand {
            Some(operand) => self.frame.push_operand(kind, operand),
            None => {
                let constant = constant.clone();
                let dst = self.frame.push_result(kind)?;
                self.frame.emit(Inst::Load { dst, constant });
                Ok(())
            }
        }
    }

    /// Pops what `descriptor` takes, a receiver first if there is one.
    fn arguments(
        &mut self,
        descriptor: &str,
        receiver: bool,
    ) -> Result<(Box<[Operand]>, Option<Kind>), Fault> {
        let Some((kinds, result)) = method_kinds(descriptor) else {
            return Err(self
                .frame
                .fault(format!("`{descriptor}` is not a method descriptor")));
        };
        let offset = usize::from(receiver);
        let mut args = vec![Operand::Null; kinds.len() + offset];
        for (index, kind) in kinds.iter().enumerate().rev() {
            args[index + offset] = self.frame.pop(*kind)?;
        }
        if receiver {
            args[0] = self.frame.pop(Kind::Ref)?;
        }
        Ok((args.into(), result))
    }

    pub(super) fn invoke(&mut self, kind: InvokeKind, index: u16) -> Result<(), Fault> {
        let Some(PoolEntry::Method { member, interface }) = self.class.pool.get(index) else {
            return Err(self.wrong_constant(index, "a method"));
        };
        let interface = *interface;
        match (kind, interface) {
            (InvokeKind::Virtual, true) => {
                return Err(self.wrong_constant(index, "a class's method"));
            }
            (InvokeKind::Interface, false) => {
                return Err(self.wrong_constant(index, "an interface's method"));
            }
            _ => {}
        }
        if member.name.starts_with('<')
            && (kind != InvokeKind::Special || &*member.name != "<init>")
        {
            return Err(self
                .frame
                .fault(format!("calls {} like a method", member.name)));
        }
        let (args, result) = self.arguments(&member.descriptor, kind != InvokeKind::Static)?;
        let method = Box::new(member.clone());
        let dst = result
            .map(|kind| self.frame.push_result(kind))
            .transpose()?;
        self.frame.emit(Inst::Invoke {
            kind,
            method,
            interface,
            args,
            dst,
        });
        Ok(())
    }

    pub(super) fn invoke_dynamic(&mut self, index: u16) -> Result<(), Fault> {
        let Some(PoolEntry::InvokeDynamic(site)) = self.class.pool.get(index) else {
            return Err(self.wrong_constant(index, "a dynamic call site"));
        };
        let (args, result) = self.arguments(&site.descriptor, false)?;
        let site = Box::new(site.clone());
        let dst = result
            .map(|kind| self.frame.push_result(kind))
            .transpose()?;
        self.frame.emit(Inst::InvokeDynamic { site, args, dst });
        Ok(())
    }
}
