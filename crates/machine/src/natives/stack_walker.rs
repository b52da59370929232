//! `StackWalker`, over the frames that the machine has. The JDK's own way goes through frames that the JVM fills in batches;
//! here the stream is one over an array.

use super::{Call, Entry, Return, value};
use crate::halt::{Halt, Step};
use crate::machine::Machine;
use crate::state::State;
use crate::value::{ClassId, MethodId, Ref, Slot};
use classpath::MemberRef;
use ir::{InvokeKind, Kind};

const WALKER: &str = "java/lang/StackWalker";
const FRAME: &str = "java/lang/StackFrameInfo";

pub const NATIVES: &[Entry] = &[
    (
        WALKER,
        "walk",
        "(Ljava/util/function/Function;)Ljava/lang/Object;",
        walk,
    ),
    (
        WALKER,
        "forEach",
        "(Ljava/util/function/Consumer;)V",
        for_each,
    ),
    (
        WALKER,
        "getCallerClass",
        "()Ljava/lang/Class;",
        caller_class,
    ),
    (
        FRAME,
        "declaringClass",
        "()Ljava/lang/Class;",
        declaring_class,
    ),
    (FRAME, "getMethodName", "()Ljava/lang/String;", method_name),
    (FRAME, "isNativeMethod", "()Z", is_native),
    (FRAME, "getMethodType", "*", method_type),
    (FRAME, "getDescriptor", "*", method_type),
];

/// The frames from the one that calls the walker on, without those that walkers leave out: of lambdas and of reflection.
fn frames(m: &Machine, st: &State) -> Vec<(MethodId, u32)> {
    let mut frames = Vec::new();
    st.stack.for_each(|frame, _| {
        let method = m.method(frame.method);
        let name = &*m.class(method.class).name;
        let reflection = matches!(
            name,
            "java/lang/reflect/Method" | "java/lang/reflect/Constructor"
        ) || name.starts_with("jdk/internal/reflect/");
        if !method.is_synthetic_frame() && !reflection {
            let pc = frame.code.pcs.get(frame.pc as usize).copied().unwrap_or(0);
            frames.push((frame.method, pc));
        }
        true
    });
    frames
}

/// Options other than `RETAIN_CLASS_REFERENCE` show other frames, or less of them.
fn retains_classes(m: &mut Machine, st: &State, walker: Ref) -> Step<bool> {
    let options = m.field(st, walker, "options")?.as_ref();
    if !options.is_null() && m.field(st, options, "elements")?.as_long() & !1 != 0 {
        return Err(Halt::unsupported(
            "StackWalker with an option other than RETAIN_CLASS_REFERENCE",
        ));
    }
    Ok(m.field(st, walker, "retainClassRef")?.as_int() != 0)
}

fn frame_objects(m: &mut Machine, st: &mut State, walker: Ref) -> Step<Ref> {
    const RETAIN_CLASS_REF_BIT: i32 = 0x0800_0000;
    const COMPUTED_FORMAT: i32 = 3;
    let retain = retains_classes(m, st, walker)?;
    let class = m.load(FRAME)?;
    let element_class = m.load("java/lang/StackTraceElement")?;
    let mut made = Vec::new();
    for (method, pc) in frames(m, st) {
        let element = m.allocate(st, element_class);
        super::throwable::fill_element(m, st, element, method, pc)?;
        m.set_field(st, element, "format", Slot::int(COMPUTED_FORMAT))?;
        let object = m.allocate(st, class);
        m.set_field(st, object, "ste", Slot::reference(element))?;
        m.set_field(st, object, "bci", Slot::int(pc as i32))?;
        super::set_if_present(m, st, object, "retainClassRef", Slot::boolean(retain))?;
        let flags = Slot::int(if retain { RETAIN_CLASS_REF_BIT } else { 0 });
        super::set_if_present(m, st, object, "flags", flags)?;
        made.push(object);
    }
    super::array_of_refs(m, st, "[Ljava/lang/StackWalker$StackFrame;", made)
}

/// `consumer.name(Arrays.stream(frames))`, or that with the stream and the consumer in each other's place.
fn pass(m: &mut Machine, st: &mut State, call: &Call<'_>, apply: bool) -> Step<Return> {
    let (walker, function) = (call.reference(0), call.reference(1));
    if function.is_null() {
        return Err(Halt::null_pointer());
    }
    let array = frame_objects(m, st, walker)?;
    let (name, descriptor) = match apply {
        true => (
            "walk",
            "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;",
        ),
        false => ("walk each", "(Ljava/lang/Object;Ljava/lang/Object;)V"),
    };
    let member = |class: &str, name: &str, descriptor: &str| MemberRef {
        class: class.into(),
        name: name.into(),
        descriptor: descriptor.into(),
    };
    let caller = super::maker(m, name, descriptor, |b| {
        let stream = member(
            "java/util/Arrays",
            "stream",
            "([Ljava/lang/Object;)Ljava/util/stream/Stream;",
        );
        let stream = b.invoke_static(stream, &[b.param(0)], Some(Kind::Ref));
        let (method, args, result) = if apply {
            let apply = "(Ljava/lang/Object;)Ljava/lang/Object;";
            let apply = member("java/util/function/Function", "apply", apply);
            (apply, [b.param(1), stream], Some(Kind::Ref))
        } else {
            let each = "(Ljava/util/function/Consumer;)V";
            let each = member("java/util/stream/Stream", "forEach", each);
            (each, [stream, b.param(1)], None)
        };
        b.invoke(InvokeKind::Interface, method, true, &args, result)
    })?;
    let args = vec![Slot::reference(array), call.args[1]];
    Ok(Return::Call(caller, args))
}

fn walk(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    pass(m, st, call, true)
}

fn for_each(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    pass(m, st, call, false)
}

fn caller_class(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    if !retains_classes(m, st, call.reference(0))? {
        return Err(Halt::throw(
            "java/lang/UnsupportedOperationException",
            "This stack walker does not have RETAIN_CLASS_REFERENCE access",
        ));
    }
    let caller: Option<ClassId> = frames(m, st).get(1).map(|(id, _)| m.method(*id).class);
    match caller {
        Some(class) => value(Slot::reference(m.mirror(st, class)?)),
        None => Err(Halt::throw(
            "java/lang/IllegalCallerException",
            "no caller frame",
        )),
    }
}

/// What the frame's element says.
fn part(m: &mut Machine, st: &State, call: &Call<'_>, field: &str) -> Step<Slot> {
    let element = m.field(st, call.reference(0), "ste")?.as_ref();
    m.field(st, element, field)
}

fn declaring_class(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    value(part(m, st, call, "declaringClassObject")?)
}

fn method_name(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    value(part(m, st, call, "methodName")?)
}

fn is_native(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    const NATIVE: i32 = -2;
    super::boolean(part(m, st, call, "lineNumber")?.as_int() == NATIVE)
}

fn method_type(_: &mut Machine, _: &mut State, _: &Call<'_>) -> Step<Return> {
    Err(Halt::unsupported(
        "StackFrame.getMethodType and getDescriptor: method types are not modelled",
    ))
}
