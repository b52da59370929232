//! Bytecode to register code. Blocks are found from branch targets and exception ranges, then translated with an abstract
//! frame ([`frame`]) until the types of local variables at block entries no longer change; [`tidy`] turns the result into
//! a [`Body`]. A subroutine (`jsr`) is translated once per call: a block is identified by its position and the call it
//! belongs to.

pub(crate) mod decode;
mod error;
mod frame;
mod graph;
mod pool;
mod registers;
mod tidy;
mod translate;

pub use error::LowerError;

use crate::{Body, Kind, Variable};
use classpath::{ClassFile, Code, Method, access};
use error::Fault;
use frame::{Frame, Ty};
use graph::{Graph, Plan};

/// Limit on the work for one method, in instructions translated and local variables merged: seconds and a hundred or so
/// megabytes at worst. Every method of java.base gets by with less than a hundredth.
const BUDGET: u64 = 1 << 25;

/// The register code of `method`, which must be a method of `class` and have code.
pub fn lower(class: &ClassFile, method: &Method) -> Result<Body, LowerError> {
    lower_method(class, method).map_err(|fault| LowerError {
        method: format!(
            "{}.{}{}",
            class.name.replace('/', "."),
            method.name,
            method.descriptor
        ),
        pc: fault.pc,
        reason: fault.reason,
    })
}

/// What is being translated and how far it is.
struct Lowering<'a> {
    class: &'a ClassFile,
    plan: Plan<'a>,
    graph: Graph,
    frame: Frame,
    returns: Option<Kind>,
    budget: u64,
}

fn lower_method(class: &ClassFile, method: &Method) -> Result<Body, Fault> {
    let Some(code) = &method.code else {
        return Err(Fault::new(
            0,
            "the method has no code: it is abstract or native",
        ));
    };
    let Some((param_kinds, returns)) = method_kinds(&method.descriptor) else {
        return Err(Fault::new(
            0,
            format!("`{}` is not a method descriptor", method.descriptor),
        ));
    };
    let plan = Plan::new(code)?;
    let mut frame = Frame::new(code.max_stack);
    let mut kinds = Vec::with_capacity(param_kinds.len() + 1);
    if method.access & access::STATIC == 0 {
        kinds.push(Kind::Ref);
    }
    kinds.extend(param_kinds);

    let words: usize = kinds.iter().map(|k| usize::from(k.words())).sum();
    if words > usize::from(code.max_locals) {
        return Err(Fault::new(
            0,
            format!(
                "the parameters take {words} words but only {} are declared",
                code.max_locals
            ),
        ));
    }
    // A class file may declare 65,535 local variables and use two: remember types only for those that occur.
    let used = plan
        .locals_used()
        .max(words)
        .min(usize::from(code.max_locals));
    let mut locals = vec![Ty::Unusable; used];
    std::mem::swap(&mut frame.locals, &mut locals);
    let mut params = Vec::with_capacity(kinds.len());
    let mut slot = 0;
    for kind in kinds {
        let reg = frame.registers.local(slot, kind);
        params.push(reg.map_err(|_| Fault::new(0, "the method has too many registers"))?);
        frame.set_local(slot, Ty::Value(kind));
        slot += kind.words();
    }
    let locals = std::mem::take(&mut frame.locals);

    let mut lowering = Lowering {
        class,
        plan,
        graph: Graph::default(),
        frame,
        returns,
        budget: BUDGET,
    };
    let entry = lowering.graph.node(0, graph::NO_CALL, false);
    lowering
        .graph
        .flow(entry, &[], &locals)
        .map_err(|reason| Fault::new(0, reason))?;
    while let Some(node) = lowering.graph.next() {
        lowering.translate_block(node)?;
    }
    let Lowering { graph, frame, .. } = lowering;
    Ok(tidy::finish(
        graph,
        entry,
        frame.registers,
        params,
        |registers| variables(code, registers),
    ))
}

fn variables(code: &Code, registers: &registers::Registers) -> Vec<Variable> {
    let mut variables = Vec::new();
    for local in &code.locals {
        if let Some(kind) = Kind::of_descriptor(&local.descriptor)
            && let Some(reg) = registers.find_local(local.index, kind)
        {
            variables.push(Variable {
                name: local.name.clone(),
                descriptor: local.descriptor.clone(),
                reg,
                start_pc: local.start_pc,
                end_pc: local.start_pc.saturating_add(local.length),
            });
        }
    }
    variables
}

/// The kinds of a method descriptor's parameters and result; `None` if it is malformed. The class reader has checked
/// descriptors already; this only avoids building types that the lowering does not need.
pub(crate) fn method_kinds(descriptor: &str) -> Option<(Vec<Kind>, Option<Kind>)> {
    let mut rest = descriptor.strip_prefix('(')?;
    let mut params = Vec::new();
    loop {
        if let Some(result) = rest.strip_prefix(')') {
            let kind = match result {
                "V" => None,
                _ => Some(Kind::of_descriptor(result)?),
            };
            return Some((params, kind));
        }
        params.push(Kind::of_descriptor(rest)?);
        let base = rest.trim_start_matches('[');
        rest = match base.as_bytes().first()? {
            b'L' => &base[base.find(';')? + 1..],
            _ => base.get(1..)?,
        };
    }
}
