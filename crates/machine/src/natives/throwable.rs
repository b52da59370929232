//! Throwables: stack traces, recorded when a throwable is made and turned into `StackTraceElement`s when somebody looks,
//! and the text of one whose message is open.

use super::{Call, Entry, Return, value};
use crate::class::MethodSource;
use crate::halt::{Halt, Quote, Step};
use crate::heap::Data;
use crate::machine::Machine;
use crate::state::State;
use crate::value::{MethodId, Ref, Slot};

const ELEMENT: &str = "java/lang/StackTraceElement";

pub const NATIVES: &[Entry] = &[
    (
        "java/lang/Throwable",
        "fillInStackTrace",
        "(I)Ljava/lang/Throwable;",
        fill_in_stack_trace,
    ),
    (
        "java/lang/Throwable",
        "toString",
        "()Ljava/lang/String;",
        text,
    ),
    (ELEMENT, "initStackTraceElements", "*", init_elements),
    (ELEMENT, "computeFormat", "()V", compute_format),
    (
        "java/lang/NullPointerException",
        "getExtendedNPEMessage",
        "*",
        helpful_message,
    ),
];

/// Frames that HotSpot keeps in a stack trace (`-XX:MaxJavaStackTraceDepth`).
const MOST_FRAMES: usize = 1024;

/// Records the stack as an array of `method << 32 | pc`, without the frames that make the throwable itself.
fn fill_in_stack_trace(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let exception = call.reference(0);
    let mut frames: Vec<i64> = Vec::new();
    let mut making = true;
    // Whether the instruction that throws is in a frame that no stack trace shows, such as that of a method reference.
    let mut hidden = false;
    st.stack.for_each(|frame, slots| {
        let method = m.method(frame.method);
        if method.is_synthetic_frame() {
            hidden |= frames.is_empty() && &*method.name != crate::exceptions::THROWER;
            return true;
        }
        if making {
            let own = &*method.name == "fillInStackTrace"
                || &*method.name == "<init>"
                    && frame
                        .code
                        .params
                        .first()
                        .is_some_and(|p| slots[usize::from(*p)].as_ref() == exception);
            if own {
                return true;
            }
            making = false;
        }
        let pc = frame.code.pcs.get(frame.pc as usize).copied().unwrap_or(0);
        frames.push((frame.method.index() as i64) << 32 | i64::from(pc));
        frames.len() < MOST_FRAMES
    });
    let depth = frames.len() as i32;
    let class = m.load("[J")?;
    let backtrace = st.heap.allocate(class, Data::Longs(frames.into()));
    m.set_field(st, exception, "backtrace", Slot::reference(backtrace))?;
    m.set_field(st, exception, "depth", Slot::int(depth))?;
    m.look_for_arguments(st, exception);
    if hidden && m.is_null_pointer_exception(st, exception) {
        // There is no helpful message then: 2 says that it has been computed.
        super::set_if_present(m, st, exception, "extendedMessageState", Slot::int(2))?;
    }
    value(Slot::reference(exception))
}

/// `name: message`, which stays open as long as the message is: most programs print it or pass it on.
fn text(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let exception = call.reference(0);
    let message = m.field(st, exception, "detailMessage")?.as_ref();
    if message.is_null() || !crate::dynamic::concat::is_open(m, st, message) {
        return Ok(Return::Bytecode);
    }
    let class = m.class_of(st, exception)?;
    for name in ["getMessage", "getLocalizedMessage"] {
        let declared = m.lookup("java/lang/Throwable", name, "()Ljava/lang/String;")?;
        if m.select_method(class, declared) != Some(declared) {
            return Ok(Return::Bytecode);
        }
    }
    let name = crate::class::binary_name(&m.class(class).name);
    let name = m.new_java_string(st, &name)?;
    let quote = Quote {
        template: "{}: {}".to_owned(),
        values: vec![
            (b'L', Slot::reference(name)),
            (b'L', Slot::reference(message)),
        ],
    };
    let text = m.quoting(st, &quote)?;
    value(Slot::reference(text))
}

fn init_elements(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let elements: Vec<Ref> = match st.heap.get(call.reference(0)).map(|o| &o.data) {
        Some(Data::Refs(elements)) => elements.to_vec(),
        _ => return Err(Halt::null_pointer()),
    };
    // Up to JDK 17 the throwable, then what it recorded.
    let source = call.reference(1);
    let frames = match st.heap.get(source).map(|o| &o.data) {
        Some(Data::Longs(_)) => m.recorded_frames(st, source),
        _ => m.stack_trace(st, source),
    };
    for (element, (method, pc)) in elements.into_iter().zip(frames) {
        fill_element(m, st, element, method, pc)?;
    }
    Ok(Return::Void)
}

pub(super) fn fill_element(
    m: &mut Machine,
    st: &mut State,
    element: Ref,
    method: MethodId,
    pc: u32,
) -> Step<()> {
    let linked = m.method(method).clone();
    let class = m.class(linked.class).clone();
    let from_program = m.classpath().role(&class.name).is_some();
    let mut texts = vec![
        ("declaringClass", crate::class::binary_name(&class.name)),
        ("methodName", linked.name.to_string()),
    ];
    if let Some(file) = class.file.as_ref().and_then(|f| f.source_file.as_deref()) {
        texts.push(("fileName", file.to_owned()));
    }
    if from_program {
        texts.push(("classLoaderName", "app".to_owned()));
    } else if let Some(module) = module_of(&class.name) {
        texts.push(("moduleName", module.to_owned()));
        texts.push(("moduleVersion", m.classpath().jdk().full_version.clone()));
    }
    for (field, text) in texts {
        let text = m.intern(st, &text.encode_utf16().collect::<Vec<_>>())?;
        m.set_field(st, element, field, Slot::reference(text))?;
    }
    // -2 says that the method is native (`StackTraceElement.isNativeMethod`).
    let line = match m.line(method, pc) {
        _ if linked.is_native() => -2,
        Some(line) => line as i32,
        None => -1,
    };
    m.set_field(st, element, "lineNumber", Slot::int(line))?;
    let mirror = m.mirror(st, linked.class)?;
    m.set_field(st, element, "declaringClassObject", Slot::reference(mirror))
}

/// The module of a platform class, by its package.
fn module_of(name: &str) -> Option<&'static str> {
    const OTHERS: &[(&str, &str)] = &[
        ("java/util/logging/", "java.logging"),
        ("java/sql/", "java.sql"),
        ("javax/xml/", "java.xml"),
        ("org/w3c/dom/", "java.xml"),
        ("org/xml/sax/", "java.xml"),
        ("java/awt/", "java.desktop"),
        ("javax/swing/", "java.desktop"),
        ("java/beans/", "java.desktop"),
        ("java/util/prefs/", "java.prefs"),
        ("java/net/http/", "java.net.http"),
    ];
    if let Some((_, module)) = OTHERS.iter().find(|(prefix, _)| name.starts_with(prefix)) {
        return Some(module);
    }
    ["java/", "jdk/internal/", "sun/"]
        .iter()
        .any(|p| name.starts_with(p))
        .then_some("java.base")
}

/// Loader names and versions of the JDK's own modules are left out of the text, as `computeFormat` decides through
/// modules and loaders.
fn compute_format(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    const BUILTIN_CLASS_LOADER: i32 = 1;
    const JDK_NON_UPGRADEABLE_MODULE: i32 = 2;
    let element = call.reference(0);
    let format = BUILTIN_CLASS_LOADER | JDK_NON_UPGRADEABLE_MODULE;
    m.set_field(st, element, "format", Slot::int(format))?;
    m.set_field(st, element, "declaringClassObject", Slot::NULL)?;
    Ok(Return::Void)
}

/// What an instruction that met a null says about it.
fn helpful_message(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let message = match m.stack_trace(st, call.reference(0)).first() {
        Some((method, pc)) => {
            let method = m.method(*method);
            let class = m.class(method.class).file.as_ref();
            match (&method.source, class) {
                (MethodSource::File(index), Some(class)) => {
                    ir::null_message(class, &class.methods[usize::from(*index)], *pc)
                }
                _ => None,
            }
        }
        None => None,
    };
    match message {
        Some(text) => {
            let text = m.new_java_string(st, &text)?;
            value(Slot::reference(text))
        }
        None => super::null(),
    }
}
