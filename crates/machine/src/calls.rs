//! Calling and returning: resolution of call sites, frames, natives, monitors.

use crate::class::{Method, MethodSource};
use crate::code::{CallSite, Code, Op};
use crate::halt::{Halt, Message, Step};
use crate::interpret::arguments;
use crate::machine::Machine;
use crate::natives::{Call, Return};
use crate::state::{Attention, Frame, OnReturn, State};
use crate::value::{ClassId, MethodId, Ref, Slot};
use classpath::{MemberRef, access};
use ir::{Body, InvokeKind};
use std::cell::OnceCell;

/// What making an exception may use beyond the stack limit.
const OVERFLOW_HEADROOM: u64 = 64 << 10;

impl Machine {
    /// Rewrites a call site to its resolved form; the interpreter then runs it again.
    pub(crate) fn resolve_call(
        &mut self,
        st: &State,
        code: &Code,
        pc: usize,
        site: u32,
    ) -> Step<()> {
        let call = &code.calls[site as usize];
        if let Some(method) = self.polymorphic(&call.method)? {
            code.ops[pc].set(Op::CallQ { site, method });
            return Ok(());
        }
        let resolved = self.resolve_method(&call.method)?;
        let method = self.method(resolved).clone();
        self.check_access(st, &call.method, method.class, method.access)?;
        if method.is_static() != (call.kind == InvokeKind::Static) {
            let (class, name) = (self.class(method.class).java_name(), &method.name);
            let text = format!(
                "Expected {}static method {class}.{name}",
                if method.is_static() { "non-" } else { "" }
            );
            return Err(Halt::throw("java/lang/IncompatibleClassChangeError", text));
        }
        let op = match call.kind {
            InvokeKind::Static => Op::CallQ {
                site,
                method: resolved,
            },
            InvokeKind::Special => Op::CallQ {
                site,
                method: self.special(st, resolved, &method),
            },
            InvokeKind::Virtual | InvokeKind::Interface => {
                let class = self.class(method.class);
                if method.is_private()
                    || method.access & access::FINAL != 0
                    || class.access & access::FINAL != 0
                {
                    // An array's class is final but its `clone` and kin come from `Object`, which is not.
                    Op::CallQ {
                        site,
                        method: resolved,
                    }
                } else if let Some(index) = method.vtable_index {
                    Op::CallVirtualQ { site, index }
                } else {
                    Op::CallInterfaceQ {
                        site,
                        method: resolved,
                    }
                }
            }
        };
        if self.is_watched(st, &call.method, call.kind) {
            call.watched.set(Some(op));
            code.ops[pc].set(Op::WatchedCall { site });
        } else {
            code.ops[pc].set(op);
        }
        Ok(())
    }

    /// JVMS §6.5 invokespecial: `super.m()` starts the search at the direct superclass of the calling class.
    fn special(&mut self, st: &State, resolved: MethodId, method: &Method) -> MethodId {
        let Some((caller, _)) = st.current() else {
            return resolved;
        };
        let current = self.method(caller).class;
        let class = self.class(current);
        let is_super = &*method.name != "<init>"
            && current != method.class
            && !self.class(method.class).is_interface()
            && class.is_subclass_of(method.class);
        match class.super_class {
            Some(parent) if is_super => self
                .find_method(parent, method.signature)
                .unwrap_or(resolved),
            _ => resolved,
        }
    }

    #[cold]
    pub(crate) fn select_interface(
        &mut self,
        call: &CallSite,
        class: ClassId,
        method: MethodId,
    ) -> Step<MethodId> {
        match self.select_method(class, method) {
            Some(selected) => {
                call.cache.set(Some((class, selected)));
                Ok(selected)
            }
            None => Err(self.abstract_method(class, method)),
        }
    }

    fn abstract_method(&self, class: ClassId, method: MethodId) -> Halt {
        let text = format!(
            "{}.{}",
            self.class(class).java_name(),
            self.method(method).name
        );
        Halt::throw("java/lang/AbstractMethodError", text)
    }

    /// Calls a method from a site of the running frame. `true` when a frame was pushed, `false` when the call is
    /// complete and its result stored.
    #[inline]
    pub(crate) fn call(
        &mut self,
        st: &mut State,
        code: &Code,
        site: u32,
        method: MethodId,
    ) -> Step<bool> {
        let call = &code.calls[site as usize];
        let on_return = call.dst.map_or(OnReturn::Discard, OnReturn::Store);
        let args = arguments(st, &call.args);
        self.invoke(st, method, &args, on_return)
    }

    pub(crate) fn call_dynamic(&mut self, st: &mut State, code: &Code, site: u32) -> Step<bool> {
        let call = &code.dynamics[site as usize];
        let method = match call.linked.get() {
            Some(method) => *method,
            None => {
                let method = self.link_call_site(st, &call.site)?;
                *call.linked.get_or_init(|| method)
            }
        };
        let on_return = call.dst.map_or(OnReturn::Discard, OnReturn::Store);
        let args = arguments(st, &call.args);
        self.invoke(st, method, &args, on_return)
    }

    fn invoke(
        &mut self,
        st: &mut State,
        id: MethodId,
        args: &[Slot],
        on_return: OnReturn,
    ) -> Step<bool> {
        let method = self.method(id).clone();
        let settled: smallvec::SmallVec<[Slot; 8]>;
        let mut args = args;
        if args.iter().any(|slot| slot.is_guarded())
            && (method.native.is_some() || args.first().is_some_and(|slot| slot.is_guarded()))
        {
            settled = self.settle_arguments(st, &method, args)?;
            args = &settled;
        }
        if method.is_static() {
            if !st.is_initialized(method.class) && !method.is_synthetic_frame() {
                self.ensure_initialized(st, method.class)?;
            }
        } else if args
            .first()
            .is_some_and(|receiver| receiver.as_ref().is_null())
        {
            return Err(Halt::null_pointer());
        }
        if let Some(native) = method.native {
            if self.options.record_coverage && !method.is_synthetic_frame() {
                let name = format!(
                    "{}.{}{}",
                    self.class(method.class).java_name(),
                    method.name,
                    method.descriptor
                );
                self.coverage.natives.insert(name);
            }
            match null_in_native(&method, native(self, st, &Call { args, method: id }))? {
                Return::Void => return Ok(false),
                Return::Value(value) => {
                    if let (OnReturn::Store(register), Some(frame)) =
                        (on_return, st.stack.frames.last())
                    {
                        st.stack.slots[frame.base as usize + usize::from(register)] = value;
                    }
                    return Ok(false);
                }
                Return::Call(next, args) => return self.invoke(st, next, &args, on_return),
                Return::Bytecode => {}
                Return::Enter(target, args) => {
                    let target = self.method(target).clone();
                    self.push_frame(st, &target, &args, on_return)?;
                    return Ok(true);
                }
            }
        }
        self.push_frame(st, &method, args, on_return)?;
        Ok(true)
    }

    /// A native looks at its arguments, and a call at its receiver.
    #[cold]
    fn settle_arguments(
        &mut self,
        st: &State,
        method: &Method,
        args: &[Slot],
    ) -> Step<smallvec::SmallVec<[Slot; 8]>> {
        let mut settled: smallvec::SmallVec<[Slot; 8]> = args.into();
        for (at, slot) in settled.iter_mut().enumerate() {
            if method.native.is_some() || at == 0 && !method.is_static() {
                *slot = self.which(st, *slot)?;
            }
        }
        Ok(settled)
    }

    /// Arranges for a method to run on top of the stack; natives run at once.
    pub(crate) fn push_call(
        &mut self,
        st: &mut State,
        id: MethodId,
        args: &[Slot],
        on_return: OnReturn,
    ) -> Step<()> {
        let method = self.method(id).clone();
        self.push_frame(st, &method, args, on_return)
    }

    fn push_frame(
        &mut self,
        st: &mut State,
        method: &Method,
        args: &[Slot],
        on_return: OnReturn,
    ) -> Step<()> {
        if method.is_abstract() {
            return Err(self.abstract_method(method.class, method.id));
        }
        let code = match method.code.get() {
            Some(Ok(code)) => code.clone(),
            _ => self.code(method.id)?,
        };
        let bytes = u64::from(code.frame_bytes);
        let limit = self.options.stack_limit
            + if st.overflow_headroom {
                OVERFLOW_HEADROOM
            } else {
                0
            };
        if st.stack_bytes + bytes > limit {
            self.exhausted.insert(crate::machine::STACK);
            return Err(Halt::throw_plain("java/lang/StackOverflowError"));
        }
        if self.options.counts_iterations() {
            self.check_recursion(st, method.id)?;
        }
        let monitor = if method.is_synchronized() {
            let monitor = if method.is_static() {
                self.mirror(st, method.class)?
            } else {
                args[0].as_ref()
            };
            self.monitor_enter(st, monitor)?;
            monitor
        } else {
            Ref::NULL
        };
        st.stack_bytes += bytes;
        let base = st.stack.slots.len();
        let depth = st.stack.frames.last().map_or(0, |caller| caller.depth + 1);
        st.stack.push(Frame {
            method: method.id,
            code: code.clone(),
            pc: 0,
            base: base as u32,
            on_return,
            monitor,
            attention: Attention::None,
            loops: None,
            forks: st.forks,
            serial: st.frames_made,
            depth,
            block: crate::passed::OUTSIDE,
            watched: None,
        });
        st.frames_made = st.frames_made.wrapping_add(1);
        for (param, value) in code.params.iter().zip(args) {
            st.stack.slots[base + usize::from(*param)] = *value;
        }
        Ok(())
    }

    /// `MethodHandle.invoke…` and the accessors of `VarHandle` take whatever the call site says (JVMS §2.9.3): each
    /// descriptor gets a method of its own.
    fn polymorphic(&mut self, member: &MemberRef) -> Step<Option<MethodId>> {
        if !matches!(
            &*member.class,
            "java/lang/invoke/MethodHandle" | "java/lang/invoke/VarHandle"
        ) {
            return Ok(None);
        }
        let class = self.load(&member.class)?;
        let signature = self.signature(&member.name, &member.descriptor);
        if let Some(&known) = self.polymorphic_methods.get(&(class, signature)) {
            return Ok(Some(known));
        }
        let methods = self.class(class).methods.clone();
        let declared = methods.iter().map(|m| self.method(*m).clone()).find(|m| {
            m.name == member.name
                && m.is_native()
                && m.descriptor.starts_with("([Ljava/lang/Object;)")
        });
        let Some(declared) = declared else {
            return Ok(None);
        };
        let Some((mut params, result)) = crate::class::kinds_of(&member.descriptor) else {
            return Ok(None);
        };
        params.insert(0, ir::Kind::Ref);
        let made = self.add_method(Method {
            id: MethodId::from_index(0),
            class,
            name: member.name.clone(),
            descriptor: member.descriptor.clone(),
            signature,
            access: declared.access,
            params: params.into(),
            result,
            vtable_index: None,
            native: declared.native,
            source: match declared.source {
                MethodSource::File(index) => MethodSource::File(index),
                MethodSource::Synthetic(_) => return Ok(None),
            },
            code: OnceCell::new(),
        });
        self.polymorphic_methods.insert((class, signature), made);
        Ok(Some(made))
    }

    /// A static method that the machine makes itself; it belongs to `java.lang.Object` and appears in no stack trace.
    pub fn add_synthetic(&mut self, name: &str, descriptor: &str, body: Body) -> Step<MethodId> {
        let class = self.load("java/lang/Object")?;
        let signature = self.signature(&name.into(), &descriptor.into());
        let Some((params, result)) = crate::class::kinds_of(descriptor) else {
            return Err(Halt::unsupported(format!(
                "malformed descriptor {descriptor}"
            )));
        };
        Ok(self.add_method(Method {
            id: MethodId::from_index(0),
            class,
            name: name.into(),
            descriptor: descriptor.into(),
            signature,
            access: access::STATIC | access::SYNTHETIC,
            params: params.into(),
            result,
            vtable_index: None,
            native: None,
            source: MethodSource::Synthetic(Box::new(body)),
            code: OnceCell::new(),
        }))
    }

    // --- Monitors: one thread, so they only count (JVMS §2.11.10) ----------------------------------------------

    pub fn monitor_enter(&mut self, st: &mut State, object: Ref) -> Step<()> {
        if object.is_null() {
            return Err(Halt::null_pointer());
        }
        *st.monitors.entry(object).or_insert(0) += 1;
        Ok(())
    }

    pub fn monitor_exit(&mut self, st: &mut State, object: Ref) -> Step<()> {
        if object.is_null() {
            return Err(Halt::null_pointer());
        }
        if !st.monitors.contains_key(&object) {
            return Err(Halt::throw_plain("java/lang/IllegalMonitorStateException"));
        }
        self.release(st, object);
        Ok(())
    }

    pub(crate) fn release(&mut self, st: &mut State, object: Ref) {
        if let Some(count) = st.monitors.get_mut(&object) {
            *count -= 1;
            if *count == 0 {
                st.monitors.remove(&object);
            }
        }
    }
}

/// A null met inside of a native. Where the native stands for bytecode, that bytecode throws the exception, with its own
/// stack trace and message. A native of the JVM's has no message, but a call with a receiver would be given one.
fn null_in_native(method: &Method, result: Step<Return>) -> Step<Return> {
    match result {
        Err(Halt::ThrowNew(class @ "java/lang/NullPointerException", Message::None))
            if !method.is_native() =>
        {
            match method.source {
                MethodSource::File(_) => Ok(Return::Bytecode),
                MethodSource::Synthetic(_) => Err(Halt::ThrowNew(class, Message::None)),
            }
        }
        Err(Halt::ThrowNew(class @ "java/lang/NullPointerException", Message::None))
            if !method.is_static() =>
        {
            Err(Halt::ThrowNew(class, Message::Opaque))
        }
        other => other,
    }
}
