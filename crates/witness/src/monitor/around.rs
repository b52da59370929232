//! The instructions around a call that may be an event: they hand the receiver, the arguments that a property speaks of,
//! and the result to the hooks.

use super::data::{self, Data};
use crate::rewrite::{Call, CallInstruction, Edit, Pool, Snippet};
use classpath::{FieldType, MethodDescriptor};
use property::{CallKind, Candidate, Matcher};

const HOOKS: &str = "cortado/property/Hooks";
/// What the hooks' arguments take of the stack, beside those of the call.
const STACK: u16 = 8;

/// What to put around a call; none if it cannot be an event.
pub(crate) fn report(
    class: &str,
    call: &Call,
    matcher: &Matcher,
    data: &mut Data,
    pool: &mut Pool,
) -> Option<Edit> {
    let target = call.target;
    let kind = match call.instruction {
        CallInstruction::Static => CallKind::Static,
        CallInstruction::Special if &*target.name == "<init>" => CallKind::Constructor,
        _ => CallKind::Instance,
    };
    let descriptor = MethodDescriptor::parse(&target.descriptor).ok()?;
    let (owner, name) = (&target.class, &target.name);
    let mut candidates = matcher.may(owner, name, &target.descriptor, kind);
    if kind != CallKind::Instance {
        // The class that the instruction names decides.
        candidates.retain(|c| matcher.does(*c, owner, name, &target.descriptor, kind, None));
    }
    if candidates.is_empty() {
        return None;
    }
    let count = descriptor.params.len();
    let line = call
        .method
        .code
        .as_ref()
        .and_then(|code| code.line_at(call.pc));
    let site = data.site(class, &call.method.name, line, kind);
    let mut handed = vec![false; count];
    for candidate in candidates {
        let open = (kind == CallKind::Instance && !candidate.certain).then(|| {
            let except = matcher.excepted(candidate, name, &target.descriptor, kind);
            (&matcher.call(candidate).signature.class, except)
        });
        data.candidate(matcher, candidate, count, open);
        for index in bound(matcher, candidate, count) {
            handed[index] = true;
        }
    }
    Some(edit(call, kind, &descriptor, site, &handed, pool))
}

fn bound(matcher: &Matcher, candidate: Candidate, count: usize) -> Vec<usize> {
    let bound = data::bound(matcher.call(candidate), count);
    bound.map(|(index, _)| index).collect()
}

fn edit(
    call: &Call,
    kind: CallKind,
    descriptor: &MethodDescriptor,
    site: i32,
    handed: &[bool],
    pool: &mut Pool,
) -> Edit {
    // Local variables take the receiver and the arguments while the hook is called.
    let free = call.free_local;
    let mut next = free;
    let mut place = |words: u16| {
        let at = next;
        next = next.saturating_add(words);
        at
    };
    let receiver = (kind == CallKind::Instance).then(|| place(1));
    let arguments: Vec<(u16, &FieldType)> = descriptor
        .params
        .iter()
        .map(|ty| (place(ty.words()), ty))
        .collect();
    let moves = receiver.is_some() || kind == CallKind::Constructor || handed.contains(&true);

    let mut code = Snippet::new(pool);
    if moves {
        for (local, ty) in arguments.iter().rev() {
            code.store(ty, *local);
        }
        if let Some(local) = receiver {
            code.store_reference(local);
        }
    }
    if kind == CallKind::Constructor {
        // The copy stays behind when the constructor has taken the other, and is then the constructed object.
        code.dup();
    }
    code.int(site);
    match receiver {
        Some(local) => code.load_reference(local),
        None => code.null(),
    }
    if handed.contains(&true) {
        code.int(handed.len() as i32);
        code.new_array("java/lang/Object");
        for (index, (local, ty)) in arguments.iter().enumerate() {
            if handed[index] && ty.is_reference() {
                code.dup();
                code.int(index as i32);
                code.load_reference(*local);
                code.store_element();
            }
        }
    } else {
        code.null();
    }
    let hook = match call.guardable {
        true => "before",
        false => "beforeSuper",
    };
    code.call_static(HOOKS, hook, "(ILjava/lang/Object;[Ljava/lang/Object;)V");
    if moves {
        if let Some(local) = receiver {
            code.load_reference(local);
        }
        for (local, ty) in &arguments {
            code.load(ty, *local);
        }
    }
    let before = code.finish();

    let mut code = Snippet::new(pool);
    let result = descriptor.ret.as_ref();
    match result {
        _ if kind == CallKind::Constructor => {
            code.call_static(HOOKS, "after", "(Ljava/lang/Object;)V");
        }
        Some(FieldType::Boolean) => {
            code.dup();
            code.call_static(HOOKS, "after", "(Z)V");
        }
        Some(ty) if ty.is_reference() => {
            code.dup();
            code.call_static(HOOKS, "after", "(Ljava/lang/Object;)V");
        }
        _ => code.call_static(HOOKS, "after", "()V"),
    }
    let after = code.finish();

    let mut code = Snippet::new(pool);
    if call.guardable {
        code.call_static(HOOKS, "thrown", "()V");
    }
    Edit {
        before,
        after,
        thrown: code.finish(),
        locals: next.saturating_sub(free),
        stack: STACK,
    }
}
