//! Records are made of values that are there before them (JLS 8.10.4: their fields are assigned by the canonical constructor
//! alone), so going from records to their components comes to an end. A constructor that hands out its object before it is
//! done could break that, so such records are told apart.

use crate::program::Program;
use classpath::{ClassFile, access};
use ir::{Inst, Operand, Reg};
use std::sync::Arc;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Record {
    /// Nobody sees one before its components have their values.
    Founded,
    /// A constructor may hand out its object earlier.
    Open,
}

/// Whether a class is a record, and of which sort.
pub fn of(program: &Program, class: &str) -> Option<Record> {
    let file = program.classpath.find(class).ok().flatten()?;
    if file.super_name.as_deref() != Some("java/lang/Record") {
        return None;
    }
    let mut constructors =
        (0..file.methods.len()).filter(|at| &*file.methods[*at].name == "<init>");
    Some(
        match constructors.all(|at| keeps_its_object(program, &file, at)) {
            true => Record::Founded,
            false => Record::Open,
        },
    )
}

/// Whether a field is a component of a record: it gets a value when its object is made, and never another one.
pub fn is_component(program: &Program, class: &str, name: &str) -> bool {
    let Ok(Some(file)) = program.classpath.find(class) else {
        return false;
    };
    let mut fields = file.fields.iter();
    file.super_name.as_deref() == Some("java/lang/Record")
        && fields.any(|field| *field.name == *name && field.access & access::STATIC == 0)
}

/// Whether a constructor does nothing with its object but assign to its fields, or leaves all to another constructor.
fn keeps_its_object(program: &Program, class: &Arc<ClassFile>, method: usize) -> bool {
    let Ok(body) = program.methods.get(class, method) else {
        return false;
    };
    let this = Operand::Reg(Reg(0));
    let insts = || body.body.blocks.iter().flat_map(|block| &block.insts);
    // What another constructor has made is complete.
    let assigns =
        insts().any(|inst| matches!(inst, Inst::PutField { object, .. } if *object == this));
    let kept = |inst: &Inst| {
        let mut uses = 0;
        inst.for_each_operand(|operand| uses += usize::from(operand == this));
        let own = match inst {
            Inst::PutField { object, .. } => *object == this,
            Inst::Invoke { method, args, .. } => {
                &*method.name == "<init>"
                    && &*method.class == "java/lang/Record"
                    && args.first() == Some(&this)
            }
            _ => false,
        };
        uses <= usize::from(own) && inst.dst() != Some(Reg(0))
    };
    !assigns || insts().all(kept)
}
