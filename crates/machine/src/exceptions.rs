//! Throwing, catching, and the initialisation of classes, which wraps what escapes from it (JVMS §2.10, §5.5).

use crate::class::java_type_name;
use crate::halt::{Halt, Message, Step};
use crate::heap::Data;
use crate::machine::Machine;
use crate::state::{Attention, Frame, OnReturn, State, Status};
use crate::value::{ClassId, MethodId, Ref, Slot};
use classpath::{MemberRef, access};
use ir::{Block, Body, Inst, InvokeKind, Kind, Operand, Reg, Terminator};

/// The name of the synthetic methods that throw on behalf of an instruction.
pub(crate) const THROWER: &str = "throw";

/// Fields that the compiler adds, which nothing changes later.
const SYNTHETIC: u16 = 0x1000;

impl Machine {
    /// Finds the handler of a thrown object, popping frames that have none.
    pub(crate) fn unwind(&mut self, st: &mut State, exception: Ref) -> Step<()> {
        let class = self.class_of(st, exception)?;
        while !st.stack.frames.is_empty() {
            st.forget_watched();
            let Some(frame) = st.stack.frames.last() else {
                break;
            };
            if let Some((target, register)) = self.handler(frame, class)? {
                let at = frame.base as usize + usize::from(register);
                if let Some(frame) = st.stack.frames.last_mut() {
                    frame.pc = target;
                }
                if let Some(slot) = st.stack.slots.get_mut(at) {
                    *slot = Slot::reference(exception);
                }
                st.overflow_headroom = false;
                return Ok(());
            }
            if self.makers.recipes.contains_key(&frame.method) {
                let method = frame.method;
                self.leave_recipe(st, method, class)?;
            }
            let Some(frame) = st.stack.pop() else { break };
            st.stack_bytes -= u64::from(frame.code.frame_bytes);
            if !frame.monitor.is_null() {
                self.release(st, frame.monitor);
            }
            if let OnReturn::Initialized(initialized) = frame.on_return {
                st.class_mut(initialized).status = Status::Erroneous;
                let error = self.load("java/lang/Error")?;
                if !self.class(class).is_subclass_of(error) {
                    let thrower = self.thrower(
                        "java/lang/ExceptionInInitializerError",
                        "(Ljava/lang/Throwable;)V",
                    )?;
                    return self.push_call(
                        st,
                        thrower,
                        &[Slot::reference(exception)],
                        OnReturn::Discard,
                    );
                }
            }
        }
        Err(Halt::Throw(exception))
    }

    fn handler(&mut self, frame: &Frame, class: ClassId) -> Step<Option<(u32, u16)>> {
        let found = self.handler_range(frame, class)?;
        Ok(found.map(|index| {
            let range = &frame.code.handlers[index];
            (range.target, range.caught)
        }))
    }

    /// The handler of the frame's instruction for this class of exceptions, by its index.
    pub(crate) fn handler_range(&mut self, frame: &Frame, class: ClassId) -> Step<Option<usize>> {
        if frame.attention == Attention::Supers {
            return Ok(None);
        }
        let code = frame.code.clone();
        for (index, range) in code.handlers.iter().enumerate() {
            if !(range.start..range.end).contains(&frame.pc) {
                continue;
            }
            let catches = match &range.catch_type {
                None => true,
                Some(name) => {
                    let caught = self.load(name)?;
                    self.class(class).is_subclass_of(caught)
                }
            };
            if catches {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }

    /// Makes an exception through its own constructor and throws it from the running frame's position.
    pub(crate) fn throw_new(&mut self, st: &mut State, class: &str, message: Message) -> Step<()> {
        if class == "java/lang/StackOverflowError" {
            if st.overflow_headroom {
                return Err(Halt::unsupported(
                    "stack overflow while a stack overflow was being thrown",
                ));
            }
            st.overflow_headroom = true;
        }
        let (descriptor, args) = match message {
            Message::None => ("()V", vec![]),
            Message::Text(text) => {
                let text = self.new_string(st, &text.encode_utf16().collect::<Vec<_>>())?;
                ("(Ljava/lang/String;)V", vec![Slot::reference(text)])
            }
            Message::Quoting(quote) => {
                let text = self.quoting(st, &quote)?;
                ("(Ljava/lang/String;)V", vec![Slot::reference(text)])
            }
            Message::Opaque => ("(Ljava/lang/String;)V", vec![Slot::reference(Ref::OPAQUE)]),
        };
        let thrower = self.thrower(class, descriptor)?;
        self.push_call(st, thrower, &args, OnReturn::Discard)
    }

    /// `static void throw(…) { throw new C(…); }`
    fn thrower(&mut self, class: &str, descriptor: &'static str) -> Step<MethodId> {
        if let Some(&known) = self.throwers.get(&(class.to_owned(), descriptor)) {
            return Ok(known);
        }
        let (object, argument) = (Reg(0), Reg(1));
        let takes_one = descriptor != "()V";
        let mut args = vec![Operand::Reg(object)];
        args.extend(takes_one.then_some(Operand::Reg(argument)));
        let constructor = MemberRef {
            class: class.into(),
            name: "<init>".into(),
            descriptor: descriptor.into(),
        };
        let body = Body {
            registers: vec![Kind::Ref, Kind::Ref],
            params: if takes_one { vec![argument] } else { vec![] },
            blocks: vec![Block {
                insts: vec![
                    Inst::New {
                        dst: object,
                        class: class.into(),
                    },
                    Inst::Invoke {
                        kind: InvokeKind::Special,
                        method: Box::new(constructor),
                        interface: false,
                        args: args.into(),
                        dst: None,
                    },
                ],
                pcs: vec![0, 1],
                terminator: Terminator::Throw(Operand::Reg(object)),
                terminator_pc: 2,
                handlers: vec![],
                caught: None,
            }],
            variables: vec![],
        };
        let made = self.add_synthetic(THROWER, descriptor, body)?;
        self.throwers.insert((class.to_owned(), descriptor), made);
        Ok(made)
    }

    pub(crate) fn cast_failure(&mut self, st: &State, object: Ref, class: ClassId) -> Halt {
        let Some(actual) = st.heap.class_of(object) else {
            return self.bad_reference(object);
        };
        let from = crate::class::binary_name(&self.class(actual).name);
        let to = crate::class::binary_name(&self.class(class).name);
        let text = format!(
            "class {from} cannot be cast to class {to} ({})",
            self.modules(actual, class)
        );
        Halt::throw("java/lang/ClassCastException", text)
    }

    /// HotSpot's explanation of where two classes come from.
    fn modules(&self, from: ClassId, to: ClassId) -> String {
        let module = |class: ClassId| {
            let mut class = class;
            while let crate::class::Shape::Array { element, .. } = self.class(class).shape {
                class = element;
            }
            let name = &self.class(class).name;
            let platform = matches!(self.class(class).shape, crate::class::Shape::Primitive(_))
                || name.starts_with("java/")
                || name.starts_with("jdk/")
                || name.starts_with("sun/");
            if platform {
                "module java.base of loader 'bootstrap'"
            } else {
                "unnamed module of loader 'app'"
            }
        };
        let name = |class: ClassId| crate::class::binary_name(&self.class(class).name);
        let (a, b) = (module(from), module(to));
        if a == b {
            format!("{} and {} are in {a}", name(from), name(to))
        } else {
            format!("{} is in {a}; {} is in {b}", name(from), name(to))
        }
    }

    // --- Initialisation ----------------------------------------------------------------------------------------

    /// Starts the initialisation of a class that no one has started (JVMS §5.5, steps 6 and 9).
    pub(crate) fn begin_initialization(&mut self, st: &mut State, class: ClassId) -> Step<()> {
        if st
            .class(class)
            .is_some_and(|c| c.status != Status::Uninitialized)
        {
            return Ok(());
        }
        self.prepare(st, class)?;
        st.class_mut(class).status = Status::InProgress;
        let initializer = match self.class(class).initializer {
            Some(method) => method,
            None if self.next_super(st, class).is_none() => {
                st.class_mut(class).status = Status::Initialized;
                return self.after_initialization(st, class);
            }
            None => self.empty_method()?,
        };
        self.push_call(st, initializer, &[], OnReturn::Initialized(class))?;
        if let Some(frame) = st.stack.frames.last_mut() {
            frame.attention = Attention::Supers;
        }
        Ok(())
    }

    /// Step 7: superclass and superinterfaces with default methods come first, one at a time.
    pub(crate) fn initialize_supers(&mut self, st: &mut State) -> Step<()> {
        let Some(frame) = st.stack.frames.last_mut() else {
            return Ok(());
        };
        let OnReturn::Initialized(class) = frame.on_return else {
            frame.attention = Attention::None;
            return Ok(());
        };
        match self.next_super(st, class) {
            Some(parent) => self
                .ensure_initialized(st, parent)
                .or_else(|halt| match halt {
                    Halt::Initialize(parent) => self.begin_initialization(st, parent),
                    other => Err(other),
                }),
            None => {
                if let Some(frame) = st.stack.frames.last_mut() {
                    frame.attention = Attention::None;
                }
                Ok(())
            }
        }
    }

    fn next_super(&self, st: &State, class: ClassId) -> Option<ClassId> {
        let linked = self.class(class);
        if linked.is_interface() {
            return None;
        }
        if let Some(parent) = linked.super_class
            && !st.is_initialized(parent)
        {
            return Some(parent);
        }
        linked
            .interfaces
            .iter()
            .find_map(|i| self.next_interface(st, *i))
    }

    fn next_interface(&self, st: &State, interface: ClassId) -> Option<ClassId> {
        let linked = self.class(interface);
        let below = linked
            .interfaces
            .iter()
            .find_map(|i| self.next_interface(st, *i));
        below.or_else(|| {
            (linked.has_default_methods && !st.is_initialized(interface)).then_some(interface)
        })
    }

    /// What the JVM's own start-up would have stored into a class's statics.
    pub(crate) fn after_initialization(&mut self, st: &mut State, class: ClassId) -> Step<()> {
        crate::natives::after_initialization(self, st, class)
    }

    fn empty_method(&mut self) -> Step<MethodId> {
        if let Some(&known) = self.throwers.get(&(String::new(), "()V")) {
            return Ok(known);
        }
        let body = Body {
            registers: vec![],
            params: vec![],
            blocks: vec![Block {
                insts: vec![],
                pcs: vec![],
                terminator: Terminator::Return(None),
                terminator_pc: 0,
                handlers: vec![],
                caught: None,
            }],
            variables: vec![],
        };
        let made = self.add_synthetic("nothing", "()V", body)?;
        self.throwers.insert((String::new(), "()V"), made);
        Ok(made)
    }

    pub(crate) fn class_to_instantiate(&mut self, name: &str) -> Step<ClassId> {
        let class = self.load(name)?;
        let linked = self.class(class);
        if linked.is_abstract() || linked.is_interface() {
            return Err(Halt::throw(
                "java/lang/InstantiationError",
                linked.java_name(),
            ));
        }
        Ok(class)
    }

    pub(crate) fn instance_field(&mut self, st: &State, member: &MemberRef) -> Step<u16> {
        let (class, index) = self.resolve_field(member)?;
        let field = &self.class(class).fields[index];
        self.check_access(st, member, class, field.access)?;
        if field.access & access::STATIC != 0 {
            let text = format!(
                "Expected non-static field {}.{}",
                java_type_name(&member.class),
                member.name
            );
            return Err(Halt::throw("java/lang/IncompatibleClassChangeError", text));
        }
        Ok(field.slot)
    }

    pub(crate) fn static_field_of(
        &mut self,
        st: &State,
        member: &MemberRef,
    ) -> Step<(ClassId, u16)> {
        let (class, index) = self.resolve_field(member)?;
        let field = &self.class(class).fields[index];
        self.check_access(st, member, class, field.access)?;
        if field.access & access::STATIC == 0 {
            let text = format!(
                "Expected static field {}.{}",
                java_type_name(&member.class),
                member.name
            );
            return Err(Halt::throw("java/lang/IncompatibleClassChangeError", text));
        }
        let found = (class, field.slot);
        let (flags, descriptor) = (field.access, field.descriptor.clone());
        let own = self.method_entry && self.class(class).application;
        if own
            && flags & SYNTHETIC == 0
            && (flags & access::FINAL == 0 || self.has_state(&descriptor, 4))
        {
            self.first_value(st, class, &member.name);
        }
        Ok(found)
    }

    /// Whether an object of the type may hold something else later than at first.
    fn has_state(&self, descriptor: &str, depth: u32) -> bool {
        let Some(name) = descriptor
            .strip_prefix('L')
            .and_then(|d| d.strip_suffix(';'))
        else {
            return descriptor.starts_with('[');
        };
        let known = [
            "java/lang/String",
            "java/lang/Class",
            "java/math/BigInteger",
            "java/math/BigDecimal",
            "java/util/regex/Pattern",
        ];
        if known.contains(&name) || crate::inputs::is_box(name) || name.starts_with("java/time/") {
            return false;
        }
        let Some(file) = self.classpath().find(name).ok().flatten() else {
            return true;
        };
        let open = file.access & (access::FINAL | access::ENUM) == 0;
        let super_has = match file.super_name.as_deref() {
            None | Some("java/lang/Object" | "java/lang/Enum" | "java/lang/Record") => false,
            Some(parent) => depth == 0 || self.has_state(&format!("L{parent};"), depth - 1),
        };
        let mut fields = file
            .fields
            .iter()
            .filter(|f| f.access & access::STATIC == 0);
        open || depth == 0
            || super_has
            || fields
                .any(|f| f.access & access::FINAL == 0 || self.has_state(&f.descriptor, depth - 1))
    }

    /// Before a method that is checked by itself, static fields may have held something else than what class
    /// initialisers put there; that is not looked at.
    #[cold]
    fn first_value(&mut self, st: &State, class: ClassId, name: &str) {
        let running = st
            .stack
            .frames
            .last()
            .map(|f| self.method(f.method).clone());
        if running.is_none_or(|m| &*m.name != "<clinit>" && m.access & SYNTHETIC == 0) {
            let class = self.class(class).java_name();
            self.first_values.insert(format!("{class}.{name}"));
        }
    }

    // --- Stack traces ------------------------------------------------------------------------------------------

    /// The frames of a throwable's stack trace, innermost first, as recorded when it was made.
    pub fn stack_trace(&self, st: &State, exception: Ref) -> Vec<(MethodId, u32)> {
        let Ok(backtrace) = self.field(st, exception, "backtrace") else {
            return Vec::new();
        };
        self.recorded_frames(st, backtrace.as_ref())
    }

    /// Whether the program has replaced a throwable's stack trace by one with other frames.
    pub fn is_retraced(&self, st: &State, exception: Ref) -> bool {
        let Ok(shown) = self.field(st, exception, "stackTrace") else {
            return false;
        };
        let shown = match st.heap.get(shown.as_ref()).map(|object| &object.data) {
            // Without elements it is `UNASSIGNED_STACK`, or says nothing.
            Some(Data::Refs(shown)) if !shown.is_empty() => shown,
            _ => return false,
        };
        let frames = self.stack_trace(st, exception);
        let is_at = |element: Ref, method: MethodId, pc: u32| {
            let line = self.field(st, element, "lineNumber").ok();
            // A negative number stands for a line that is not known.
            line.is_some_and(|line| {
                line.as_int() < 0 || self.line(method, pc) == Some(line.as_int() as u32)
            })
        };
        let mut both = shown.iter().zip(&frames);
        shown.len() != frames.len() || !both.all(|(e, (method, pc))| is_at(*e, *method, *pc))
    }

    /// The frames in the array that `fillInStackTrace` recorded.
    pub(crate) fn recorded_frames(&self, st: &State, backtrace: Ref) -> Vec<(MethodId, u32)> {
        let Some(object) = st.heap.get(backtrace) else {
            return Vec::new();
        };
        let Data::Longs(frames) = &object.data else {
            return Vec::new();
        };
        let known = self.linker.methods.len();
        let decode = |v: &i64| ((*v >> 32) as usize, *v as u32);
        let frames = frames
            .iter()
            .map(decode)
            .filter(|(method, _)| *method < known);
        frames
            .map(|(method, pc)| (MethodId::from_index(method), pc))
            .collect()
    }

    pub(crate) fn is_null_pointer_exception(&self, st: &State, exception: Ref) -> bool {
        let class = st.heap.class_of(exception);
        class.is_some_and(|class| &*self.class(class).name == "java/lang/NullPointerException")
    }

    /// `Class.method:LINE`, the name of a loop; the bytecode offset stands in where there are no lines.
    pub fn loop_name(&self, method: MethodId, pc: u32) -> String {
        let linked = self.method(method);
        let class = self.class(linked.class);
        let name = format!("{}.{}", class.java_name(), linked.name);
        match self.line(method, pc) {
            Some(line) => format!("{name}:{line}"),
            None => format!("{name}@{pc}"),
        }
    }

    pub fn line(&self, method: MethodId, pc: u32) -> Option<u32> {
        self.class_file_code(method)?.line_at(pc)
    }

    pub fn class_file_code(&self, method: MethodId) -> Option<&classpath::Code> {
        let linked = self.method(method);
        let crate::class::MethodSource::File(index) = linked.source else {
            return None;
        };
        self.class(linked.class).file.as_ref()?.methods[usize::from(index)]
            .code
            .as_ref()
    }
}
