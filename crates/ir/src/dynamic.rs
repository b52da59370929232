//! Register code for what `invokedynamic` stands for in compiled Java: methods of lambdas (`LambdaMetafactory`), `hashCode` and
//! `equals` of records (`ObjectMethods`).

use crate::synthetic::{Builder, WRAPPERS};
use crate::{
    BinaryOp, Body, Condition, Inst, InvokeKind, Kind, Operand, kind_of, kinds_of, split_descriptor,
};
use classpath::{Constant, HandleKind, MemberRef, MethodHandle, Name};

/// Flags of `altMetafactory`.
const SERIALIZABLE: i32 = 1;
const MARKERS: i32 = 2;
const BRIDGES: i32 = 4;

/// What `altMetafactory` gets beyond what others do: more interfaces, and more descriptors that the method has.
pub fn alternatives(rest: &[Constant]) -> (Vec<Name>, Vec<Name>) {
    let (mut interfaces, mut descriptors) = (Vec::new(), Vec::new());
    let mut rest = rest.iter();
    let flags = match rest.next() {
        Some(Constant::Int(flags)) => *flags,
        _ => 0,
    };
    if flags & SERIALIZABLE != 0 {
        // The interface is not among the markers.
        interfaces.push("java/io/Serializable".into());
    }
    let count = |rest: &mut std::slice::Iter<'_, Constant>, flag: i32| match rest.as_slice().first()
    {
        Some(Constant::Int(n)) if flags & flag != 0 => {
            rest.next();
            *n
        }
        _ => 0,
    };
    for _ in 0..count(&mut rest, MARKERS) {
        let Some(Constant::Class(name)) = rest.next() else {
            break;
        };
        interfaces.push(name.clone());
    }
    for _ in 0..count(&mut rest, BRIDGES) {
        let Some(Constant::MethodType(descriptor)) = rest.next() else {
            break;
        };
        descriptors.push(descriptor.clone());
    }
    (interfaces, descriptors)
}

/// What a method of a lambda does, whose fields `arg0`, `arg1` and so on have what it captures: it passes them and its
/// arguments, adapted from the erased to the actual types, to the implementation. `None` if the call site is malformed.
pub fn lambda(
    class: &Name,
    captured: &[&str],
    erased: &str,
    actual: &str,
    implementation: &MethodHandle,
) -> Option<Body> {
    let (erased_params, erased_result) = split_descriptor(erased)?;
    let (actual_params, actual_result) = split_descriptor(actual)?;
    let mut kinds = vec![Kind::Ref];
    kinds.extend(kinds_of(erased)?.0);
    let mut b = Builder::new(&kinds);

    // What the implementation takes, its receiver first.
    let member = &implementation.member;
    let (declared, declared_result) = split_descriptor(&member.descriptor)?;
    let receiver = format!("L{};", member.class);
    let has_receiver = !matches!(
        implementation.kind,
        HandleKind::InvokeStatic | HandleKind::NewInvokeSpecial
    );
    let mut targets: Vec<&str> = Vec::new();
    if has_receiver {
        targets.push(if member.class.starts_with('[') {
            &member.class
        } else {
            &receiver
        });
    }
    targets.extend(declared);

    let mut values = Vec::new();
    for (i, descriptor) in captured.iter().enumerate() {
        let field = MemberRef {
            class: class.clone(),
            name: format!("arg{i}").into(),
            descriptor: (*descriptor).into(),
        };
        let value = b.get_field(b.param(0), field, kind_of(descriptor)?);
        values.push((value, *descriptor));
    }
    for (i, (from, to)) in erased_params.iter().zip(&actual_params).enumerate() {
        let value = b.adapt(b.param(i + 1), from, to);
        values.push((value, *to));
    }
    if values.len() != targets.len() {
        return None;
    }
    let args: Vec<_> = values
        .iter()
        .zip(&targets)
        .map(|((value, from), to)| b.adapt(*value, from, to))
        .collect();

    let (result, result_type) = match implementation.kind {
        HandleKind::NewInvokeSpecial => {
            let made = b.register(Kind::Ref);
            b.push(Inst::New {
                dst: made,
                class: member.class.clone(),
            });
            let mut all = vec![Operand::Reg(made)];
            all.extend(args);
            b.invoke(InvokeKind::Special, member.clone(), false, &all, None);
            (Operand::Reg(made), receiver.as_str())
        }
        kind => {
            let how = match kind {
                HandleKind::InvokeStatic => InvokeKind::Static,
                HandleKind::InvokeInterface => InvokeKind::Interface,
                HandleKind::InvokeSpecial => InvokeKind::Special,
                HandleKind::InvokeVirtual => InvokeKind::Virtual,
                _ => return None,
            };
            let result = b.invoke(
                how,
                member.clone(),
                implementation.interface,
                &args,
                kind_of(declared_result),
            );
            (result, declared_result)
        }
    };
    if erased_result == "V" {
        return Some(b.finish(None));
    }
    let result = b.adapt(result, result_type, actual_result);
    let result = b.adapt(result, actual_result, erased_result);
    Some(b.finish(Some(result)))
}

/// The hash code of a record with these fields.
pub fn record_hash(fields: &[MemberRef]) -> Body {
    let mut b = Builder::new(&[Kind::Ref]);
    let mut result = Operand::Int(0);
    for field in fields {
        let value = read(&mut b, 0, field);
        let hash = match wrapper(&field.descriptor) {
            Some(class) => member(class, "hashCode", &format!("({})I", field.descriptor)),
            None => member("java/util/Objects", "hashCode", "(Ljava/lang/Object;)I"),
        };
        let hash = b.invoke_static(hash, &[value], Some(Kind::Int));
        for (op, operand) in [(BinaryOp::Mul, Operand::Int(31)), (BinaryOp::Add, hash)] {
            let dst = b.register(Kind::Int);
            b.push(Inst::Binary {
                op,
                kind: Kind::Int,
                dst,
                a: result,
                b: operand,
            });
            result = Operand::Reg(dst);
        }
    }
    b.finish(Some(result))
}

/// Whether a record with these fields equals an object.
pub fn record_equals(record: &Name, fields: &[MemberRef]) -> Body {
    let mut b = Builder::new(&[Kind::Ref, Kind::Ref]);
    let other = b.param(1);
    let same_class = b.instance_of(other, record);
    b.require(Condition::Ne, same_class, Operand::Int(0));
    for field in fields {
        let (this, that) = (read(&mut b, 0, field), read(&mut b, 1, field));
        match (&*field.descriptor, wrapper(&field.descriptor)) {
            ("Z" | "B" | "C" | "S" | "I", _) => b.require(Condition::Eq, this, that),
            (ty, Some(class)) => {
                let compare = member(class, "compare", &format!("({ty}{ty})I"));
                let order = b.invoke_static(compare, &[this, that], Some(Kind::Int));
                b.require(Condition::Eq, order, Operand::Int(0));
            }
            (_, None) => {
                let equals = member(
                    "java/util/Objects",
                    "equals",
                    "(Ljava/lang/Object;Ljava/lang/Object;)Z",
                );
                let equal = b.invoke_static(equals, &[this, that], Some(Kind::Int));
                b.require(Condition::Ne, equal, Operand::Int(0));
            }
        }
    }
    b.finish_check()
}

fn read(b: &mut Builder, object: usize, field: &MemberRef) -> Operand {
    let kind = kind_of(&field.descriptor).unwrap_or(Kind::Ref);
    b.get_field(b.param(object), field.clone(), kind)
}

fn member(class: &str, name: &str, descriptor: &str) -> MemberRef {
    MemberRef {
        class: class.into(),
        name: name.into(),
        descriptor: descriptor.into(),
    }
}

fn wrapper(descriptor: &str) -> Option<&'static str> {
    WRAPPERS
        .iter()
        .find(|(_, p, _)| descriptor.as_bytes() == [*p])
        .map(|(name, _, _)| *name)
}
