//! Constructors and methods found by reflection, and calling them. The JDK's accessors are replaced, because after a
//! few calls they would generate classes; access checks before them run as bytecode.

use super::reflect::{BOXES, unbox};
use super::{Call, Entry, Return, value};
use crate::class::{Method, Shape, split_descriptor};
use crate::halt::{Halt, Step};
use crate::machine::Machine;
use crate::state::State;
use crate::value::{ClassId, MethodId, Ref, Slot};
use classpath::{MemberRef, access};
use ir::{Block, BlockId, Body, ExceptionEdge, Inst, InvokeKind, Kind, Operand, Reg, Terminator};
use std::rc::Rc;

const CLASS: &str = "java/lang/Class";
const OBJECT_RESULT: &str = "Ljava/lang/Object;";

pub const NATIVES: &[Entry] = &[
    (
        CLASS,
        "getDeclaredConstructors0",
        "*",
        declared_constructors,
    ),
    (CLASS, "getDeclaredMethods0", "*", declared_methods),
    (
        "jdk/internal/reflect/NativeConstructorAccessorImpl",
        "newInstance",
        "*",
        new_instance,
    ),
    // From JDK 18 on, accessors are method handles, or native where those are not ready.
    (
        "jdk/internal/reflect/MethodHandleAccessorFactory",
        "useNativeAccessor",
        "*",
        native_accessors,
    ),
    (
        "jdk/internal/reflect/DirectConstructorHandleAccessor$NativeAccessor",
        "newInstance0",
        "*",
        new_instance_of,
    ),
    (
        "jdk/internal/reflect/Reflection",
        "isCallerSensitive",
        "(Ljava/lang/reflect/Method;)Z",
        is_caller_sensitive,
    ),
    (
        "jdk/internal/reflect/NativeMethodAccessorImpl",
        "invoke",
        "*",
        invoke,
    ),
    (
        "jdk/internal/reflect/DirectMethodHandleAccessor$NativeAccessor",
        "invoke0",
        "*",
        invoke_method,
    ),
];

/// The members of a class that reflection shows, with their place in it.
fn members(m: &Machine, class: ClassId, public_only: bool) -> Vec<(usize, Rc<Method>)> {
    let methods = m
        .class(class)
        .methods
        .iter()
        .map(|id| m.method(*id).clone())
        .enumerate();
    methods
        .filter(|(_, method)| !public_only || method.access & access::PUBLIC != 0)
        .collect()
}

/// Sets what constructors and methods have in common.
fn describe(
    m: &mut Machine,
    st: &mut State,
    object: Ref,
    mirror: Slot,
    slot: usize,
    method: &Method,
) -> Step<()> {
    let Some((params, _)) = split_descriptor(&method.descriptor) else {
        return Ok(());
    };
    let mut types = Vec::with_capacity(params.len());
    for param in params {
        types.push(m.load_descriptor(param)?);
    }
    let types = super::class::mirrors(m, st, &types)?;
    let mut thrown = Vec::new();
    for name in exceptions(m, method) {
        thrown.push(m.load(&name)?);
    }
    let thrown = super::class::mirrors(m, st, &thrown)?;
    m.set_field(st, object, "clazz", mirror)?;
    m.set_field(st, object, "slot", Slot::int(slot as i32))?;
    m.set_field(st, object, "parameterTypes", Slot::reference(types))?;
    m.set_field(st, object, "exceptionTypes", Slot::reference(thrown))?;
    m.set_field(st, object, "modifiers", Slot::int(i32::from(method.access)))
}

fn exceptions(m: &Machine, method: &Method) -> Vec<classpath::Name> {
    let crate::class::MethodSource::File(index) = method.source else {
        return Vec::new();
    };
    let file = m.class(method.class).file.as_ref();
    file.map_or(Vec::new(), |f| {
        f.methods[usize::from(index)].exceptions.clone()
    })
}

fn declared_constructors(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let class = m.mirrored(st, call.reference(0))?;
    let public_only = m.concrete_int(st, call.args[1])? != 0;
    let constructor = m.load("java/lang/reflect/Constructor")?;
    let mut made = Vec::new();
    for (slot, method) in members(m, class, public_only) {
        if &*method.name == "<init>" {
            let object = m.allocate(st, constructor);
            describe(m, st, object, call.args[0], slot, &method)?;
            made.push(object);
        }
    }
    value(Slot::reference(super::array_of_refs(
        m,
        st,
        "[Ljava/lang/reflect/Constructor;",
        made,
    )?))
}

fn declared_methods(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let class = m.mirrored(st, call.reference(0))?;
    let public_only = m.concrete_int(st, call.args[1])? != 0;
    let method_class = m.load("java/lang/reflect/Method")?;
    let mut made = Vec::new();
    for (slot, method) in members(m, class, public_only) {
        if method.name.starts_with('<') {
            continue;
        }
        let Some((_, result)) = split_descriptor(&method.descriptor) else {
            continue;
        };
        let result = m.load_descriptor(result)?;
        let result = m.mirror(st, result)?;
        let name = m.intern(st, &method.name.encode_utf16().collect::<Vec<_>>())?;
        let object = m.allocate(st, method_class);
        describe(m, st, object, call.args[0], slot, &method)?;
        m.set_field(st, object, "name", Slot::reference(name))?;
        m.set_field(st, object, "returnType", Slot::reference(result))?;
        made.push(object);
    }
    value(Slot::reference(super::array_of_refs(
        m,
        st,
        "[Ljava/lang/reflect/Method;",
        made,
    )?))
}

/// The class and method that a `Constructor` or `Method` object stands for.
fn reflected(m: &Machine, st: &State, object: Ref) -> Step<(ClassId, MethodId)> {
    let class = m.mirrored(st, m.field(st, object, "clazz")?.as_ref())?;
    let slot = m.field(st, object, "slot")?.as_int();
    let found = usize::try_from(slot)
        .ok()
        .and_then(|s| m.class(class).methods.get(s).copied());
    match found {
        Some(method) => Ok((class, method)),
        None => Err(Halt::unsupported(
            "a reflected member that the machine did not make",
        )),
    }
}

/// The arguments of a reflective call, unboxed and widened as the parameters ask (JLS §5.1.8, §5.1.2).
fn arguments(m: &mut Machine, st: &mut State, method: &Method, array: Ref) -> Step<Vec<Slot>> {
    let given = if array.is_null() {
        Vec::new()
    } else {
        m.array_slots(st, array)?
    };
    let params: Vec<String> = match split_descriptor(&method.descriptor) {
        Some((params, _)) => params.into_iter().map(str::to_owned).collect(),
        None => return Err(Halt::unsupported("malformed descriptor")),
    };
    if given.len() != params.len() {
        let mut text = "wrong number of arguments".to_owned();
        if m.classpath().jdk().version >= 18 {
            text += &format!(": {} expected: {}", given.len(), params.len());
        }
        return Err(Halt::throw("java/lang/IllegalArgumentException", text));
    }
    let mut args = Vec::with_capacity(given.len());
    for (slot, param) in given.into_iter().zip(params) {
        let ty = m.load_descriptor(&param)?;
        let object = slot.as_ref();
        args.push(match m.class(ty).shape {
            Shape::Primitive(to) if object.is_null() => {
                let _ = to;
                return Err(Halt::throw_plain("java/lang/IllegalArgumentException"));
            }
            Shape::Primitive(to) => unbox(m, st, object, to)?,
            _ if object.is_null() || m.is_instance(st, object, ty) => slot,
            _ => {
                return Err(Halt::throw(
                    "java/lang/IllegalArgumentException",
                    "argument type mismatch",
                ));
            }
        });
    }
    Ok(args)
}

/// Read from the class file; the JDK would parse annotations for it.
fn is_caller_sensitive(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let (class, id) = reflected(m, st, call.reference(0))?;
    let crate::class::MethodSource::File(index) = m.method(id).source else {
        return super::boolean(false);
    };
    let sensitive = m.class(class).file.as_ref().is_some_and(|file| {
        let annotations = &file.methods[usize::from(index)].annotations;
        annotations
            .iter()
            .any(|a| a.type_descriptor.ends_with("/reflect/CallerSensitive;"))
    });
    super::boolean(sensitive)
}

fn native_accessors(_: &mut Machine, _: &mut State, _: &Call<'_>) -> Step<Return> {
    super::boolean(true)
}

/// `(Accessor this, Object[] arguments)`
fn new_instance(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let constructor = m.field(st, call.reference(0), "c")?.as_ref();
    construct(m, st, constructor, call.reference(1))
}

/// `static (Constructor constructor, Object[] arguments)`
fn new_instance_of(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    construct(m, st, call.reference(0), call.reference(1))
}

fn construct(m: &mut Machine, st: &mut State, constructor: Ref, given: Ref) -> Step<Return> {
    let (class, id) = reflected(m, st, constructor)?;
    let method = m.method(id).clone();
    if m.class(class).is_abstract() {
        return Err(Halt::throw_plain("java/lang/InstantiationException"));
    }
    let args = arguments(m, st, &method, given)?;
    m.ensure_initialized(st, class)?;
    let caller = trampoline(m, &method)?;
    Ok(Return::Call(caller, args))
}

/// `(Accessor this, Object receiver, Object[] arguments)`
fn invoke(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let method = m.field(st, call.reference(0), "method")?.as_ref();
    perform(m, st, method, call.args[1], call.reference(2))
}

/// `static (Method method, Object receiver, Object[] arguments)`
fn invoke_method(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    perform(m, st, call.reference(0), call.args[1], call.reference(2))
}

fn perform(
    m: &mut Machine,
    st: &mut State,
    object: Ref,
    receiver_slot: Slot,
    given: Ref,
) -> Step<Return> {
    let (class, id) = reflected(m, st, object)?;
    let method = m.method(id).clone();
    let receiver = receiver_slot.as_ref();
    if !method.is_static() {
        if receiver.is_null() {
            // Thrown from where nobody takes it for a gap in the JDK's start-up.
            let check = m.lookup(
                "java/util/Objects",
                "requireNonNull",
                "(Ljava/lang/Object;)Ljava/lang/Object;",
            )?;
            let objects = m.method(check).class;
            m.ensure_initialized(st, objects)?;
            return Ok(Return::Call(check, vec![Slot::NULL]));
        }
        if !m.is_instance(st, receiver, class) {
            let text = "object is not an instance of declaring class";
            return Err(Halt::throw("java/lang/IllegalArgumentException", text));
        }
    }
    let mut args = arguments(m, st, &method, given)?;
    if method.is_static() {
        m.ensure_initialized(st, class)?;
    } else {
        args.insert(0, receiver_slot);
    }
    let caller = trampoline(m, &method)?;
    Ok(Return::Call(caller, args))
}

/// `static Object call(…) { try { return box(target(…)); } catch (Throwable t) { throw new
/// InvocationTargetException(t); } }`, for one target.
fn trampoline(m: &mut Machine, target: &Method) -> Step<MethodId> {
    const WRAPPER: &str = "java/lang/reflect/InvocationTargetException";
    let class = m.class(target.class).clone();
    let key = (
        format!("{}.{}{}", class.name, target.name, target.descriptor),
        "reflect",
    );
    if let Some(&known) = m.throwers.get(&key) {
        return Ok(known);
    }
    let constructor = &*target.name == "<init>";
    let Some((params, result)) = split_descriptor(&target.descriptor) else {
        return Err(Halt::unsupported("malformed descriptor"));
    };
    let mut registers: Vec<Kind> = target.params.to_vec();
    let mut descriptor = String::from("(");
    if constructor {
        registers.remove(0);
    } else if !target.is_static() {
        descriptor.push_str(OBJECT_RESULT);
    }
    descriptor.extend(params);
    descriptor.push(')');
    descriptor.push_str(OBJECT_RESULT);
    let count = registers.len() as u16;
    let register = |kind: Kind, registers: &mut Vec<Kind>| {
        registers.push(kind);
        Reg(registers.len() as u16 - 1)
    };
    let member = |class: &str, name: &str, descriptor: &str| {
        Box::new(MemberRef {
            class: class.into(),
            name: name.into(),
            descriptor: descriptor.into(),
        })
    };
    let mut insts = Vec::new();
    let mut args: Vec<Operand> = (0..count).map(|i| Operand::Reg(Reg(i))).collect();
    let mut returned = Operand::Null;
    let mut dst = None;
    let kind = if constructor {
        let made = register(Kind::Ref, &mut registers);
        insts.push(Inst::New {
            dst: made,
            class: class.name.clone(),
        });
        args.insert(0, Operand::Reg(made));
        returned = Operand::Reg(made);
        InvokeKind::Special
    } else {
        dst = target.result.map(|kind| register(kind, &mut registers));
        match (target.is_static(), class.is_interface()) {
            (true, _) => InvokeKind::Static,
            (_, true) => InvokeKind::Interface,
            _ => InvokeKind::Virtual,
        }
    };
    let method = member(&class.name, &target.name, &target.descriptor);
    insts.push(Inst::Invoke {
        kind,
        method,
        interface: class.is_interface(),
        args: args.into(),
        dst,
    });
    let mut boxing = Vec::new();
    if let Some(dst) = dst {
        returned = Operand::Reg(dst);
        if let Some((c, boxed)) = BOXES.iter().find(|(c, _)| result.as_bytes() == [*c]) {
            let object = register(Kind::Ref, &mut registers);
            let value_of = member(boxed, "valueOf", &format!("({})L{boxed};", *c as char));
            let args = vec![Operand::Reg(dst)].into();
            let kind = InvokeKind::Static;
            boxing.push(Inst::Invoke {
                kind,
                method: value_of,
                interface: false,
                args,
                dst: Some(object),
            });
            returned = Operand::Reg(object);
        }
    }
    let (caught, wrapper) = (
        register(Kind::Ref, &mut registers),
        register(Kind::Ref, &mut registers),
    );
    let wrap = vec![
        Inst::New {
            dst: wrapper,
            class: WRAPPER.into(),
        },
        Inst::Invoke {
            kind: InvokeKind::Special,
            method: member(WRAPPER, "<init>", "(Ljava/lang/Throwable;)V"),
            interface: false,
            args: vec![Operand::Reg(wrapper), Operand::Reg(caught)].into(),
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
    let handlers = vec![ExceptionEdge {
        catch_type: None,
        target: BlockId(2),
    }];
    let body = Body {
        registers,
        params: (0..count).map(Reg).collect(),
        blocks: vec![
            block(insts, Terminator::Goto(BlockId(1)), None, handlers),
            block(boxing, Terminator::Return(Some(returned)), None, vec![]),
            block(
                wrap,
                Terminator::Throw(Operand::Reg(wrapper)),
                Some(caught),
                vec![],
            ),
        ],
        variables: vec![],
    };
    let made = m.add_synthetic("reflect", &descriptor, body)?;
    m.throwers.insert(key, made);
    Ok(made)
}
