//! `System`, `Runtime`, and the parts of the JDK's own start-up that are normally native or run by `initPhase1`.
//!
//! Nothing here looks at the host. System properties are those of a fresh JVM on Linux, with fixed values for what
//! depends on a machine or a user; the JDK's version comes from the JDK itself.

use super::{Call, Entry, Return, boolean, null, value};
use crate::halt::{Halt, Step};
use crate::machine::Machine;
use crate::state::State;
use crate::value::{ClassId, MethodId, Slot};
use classpath::{Constant, MemberRef};
use ir::synthetic::Builder;
use ir::{Block, BlockId, Body, ExceptionEdge, Inst, InvokeKind, Kind, Operand, Reg, Terminator};

const SYSTEM: &str = "java/lang/System";
const RUNTIME: &str = "java/lang/Runtime";
const VM: &str = "jdk/internal/misc/VM";
const CDS: &str = "jdk/internal/misc/CDS";
const SECRETS: &str = "jdk/internal/access/SharedSecrets";
/// Where JDK 11 has them.
const OLD_SECRETS: &str = "jdk/internal/misc/SharedSecrets";
const CONTINUATION: &str = "jdk/internal/vm/Continuation";
const REFLECTION: &str = "jdk/internal/reflect/Reflection";
const ACCESS: &str = "java/security/AccessController";
const PROPERTIES: &str = "java/util/Properties";

pub const NATIVES: &[Entry] = &[
    (SYSTEM, "getProperties", "*", with_properties),
    (SYSTEM, "getProperty", "*", with_properties),
    (SYSTEM, "setProperty", "*", with_properties),
    (SYSTEM, "clearProperty", "*", with_properties),
    (SYSTEM, "setProperties", "*", with_properties),
    (SYSTEM, "exit", "(I)V", exit),
    (SYSTEM, "setOut0", "*", set_stream),
    (SYSTEM, "setErr0", "*", set_stream),
    (SYSTEM, "setIn0", "*", set_stream),
    (SYSTEM, "getSecurityManager", "*", nothing),
    (SYSTEM, "gc", "()V", super::nothing),
    (SYSTEM, "mapLibraryName", "*", library),
    (SYSTEM, "loadLibrary", "*", library),
    (SYSTEM, "load", "*", library),
    (RUNTIME, "exit", "(I)V", exit),
    (RUNTIME, "halt", "(I)V", exit),
    (RUNTIME, "gc", "()V", super::nothing),
    (RUNTIME, "exec", "*", process),
    (VM, "initialize", "()V", super::nothing),
    (VM, "initializeFromArchive", "*", super::nothing),
    (VM, "getSavedProperty", "*", nothing),
    (VM, "latestUserDefinedLoader0", "*", nothing),
    (VM, "getRuntimeArguments", "*", no_arguments),
    (CDS, "isDumpingClassList0", "()Z", no),
    (CDS, "isDumpingArchive0", "()Z", no),
    (CDS, "isSharingEnabled0", "()Z", no),
    (CDS, "getCDSConfigStatus", "()I", no),
    (CDS, "needsClassInitBarrier0", "*", no),
    (CDS, "initializeFromArchive", "*", super::nothing),
    (CDS, "getRandomSeedForDumping", "()J", salt),
    (CDS, "logLambdaFormInvoker", "*", super::nothing),
    (SECRETS, "getJavaLangAccess", "*", java_lang_access),
    (SECRETS, "getJavaLangReflectAccess", "*", reflect_access),
    (
        "jdk/internal/reflect/ReflectionFactory$GetReflectionFactoryAction",
        "run",
        "*",
        reflect_access,
    ),
    (OLD_SECRETS, "getJavaLangAccess", "*", java_lang_access),
    (OLD_SECRETS, "getJavaLangReflectAccess", "*", reflect_access),
    (
        "jdk/internal/misc/PreviewFeatures",
        "isPreviewEnabled",
        "()Z",
        no,
    ),
    // Continuations carry virtual threads; without them, those are ordinary threads.
    (
        "jdk/internal/vm/ContinuationSupport",
        "isSupported0",
        "()Z",
        no,
    ),
    (
        "jdk/internal/vm/ForeignLinkerSupport",
        "isSupported0",
        "()Z",
        no,
    ),
    (CONTINUATION, "pin", "()V", super::nothing),
    (CONTINUATION, "unpin", "()V", super::nothing),
    (
        "java/lang/ref/Finalizer",
        "isFinalizationEnabled",
        "()Z",
        yes,
    ),
    ("java/lang/StringCoding", "err", "*", super::nothing),
    (
        REFLECTION,
        "getCallerClass",
        "()Ljava/lang/Class;",
        caller_class,
    ),
    (REFLECTION, "getClassAccessFlags", "*", access_flags),
    (REFLECTION, "areNestMates", "*", nest_mates),
    (REFLECTION, "ensureMemberAccess", "*", super::nothing),
    (
        ACCESS,
        "doPrivileged",
        "(Ljava/security/PrivilegedAction;)Ljava/lang/Object;",
        do_privileged,
    ),
    (
        ACCESS,
        "doPrivileged",
        "(Ljava/security/PrivilegedAction;Ljava/security/AccessControlContext;)Ljava/lang/Object;",
        do_privileged,
    ),
    (
        ACCESS,
        "doPrivileged",
        "(Ljava/security/PrivilegedExceptionAction;)Ljava/lang/Object;",
        do_privileged_or_throw,
    ),
    (
        ACCESS,
        "doPrivileged",
        "(Ljava/security/PrivilegedExceptionAction;Ljava/security/AccessControlContext;)Ljava/lang/Object;",
        do_privileged_or_throw,
    ),
    (ACCESS, "getStackAccessControlContext", "*", nothing),
    (ACCESS, "getInheritedAccessControlContext", "*", nothing),
    (
        ACCESS,
        "ensureMaterializedForStackWalk",
        "*",
        super::nothing,
    ),
    (ACCESS, "getProtectionDomain", "*", nothing),
    ("jdk/internal/misc/Signal", "findSignal0", "*", signal),
    ("jdk/internal/misc/Signal", "handle0", "*", signal),
    ("java/lang/Shutdown", "beforeHalt", "()V", super::nothing),
    ("java/lang/Shutdown", "halt0", "(I)V", exit),
];

/// What a JVM on Linux would say, without anything that tells where the analysis ran.
pub(super) const FIXED: &[(&str, &str)] = &[
    ("file.encoding", "UTF-8"),
    ("file.separator", "/"),
    ("java.class.path", ""),
    ("java.home", crate::files::JDK),
    ("java.io.tmpdir", crate::files::TEMPORARY_DIRECTORY),
    ("java.library.path", "/usr/lib"),
    ("java.vm.info", "mixed mode"),
    ("java.vm.name", "OpenJDK 64-Bit Server VM"),
    (
        "java.vm.specification.name",
        "Java Virtual Machine Specification",
    ),
    ("java.vm.specification.vendor", "Oracle Corporation"),
    ("line.separator", "\n"),
    ("native.encoding", "UTF-8"),
    ("os.arch", "amd64"),
    ("os.name", "Linux"),
    ("os.version", "6.1"),
    ("path.separator", ":"),
    ("sun.arch.data.model", "64"),
    ("sun.boot.library.path", "/usr/lib/jvm/java/lib"),
    ("sun.cpu.endian", "little"),
    ("sun.io.unicode.encoding", "UnicodeLittle"),
    ("sun.jnu.encoding", "UTF-8"),
    ("sun.management.compiler", "HotSpot 64-Bit Tiered Compilers"),
    ("user.country", "US"),
    ("user.dir", crate::files::WORKING_DIRECTORY),
    ("user.home", "/root"),
    ("user.language", "en"),
    ("user.name", "root"),
];

fn nothing(_: &mut Machine, _: &mut State, _: &Call<'_>) -> Step<Return> {
    null()
}

fn yes(_: &mut Machine, _: &mut State, _: &Call<'_>) -> Step<Return> {
    boolean(true)
}

fn no(_: &mut Machine, _: &mut State, _: &Call<'_>) -> Step<Return> {
    boolean(false)
}

/// Statics that `initPhase1` to `initPhase3` would have set.
pub fn after_initialization(
    m: &mut Machine,
    st: &mut State,
    class: ClassId,
    name: &str,
) -> Step<()> {
    match name {
        SYSTEM => {
            let separator = m.intern(st, &[u16::from(b'\n')])?;
            m.set_static(st, class, "lineSeparator", Slot::reference(separator))
        }
        // `VM.SYSTEM_BOOTED`.
        VM => m.set_static(st, class, "initLevel", Slot::int(4)),
        "jdk/internal/misc/UnsafeConstants" => {
            m.set_static(st, class, "ADDRESS_SIZE0", Slot::int(8))?;
            m.set_static(st, class, "PAGE_SIZE", Slot::int(4096))?;
            m.set_static(st, class, "UNALIGNED_ACCESS", Slot::int(1))
        }
        _ => Ok(()),
    }
}

fn salt(_: &mut Machine, _: &mut State, _: &Call<'_>) -> Step<Return> {
    value(Slot::long(0x2545_f491_4f6c_dd1d))
}

fn exit(_: &mut Machine, _: &mut State, _: &Call<'_>) -> Step<Return> {
    Err(Halt::Exit)
}

fn process(_: &mut Machine, _: &mut State, _: &Call<'_>) -> Step<Return> {
    Err(Halt::unsupported(
        "Runtime.exec: processes are not modelled",
    ))
}

fn library(_: &mut Machine, _: &mut State, _: &Call<'_>) -> Step<Return> {
    Err(Halt::unsupported("loading a native library"))
}

fn signal(_: &mut Machine, _: &mut State, _: &Call<'_>) -> Step<Return> {
    Err(Halt::unsupported("signals are not modelled"))
}

fn no_arguments(m: &mut Machine, st: &mut State, _: &Call<'_>) -> Step<Return> {
    value(Slot::reference(super::array_of_refs(
        m,
        st,
        "[Ljava/lang/String;",
        vec![],
    )?))
}

fn set_stream(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let class = m.load(SYSTEM)?;
    let name = match &*m.method(call.method).name {
        "setOut0" => "out",
        "setErr0" => "err",
        _ => "in",
    };
    m.set_static(st, class, name, call.args[0])?;
    Ok(Return::Void)
}

// --- Properties ----------------------------------------------------------------------------------------------------

/// Makes the table of system properties before the first use, then lets `System`'s own code go on.
fn with_properties(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let system = m.load(SYSTEM)?;
    if m.static_field(st, system, "props")
        .is_some_and(|p| !p.as_ref().is_null())
    {
        if m.method(call.method).name.starts_with("get") {
            return super::environment::asked_property(m, st, call);
        }
        super::environment::set_property(m, st, call)?;
        return Ok(Return::Bytecode);
    }
    let maker = properties_maker(m)?;
    Err(Halt::CallFirst(maker, vec![]))
}

/// `static void make() { var p = new Properties(); p.setProperty(…)…; VersionProps.init(p); System.props = p; }`
fn properties_maker(m: &mut Machine) -> Step<MethodId> {
    let key = (PROPERTIES.to_owned(), "make");
    if let Some(&known) = m.throwers.get(&key) {
        return Ok(known);
    }
    let member = |class: &str, name: &str, descriptor: &str| MemberRef {
        class: class.into(),
        name: name.into(),
        descriptor: descriptor.into(),
    };
    let mut body = Builder::new(&[]);
    let table = body.register(Kind::Ref);
    body.push(Inst::New {
        dst: table,
        class: PROPERTIES.into(),
    });
    let table_operand = [Operand::Reg(table)];
    body.invoke(
        InvokeKind::Special,
        member(PROPERTIES, "<init>", "()V"),
        false,
        &table_operand,
        None,
    );
    let version = m.classpath().jdk().version.to_string();
    let class_version = format!("{}.0", m.classpath().jdk().version + 44);
    // JDK 11 gets these from the JVM; later ones set them again themselves.
    let own = [
        ("java.vm.specification.version", &version[..]),
        ("java.specification.version", &version[..]),
        ("java.specification.name", "Java Platform API Specification"),
        ("java.specification.vendor", "Oracle Corporation"),
        ("java.class.version", &class_version[..]),
    ];
    for (name, text) in FIXED.iter().chain(&own) {
        let mut load = |text: &str| {
            let dst = body.register(Kind::Ref);
            let text: Vec<u16> = text.encode_utf16().collect();
            body.push(Inst::Load {
                dst,
                constant: Constant::String(text.into()),
            });
            Operand::Reg(dst)
        };
        let (name, text) = (load(name), load(text));
        let set = member(
            PROPERTIES,
            "setProperty",
            "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/Object;",
        );
        body.invoke_virtual(set, &[Operand::Reg(table), name, text], Some(Kind::Ref));
    }
    let versions = m.load("java/lang/VersionProps")?;
    let mut has_init = |descriptor: &str| {
        let signature = m.signature(&"init".into(), &descriptor.into());
        m.find_method(versions, signature).is_some()
    };
    let (into_map, into_system) = (has_init("(Ljava/util/Map;)V"), has_init("()V"));
    if into_map {
        body.invoke_static(
            member("java/lang/VersionProps", "init", "(Ljava/util/Map;)V"),
            &table_operand,
            None,
        );
    }
    let props = member(SYSTEM, "props", "Ljava/util/Properties;");
    body.push(Inst::PutStatic {
        field: Box::new(props),
        value: Operand::Reg(table),
    });
    if !into_map && into_system {
        // JDK 11 calls `System.setProperty`.
        body.invoke_static(member("java/lang/VersionProps", "init", "()V"), &[], None);
    }
    let made = m.add_synthetic("properties", "()V", body.finish(None))?;
    m.throwers.insert(key, made);
    Ok(made)
}

/// `initPhase1` would have installed it.
fn java_lang_access(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let secrets = m.method(call.method).class;
    if m.static_field(st, secrets, "javaLangAccess")
        .is_some_and(|a| !a.as_ref().is_null())
    {
        return Ok(Return::Bytecode);
    }
    let system = m.load(SYSTEM)?;
    m.ensure_initialized(st, system)?;
    let install = m.lookup(SYSTEM, "setJavaLangAccess", "()V")?;
    Err(Halt::CallFirst(install, vec![]))
}

/// On a JVM, reflection has been used before any program starts, and its base class has installed itself; the factory,
/// which that class and it need from each other, comes second.
fn reflect_access(m: &mut Machine, st: &mut State, _: &Call<'_>) -> Step<Return> {
    let base = m.load("java/lang/reflect/AccessibleObject")?;
    m.ensure_initialized(st, base)?;
    Ok(Return::Bytecode)
}

// --- Who calls -----------------------------------------------------------------------------------------------------

/// The class that called the method that asks.
fn caller_class(m: &mut Machine, st: &mut State, _: &Call<'_>) -> Step<Return> {
    match super::caller(m, st, 1) {
        Some(class) => value(Slot::reference(m.mirror(st, class)?)),
        None => null(),
    }
}

fn access_flags(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let class = m.mirrored(st, call.reference(0))?;
    value(Slot::int(i32::from(
        m.class(class).access & !classpath::access::SUPER,
    )))
}

fn nest_mates(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let host = |m: &Machine, class: ClassId| {
        let linked = m.class(class);
        linked
            .file
            .as_ref()
            .and_then(|f| f.nest_host.clone())
            .unwrap_or_else(|| linked.name.clone())
    };
    let (a, b) = (
        m.mirrored(st, call.reference(0))?,
        m.mirrored(st, call.reference(1))?,
    );
    boolean(host(m, a) == host(m, b))
}

fn do_privileged(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let action = call.reference(0);
    let class = m.class_of(st, action)?;
    let run = m.lookup(
        "java/security/PrivilegedAction",
        "run",
        "()Ljava/lang/Object;",
    )?;
    match m.select_method(class, run) {
        Some(run) => Ok(Return::Call(run, vec![call.args[0]])),
        None => Ok(Return::Bytecode),
    }
}

/// Native up to JDK 11; bytecode that does the same later.
fn do_privileged_or_throw(m: &mut Machine, _: &mut State, call: &Call<'_>) -> Step<Return> {
    if !m.method(call.method).is_native() {
        return Ok(Return::Bytecode);
    }
    if call.reference(0).is_null() {
        return Err(Halt::null_pointer());
    }
    let run = privileged_run(m)?;
    Ok(Return::Call(run, vec![call.args[0]]))
}

/// `static Object run(PrivilegedExceptionAction a) { try { return a.run(); } catch (RuntimeException e) { throw e; }
/// catch (Exception e) { throw new PrivilegedActionException(e); } }`
fn privileged_run(m: &mut Machine) -> Step<MethodId> {
    const ACTION: &str = "java/security/PrivilegedExceptionAction";
    const WRAPPER: &str = "java/security/PrivilegedActionException";
    let key = (ACTION.to_owned(), "run");
    if let Some(&known) = m.throwers.get(&key) {
        return Ok(known);
    }
    let member = |class: &str, name: &str, descriptor: &str| {
        Box::new(MemberRef {
            class: class.into(),
            name: name.into(),
            descriptor: descriptor.into(),
        })
    };
    let [action, result, unchecked, checked, wrapper] = [0, 1, 2, 3, 4].map(Reg);
    let call = Inst::Invoke {
        kind: InvokeKind::Interface,
        method: member(ACTION, "run", "()Ljava/lang/Object;"),
        interface: true,
        args: vec![Operand::Reg(action)].into(),
        dst: Some(result),
    };
    let wrap = vec![
        Inst::New {
            dst: wrapper,
            class: WRAPPER.into(),
        },
        Inst::Invoke {
            kind: InvokeKind::Special,
            method: member(WRAPPER, "<init>", "(Ljava/lang/Exception;)V"),
            interface: false,
            args: vec![Operand::Reg(wrapper), Operand::Reg(checked)].into(),
            dst: None,
        },
    ];
    let block = |insts: Vec<Inst>, terminator, caught, handlers| Block {
        pcs: (0..insts.len() as u32).collect(),
        terminator_pc: insts.len() as u32,
        insts,
        terminator,
        handlers,
        caught,
    };
    let handler = |class: &str, target| ExceptionEdge {
        catch_type: Some(class.into()),
        target: BlockId(target),
    };
    let handlers = vec![
        handler("java/lang/RuntimeException", 2),
        handler("java/lang/Exception", 3),
    ];
    let rethrow = |register| Terminator::Throw(Operand::Reg(register));
    let returned = Terminator::Return(Some(Operand::Reg(result)));
    let body = Body {
        registers: vec![Kind::Ref; 5],
        params: vec![action],
        blocks: vec![
            block(vec![call], Terminator::Goto(BlockId(1)), None, handlers),
            block(vec![], returned, None, vec![]),
            block(vec![], rethrow(unchecked), Some(unchecked), vec![]),
            block(wrap, rethrow(wrapper), Some(checked), vec![]),
        ],
        variables: vec![],
    };
    let descriptor = format!("(L{ACTION};)Ljava/lang/Object;");
    let made = m.add_synthetic("privileged", &descriptor, body)?;
    m.throwers.insert(key, made);
    Ok(made)
}
