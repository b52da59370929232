//! Calling constructors and methods found by reflection. The JDK's accessors are replaced, because after a few calls they
//! would generate classes; access checks before them run as bytecode.

use super::reflect::unbox;
use super::{Call, Entry, Return};
use crate::class::{Method, Shape, split_descriptor};
use crate::halt::{Halt, Step};
use crate::machine::Machine;
use crate::state::State;
use crate::value::{ClassId, MethodId, Ref, Slot};
use classpath::MemberRef;
use ir::synthetic::Builder;
use ir::{Inst, InvokeKind, Kind, Operand};

const OBJECT_RESULT: &str = "Ljava/lang/Object;";

pub const NATIVES: &[Entry] = &[
    (
        "jdk/internal/reflect/NativeConstructorAccessorImpl",
        "newInstance",
        "*",
        new_instance,
    ),
    // From JDK 18 on, accessors are method handles, or native where those are not ready.
    (
        "jdk/internal/reflect/MethodHandleAccessorFactory",
        "newFieldAccessor",
        "*",
        field_accessor,
    ),
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

/// The class and method that a `Constructor` or `Method` object stands for.
pub(super) fn reflected(m: &Machine, st: &State, object: Ref) -> Step<(ClassId, MethodId)> {
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
pub(super) fn arguments(
    m: &mut Machine,
    st: &mut State,
    method: &Method,
    array: Ref,
) -> Step<Vec<Slot>> {
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
    let key = (key(m, target), "reflect");
    if let Some(&known) = m.throwers.get(&key) {
        return Ok(known);
    }
    let (body, result, descriptor) = calling(m, target, false)?;
    let wrapper = "java/lang/reflect/InvocationTargetException";
    let body = body.finish_wrapping(Some(result), &[], wrapper);
    let made = m.add_synthetic("reflect", &descriptor, body)?;
    m.throwers.insert(key, made);
    Ok(made)
}

/// `static Object call(…) { return box(I.super.target(…)); }`, for a default method of an interface.
pub(super) fn default_caller(m: &mut Machine, target: &Method) -> Step<MethodId> {
    let key = (key(m, target), "default");
    if let Some(&known) = m.throwers.get(&key) {
        return Ok(known);
    }
    let (body, result, descriptor) = calling(m, target, true)?;
    let made = m.add_synthetic("reflect", &descriptor, body.finish(Some(result)))?;
    m.throwers.insert(key, made);
    Ok(made)
}

fn key(m: &Machine, target: &Method) -> String {
    let class = &m.class(target.class).name;
    format!("{class}.{}{}", target.name, target.descriptor)
}

/// A body that calls a target and boxes its result, and the descriptor of a static method that has it. With `exactly`,
/// what overrides the target does not count.
fn calling(m: &Machine, target: &Method, exactly: bool) -> Step<(Builder, Operand, String)> {
    let class = m.class(target.class).clone();
    let constructor = &*target.name == "<init>";
    let Some((params, result)) = split_descriptor(&target.descriptor) else {
        return Err(Halt::unsupported("malformed descriptor"));
    };
    let kinds = &target.params[usize::from(constructor)..];
    let mut descriptor = String::from("(");
    if !constructor && !target.is_static() {
        descriptor.push_str(OBJECT_RESULT);
    }
    descriptor.extend(params);
    descriptor.push(')');
    descriptor.push_str(OBJECT_RESULT);
    let mut b = Builder::new(kinds);
    let mut args: Vec<Operand> = (0..kinds.len()).map(|i| b.param(i)).collect();
    let member = MemberRef {
        class: class.name.clone(),
        name: target.name.clone(),
        descriptor: target.descriptor.clone(),
    };
    if constructor {
        let made = b.register(Kind::Ref);
        b.push(Inst::New {
            dst: made,
            class: class.name.clone(),
        });
        args.insert(0, Operand::Reg(made));
        b.invoke(InvokeKind::Special, member, false, &args, None);
        return Ok((b, Operand::Reg(made), descriptor));
    }
    let kind = match (target.is_static(), class.is_interface()) {
        (true, _) => InvokeKind::Static,
        _ if exactly => InvokeKind::Special,
        (_, true) => InvokeKind::Interface,
        _ => InvokeKind::Virtual,
    };
    let returned = b.invoke(kind, member, class.is_interface(), &args, target.result);
    let returned = match result {
        "V" => Operand::Null,
        _ => b.adapt(returned, result, OBJECT_RESULT),
    };
    Ok((b, returned, descriptor))
}

/// Up to JDK 21, fields are read and written through `Unsafe` before method handles are there, which is always.
fn field_accessor(m: &mut Machine, _: &mut State, _: &Call<'_>) -> Step<Return> {
    let without_handles = m
        .classpath()
        .find("jdk/internal/reflect/UnsafeFieldAccessorFactory");
    match without_handles {
        Ok(Some(_)) => Ok(Return::Bytecode),
        _ => Err(Halt::unsupported(
            "fields by reflection: the method handles of JDK 22 and later are not modelled",
        )),
    }
}
