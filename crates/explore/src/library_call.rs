//! Which method of the JDK the program itself called when something far below that is unsupported: the reason names what
//! the user wrote, and what stopped it is a detail.

use crate::path::Path;
use classpath::PoolEntry;
use machine::{ClassId, Machine, MethodId};
use outcome::{Reason, ReasonKind};

/// What starts the name of a method without bytecode or a body here.
const NATIVE: &str = "native method ";

pub(crate) fn unsupported(machine: &Machine, path: &Path, what: String) -> Reason {
    let Some(call) = library_call(machine, path) else {
        return Reason::new(ReasonKind::Unsupported, what);
    };
    let text = if what.starts_with(NATIVE) {
        call
    } else if what.starts_with(&call) {
        what.clone()
    } else {
        format!("{call}: {what}")
    };
    Reason::new(ReasonKind::Unsupported, text).detail(what)
}

/// The call that left the program, as a user would write it; none if the program itself is what runs.
fn library_call(machine: &Machine, path: &Path) -> Option<String> {
    let mut called: Option<MethodId> = None;
    let mut caller = None;
    let mut proxy: Option<MethodId> = None;
    path.state.stack.for_each(|frame, _| {
        let method = machine.method(frame.method);
        if method.is_synthetic_frame() {
            proxy = is_proxy(machine, method.class).then_some(frame.method);
            return true;
        }
        if machine.class(method.class).application {
            caller = Some((frame.method, frame.code_pc()));
            return false;
        }
        called = Some(frame.method);
        proxy = None;
        true
    });
    let (method, pc) = caller?;
    let called = machine.method(proxy.or(called)?);
    // The class that the call names may be an interface, or a superclass of the one that has the method. That of a proxy,
    // such as an annotation, is the only one that the user knows.
    let named = called_at(machine, method, pc)
        .filter(|(class, _)| proxy.is_some() || machine.classpath().role(class).is_none())
        .filter(|(_, name)| **name == *called.name);
    let (class, name) = named.unwrap_or_else(|| {
        let class = machine.class(called.class);
        (class.name.to_string(), called.name.to_string())
    });
    let class = class
        .rsplit('/')
        .next()
        .unwrap_or_default()
        .replace('$', ".");
    Some(match &*name {
        "<init>" => format!("new {class}"),
        "<clinit>" => class,
        _ => format!("{class}.{name}"),
    })
}

fn is_proxy(machine: &Machine, class: ClassId) -> bool {
    let parent = machine.class(class).super_class;
    parent.is_some_and(|parent| &*machine.class(parent).name == "java/lang/reflect/Proxy")
}

/// Class and name in the call instruction at an offset; classes of the program inherit methods of the JDK.
fn called_at(machine: &Machine, method: MethodId, pc: u32) -> Option<(String, String)> {
    let bytes = &machine.class_file_code(method)?.bytes;
    let at = pc as usize;
    let &[0xb6..=0xb9, high, low] = bytes.get(at..at + 3)? else {
        return None;
    };
    let file = machine.class(machine.method(method).class).file.as_ref()?;
    match file.pool.get(u16::from_be_bytes([high, low]))? {
        PoolEntry::Method { member, .. } => {
            Some((member.class.to_string(), member.name.to_string()))
        }
        _ => None,
    }
}
