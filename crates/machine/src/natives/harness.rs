//! Harness calls that bring symbolic values into being: Cortado's own `Any`, and those of the competition's
//! `Verifier`, of JBMC's `CProver` and of SPF's `Debug`, so that existing harnesses run unchanged.

use super::{Call, Entry, Return};
use crate::class::MethodSource;
use crate::generics::Type;
use crate::halt::{Halt, Step};
use crate::inputs::Role;
use crate::machine::Machine;
use crate::makers::Request;
use crate::state::State;
use crate::value::Slot;
use classpath::Name;
use ir::synthetic::Builder;
use ir::{Inst, Kind, Operand};

const ANY: &str = "cortado/Any";
const VERIFIER: &str = "org/sosy_lab/sv_benchmarks/Verifier";
const CPROVER: &str = "org/cprover/CProver";
const DEBUG: &str = "gov/nasa/jpf/symbc/Debug";

pub const NATIVES: &[Entry] = &[
    (ANY, "anInt", "()I", primitive),
    (ANY, "aLong", "()J", primitive),
    (ANY, "aByte", "()B", primitive),
    (ANY, "aShort", "()S", primitive),
    (ANY, "aChar", "()C", primitive),
    (ANY, "aBoolean", "()Z", primitive),
    (ANY, "aFloat", "()F", primitive),
    (ANY, "aDouble", "()D", primitive),
    (ANY, "aString", "()Ljava/lang/String;", string),
    (ANY, "aString", "(I)Ljava/lang/String;", string),
    (ANY, "anIntArray", "(I)[I", array),
    (ANY, "aLongArray", "(I)[J", array),
    (ANY, "aByteArray", "(I)[B", array),
    (ANY, "aShortArray", "(I)[S", array),
    (ANY, "aCharArray", "(I)[C", array),
    (ANY, "aBooleanArray", "(I)[Z", array),
    (ANY, "aFloatArray", "(I)[F", array),
    (ANY, "aDoubleArray", "(I)[D", array),
    (ANY, "assume", "(Z)V", assume),
    (VERIFIER, "assume", "(Z)V", assume),
    (VERIFIER, "nondetBoolean", "()Z", primitive),
    (VERIFIER, "nondetByte", "()B", primitive),
    (VERIFIER, "nondetChar", "()C", primitive),
    (VERIFIER, "nondetShort", "()S", primitive),
    (VERIFIER, "nondetInt", "()I", primitive),
    (VERIFIER, "nondetLong", "()J", primitive),
    (VERIFIER, "nondetFloat", "()F", primitive),
    (VERIFIER, "nondetDouble", "()D", primitive),
    (VERIFIER, "nondetString", "()Ljava/lang/String;", string),
    (CPROVER, "assume", "(Z)V", assume),
    (CPROVER, "nondetBoolean", "()Z", primitive),
    (CPROVER, "nondetByte", "()B", primitive),
    (CPROVER, "nondetChar", "()C", primitive),
    (CPROVER, "nondetShort", "()S", primitive),
    (CPROVER, "nondetInt", "()I", primitive),
    (CPROVER, "nondetLong", "()J", primitive),
    (CPROVER, "nondetFloat", "()F", primitive),
    (CPROVER, "nondetDouble", "()D", primitive),
    (CPROVER, "nondetWithNull", "*", object),
    (CPROVER, "nondetWithoutNull", "*", object),
    (DEBUG, "assume", "(Z)V", assume),
    (DEBUG, "makeSymbolicInteger", "(Ljava/lang/String;)I", named),
    (DEBUG, "makeSymbolicLong", "(Ljava/lang/String;)J", named),
    (DEBUG, "makeSymbolicShort", "(Ljava/lang/String;)S", named),
    (DEBUG, "makeSymbolicByte", "(Ljava/lang/String;)B", named),
    (DEBUG, "makeSymbolicChar", "(Ljava/lang/String;)C", named),
    (DEBUG, "makeSymbolicBoolean", "(Ljava/lang/String;)Z", named),
    (DEBUG, "makeSymbolicFloat", "(Ljava/lang/String;)F", named),
    (DEBUG, "addSymbolicBoolean", "(ZLjava/lang/String;)Z", named),
    (DEBUG, "addSymbolicByte", "(BLjava/lang/String;)B", named),
    (DEBUG, "addSymbolicChar", "(CLjava/lang/String;)C", named),
    (DEBUG, "addSymbolicShort", "(SLjava/lang/String;)S", named),
    (DEBUG, "addSymbolicInt", "(ILjava/lang/String;)I", named),
    (DEBUG, "addSymbolicLong", "(JLjava/lang/String;)J", named),
    (DEBUG, "addSymbolicDouble", "(DLjava/lang/String;)D", named),
    (DEBUG, "addSymbolicFloat", "(FLjava/lang/String;)F", named),
    (
        DEBUG,
        "addSymbolicString",
        "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;",
        named,
    ),
    (DEBUG, "printPC", "*", super::nothing),
    (DEBUG, "printSymbolicRef", "*", super::nothing),
    (DEBUG, "makeSymbolicReal", "(Ljava/lang/String;)D", named),
    (
        DEBUG,
        "makeSymbolicString",
        "(Ljava/lang/String;)Ljava/lang/String;",
        named,
    ),
];

/// Calls of harness classes that stand for something no entry models; their Java bodies serve only the replay.
pub fn is_unmodelled(class: &str, name: &str) -> bool {
    matches!(class, VERIFIER | CPROVER | DEBUG) && !name.starts_with('<')
}

/// The body of such a call.
pub fn unmodelled(m: &mut Machine, _: &mut State, call: &Call<'_>) -> Step<Return> {
    let method = m.method(call.method);
    let class = m.class(method.class).java_name();
    Err(Halt::unsupported(format!("{class}.{}", method.name)))
}

fn primitive(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let method = m.method(call.method).clone();
    let result = method.descriptor.as_bytes().last().copied().unwrap_or(b'I');
    let name = match chosen_by_index(m, st) {
        true => "index in oneOf()".to_owned(),
        false => format!("{}()", method.name),
    };
    Ok(Return::Value(m.symbolic_primitive(st, &name, result)))
}

/// Whether the program called `Any.oneOf`, for which a choice by its index is drawn.
fn chosen_by_index(m: &Machine, st: &State) -> bool {
    let methods = st.stack.frames.iter().rev().map(|f| m.method(f.method));
    let own = methods.take_while(|method| *m.class(method.class).name == *ANY);
    own.last().is_some_and(|method| &*method.name == "oneOf")
}

fn string(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let limit = match call.args.first() {
        Some(limit) => Some(m.concrete_int(st, *limit)?.max(0) as u32),
        None => None,
    };
    let name = format!("{}()", m.method(call.method).name);
    m.symbolic_string(st, &name, limit)
        .map(|s| Return::Value(Slot::reference(s)))
}

/// An object of whatever type the caller takes the result for, which the cast behind the call tells.
fn object(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let name = m.method(call.method).name.clone();
    let with_null = &*name == "nondetWithNull";
    let ty = cast_to(m, st).unwrap_or_else(|| "java/lang/Object".into());
    let descriptor = match ty.starts_with('[') {
        true => ty.to_string(),
        false => format!("L{ty};"),
    };
    let Some(ty) = Type::of_descriptor(&descriptor) else {
        return Err(Halt::unsupported(format!("malformed type {descriptor}")));
    };
    let key = (ty, with_null);
    if let Some(&known) = m.makers.asked.get(&key) {
        return Ok(Return::Call(known, Vec::new()));
    }
    let site = m.site(Request {
        name: format!("{name}()").into(),
        ty: key.0.clone(),
        nullable: with_null,
        range: None,
        fixed: None,
        role: Role::Call,
    })?;
    let mut b = Builder::new(&[]);
    let value = b.invoke_static(site, &[], Some(Kind::Ref));
    if !with_null {
        let check = m.add_native_site("present", &"(Ljava/lang/Object;)V".into(), present)?;
        let check = m.expose(check)?;
        b.invoke_static(check, &[value], None);
    }
    let made = m.add_synthetic("nondet", "()Ljava/lang/Object;", b.finish(Some(value)))?;
    m.makers.asked.insert(key, made);
    Ok(Return::Call(made, Vec::new()))
}

/// There is no path on which the object is null.
fn present(_: &mut Machine, _: &mut State, call: &Call<'_>) -> Step<Return> {
    match call.reference(0).is_null() {
        true => Err(Halt::Infeasible),
        false => Ok(Return::Void),
    }
}

/// The class that the result of the running call is cast to at once.
fn cast_to(m: &Machine, st: &State) -> Option<Name> {
    let frame = st.stack.frames.last()?;
    let method = m.method(frame.method);
    let MethodSource::File(index) = method.source else {
        return None;
    };
    let file = m.class(method.class).file.as_ref()?;
    let body = ir::lower(file, &file.methods[usize::from(index)]).ok()?;
    let pc = frame.code_pc();
    let block = body.blocks.iter().find(|block| block.pcs.contains(&pc))?;
    let mut insts = block
        .insts
        .iter()
        .zip(&block.pcs)
        .skip_while(|(_, at)| **at != pc);
    let result = insts.find_map(|(inst, _)| match inst {
        Inst::Invoke { dst, .. } => *dst,
        _ => None,
    })?;
    match insts.next()?.0 {
        Inst::CheckCast { src, class, .. } if *src == Operand::Reg(result) => Some(class.clone()),
        _ => None,
    }
}

fn array(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let limit = Some(m.concrete_int(st, call.args[0])?.max(0) as u32);
    let method = m.method(call.method).clone();
    let (_, ty) = method.descriptor.split_once(')').unwrap_or(("", "[I"));
    let name = format!("{}()", method.name);
    m.symbolic_array(st, &name, ty, limit)
        .map(|a| Return::Value(Slot::reference(a)))
}

/// SPF's calls name their variable with their last argument.
fn named(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let name = call.reference(call.args.len() - 1);
    let name = m.string_name(st, name, "a symbolic variable's name")?;
    let descriptor = m.method(call.method).descriptor.clone();
    let (_, ty) = descriptor.split_once(')').unwrap_or(("", "I"));
    if let Some(ty) = Type::of_descriptor(ty) {
        m.keep_in_range(st, &name, &ty)?;
    }
    m.symbolic_parameter(st, &name, ty).map(Return::Value)
}

fn assume(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let condition = m.truth(call.args[0]);
    let known = m
        .pool
        .as_bool(condition)
        .or_else(|| st.facts.get(&condition).map(|v| *v != 0));
    match known {
        Some(true) => Ok(Return::Void),
        Some(false) => Err(Halt::Infeasible),
        None => Err(Halt::Assume(condition)),
    }
}
