//! Calls that somebody outside wants to see. A call instruction of the program that is watched stops the machine before
//! it runs and again when it has returned; what happens in between raises nothing if the watcher says so. Where paths
//! are traced, the blocks of the program that ran are written down too.

use crate::code::{Code, Op};
use crate::halt::Step;
use crate::interpret::{Stop, arguments};
use crate::machine::Machine;
use crate::state::State;
use crate::value::{MethodId, Ref, Slot};
use classpath::MemberRef;
use ir::InvokeKind;
use logic::Term;
use std::rc::Rc;
use std::sync::Arc;

/// Whether a call instruction could be of interest.
pub type CallFilter = Arc<dyn Fn(&MemberRef, InvokeKind) -> bool + Send + Sync>;

/// What a machine is to look out for.
#[derive(Clone)]
pub struct Watch {
    pub calls: CallFilter,
    /// Internal names of the types of whose objects it is remembered where they were made.
    pub types: Vec<String>,
    /// Whether the blocks that run are written down ([`State::trace`]).
    pub trace: bool,
    /// Whether decisions that are used again are written down ([`Machine::reused`]).
    pub reuse: bool,
}

/// A decision of before that was used again, and the innermost instruction of the program that needed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reused {
    pub term: Term,
    /// Blocks that had begun.
    pub marks: usize,
    pub frame: u32,
    pub method: MethodId,
    pub pc: u32,
}

impl std::fmt::Debug for Watch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Watch")
            .field("types", &self.types)
            .field("trace", &self.trace)
            .finish_non_exhaustive()
    }
}

/// A watched call that a frame is making.
#[derive(Clone, Debug)]
pub struct Watched {
    pub member: MemberRef,
    pub kind: InvokeKind,
    /// The receiver first.
    pub args: Rc<[Slot]>,
    /// Once the call has returned; `None` in it for a `void` method.
    pub returned: Option<Option<Slot>>,
    /// The bytecode offset of the call.
    pub pc: u32,
    /// The watcher let the call begin.
    seen: bool,
    /// Nothing within the call is of interest.
    atomic: bool,
}

/// What a watched call came to.
pub(crate) enum Called {
    /// The callee's frame is on the stack.
    Entered,
    Complete,
    Stopped(Stop),
}

impl Machine {
    /// Whether the call instruction is one to stop at.
    pub(crate) fn is_watched(&self, st: &State, method: &MemberRef, kind: InvokeKind) -> bool {
        let Some(watch) = &self.options.watch else {
            return false;
        };
        st.current()
            .is_some_and(|(caller, _)| self.is_program(caller))
            && (watch.calls)(method, kind)
    }

    /// Whether a method belongs to what the user pointed at.
    pub fn is_program(&self, method: MethodId) -> bool {
        let method = self.method(method);
        !method.is_synthetic_frame() && self.class(method.class).application
    }

    pub(crate) fn is_tracked(&self, class: &crate::class::Class) -> bool {
        self.options.watch.as_ref().is_some_and(|watch| {
            let named = |name: &str| watch.types.iter().any(|t| t == name);
            named(&class.name) || class.ancestors.iter().any(|a| named(&self.class(*a).name))
        })
    }

    /// Remembers the instruction of the program that led to a new object. What the library makes to initialise its own
    /// classes is nobody's.
    pub(crate) fn track(&self, st: &mut State, object: Ref) {
        let mut origin = None;
        st.stack.for_each(|frame, _| {
            if self.is_program(frame.method) {
                origin = Some((frame.method, frame.code_pc()));
                return false;
            }
            &*self.method(frame.method).name != "<clinit>"
        });
        match origin {
            Some(origin) => st.origins.insert(object, origin),
            None => st.origins.remove(&object),
        };
    }

    pub(crate) fn notes_reuse(&self) -> bool {
        let watch = self.options.watch.as_ref();
        watch.is_some_and(|watch| watch.reuse)
    }

    /// Writes down that something that was decided before decides again.
    pub(crate) fn reuse(&mut self, st: &State, term: Term) {
        if !self.notes_reuse() {
            return;
        }
        let mut found = None;
        st.stack.for_each(|frame, _| {
            if self.is_program(frame.method) {
                found = Some(Reused {
                    term,
                    marks: st.trace.len(),
                    frame: frame.serial,
                    method: frame.method,
                    pc: frame.watched.as_ref().map_or(frame.code_pc(), |w| w.pc),
                });
            }
            found.is_none()
        });
        if found.is_some() && self.reused.last() != found.as_ref() {
            self.reused.extend(found);
        }
    }

    /// Writes down, instead of what ran since then, that the sides of a branch met on a path.
    pub fn mark_region(&self, st: &mut State, before: &State) {
        st.trace = before.trace.clone();
        if let Some(frame) = before.stack.frames.last()
            && self.is_program(frame.method)
        {
            st.trace.push(Mark {
                frame: frame.serial,
                method: frame.method,
                block: Mark::REGION,
                caller: None,
            });
        }
    }

    /// Writes down that a block of the running frame begins.
    pub(crate) fn mark(&self, st: &mut State, block: u32) {
        if self.options.passed {
            self.pass(st, block);
        }
        if self.options.watch.as_ref().is_none_or(|watch| !watch.trace) {
            return;
        }
        let Some(frame) = st.stack.frames.last() else {
            return;
        };
        let mut mark = Mark {
            frame: frame.serial,
            method: frame.method,
            block,
            caller: None,
        };
        if block == 0 {
            st.stack.for_each(|frame, _| {
                if frame.serial != mark.frame && self.is_program(frame.method) {
                    mark.caller = Some((frame.serial, frame.code_pc()));
                }
                mark.caller.is_none()
            });
        }
        st.trace.push(mark);
    }

    /// The call at the running frame's instruction, in the three steps that the watcher sees.
    pub(crate) fn watched_call(&mut self, st: &mut State, code: &Code, site: u32) -> Step<Called> {
        let call = &code.calls[site as usize];
        // Whoever watches wants to know the objects.
        for register in &call.args {
            let base = st.stack.frames.last().map_or(0, |f| f.base as usize);
            let at = base + usize::from(*register);
            st.stack.slots[at] = self.which(st, st.stack.slots[at])?;
        }
        let callee = self.callee(st, code, site)?;
        let Some(frame) = st.stack.frames.last() else {
            return Ok(Called::Complete);
        };
        let pc = frame.code_pc();
        let seen = frame.watched.as_ref().is_some_and(|watched| watched.seen);
        let has_receiver = call.kind != InvokeKind::Static;
        let args = arguments(st, &call.args);
        let null = has_receiver && args.first().is_some_and(|a| a.as_ref().is_null());
        if !seen && !st.atomic && !null {
            let watched = Watched {
                member: call.method.clone(),
                kind: call.kind,
                args: args.as_slice().into(),
                returned: None,
                pc,
                seen: false,
                atomic: false,
            };
            if let Some(frame) = st.stack.frames.last_mut() {
                frame.watched = Some(Rc::new(watched));
            }
            return Ok(Called::Stopped(Stop::Calling));
        }
        if self.call(st, code, site, callee)? {
            return Ok(Called::Entered);
        }
        if seen {
            let result = call.dst.map(|register| {
                let base = st.stack.frames.last().map_or(0, |f| f.base as usize);
                st.stack.slots[base + usize::from(register)]
            });
            self.note_return(st, result);
        }
        Ok(Called::Complete)
    }

    /// The method that a watched call goes to.
    fn callee(&mut self, st: &State, code: &Code, site: u32) -> Step<MethodId> {
        let call = &code.calls[site as usize];
        let receiver = || arguments(st, &call.args[..1])[0].as_ref();
        Ok(match call.watched.get() {
            Some(Op::CallVirtualQ { index, .. }) => {
                let receiver = receiver();
                let Some(class) = st.heap.class_of(receiver) else {
                    return Err(self.bad_reference(receiver));
                };
                self.class(class).vtable[usize::from(index)]
            }
            Some(Op::CallInterfaceQ { method, .. }) => {
                let receiver = receiver();
                let Some(class) = st.heap.class_of(receiver) else {
                    return Err(self.bad_reference(receiver));
                };
                match call.cache.get() {
                    Some((known, selected)) if known == class => selected,
                    _ => self.select_interface(call, class, method)?,
                }
            }
            Some(Op::CallQ { method, .. }) => method,
            _ => {
                return Err(crate::halt::Halt::unsupported(
                    "a watched call that is none",
                ));
            }
        })
    }

    /// A watched call is over; the watcher hears of it before the next instruction.
    pub(crate) fn note_return(&self, st: &mut State, result: Option<Slot>) {
        if let Some(frame) = st.stack.frames.last_mut()
            && let Some(watched) = &mut frame.watched
        {
            let watched = Rc::make_mut(watched);
            watched.returned = Some(result);
            if watched.atomic {
                st.atomic = false;
            }
            frame.attention = crate::state::Attention::Returned;
        }
    }

    /// Finds out which object a watched call has returned.
    pub(crate) fn settle_result(&mut self, st: &mut State) -> Step<()> {
        let Some(watched) = st.watched() else {
            return Ok(());
        };
        let Some(Some(result)) = watched.returned else {
            return Ok(());
        };
        if result.is_guarded() {
            let settled = self.which(st, result)?;
            if let Some(frame) = st.stack.frames.last_mut()
                && let Some(watched) = &mut frame.watched
            {
                Rc::make_mut(watched).returned = Some(Some(settled));
            }
        }
        Ok(())
    }

    /// Answers [`Stop::Calling`]: the call may begin. With `atomic`, nothing inside of it is of interest.
    pub fn proceed(&self, st: &mut State, atomic: bool) {
        if let Some(frame) = st.stack.frames.last_mut()
            && let Some(watched) = &mut frame.watched
        {
            let watched = Rc::make_mut(watched);
            watched.seen = true;
            watched.atomic = atomic;
            st.atomic |= atomic;
        }
    }

    /// Whether a boolean holds on this path; if that is open, the question to answer first.
    pub fn decide_truth(&mut self, st: &mut State, value: Slot) -> Result<bool, Option<Stop>> {
        match self.condition(st, ir::Condition::Ne, value, Slot::int(0)) {
            Ok(holds) => Ok(holds),
            Err(halt) => Err(self.handle(st, halt)),
        }
    }

    /// Answers [`Stop::Returned`]: the program goes on behind the call.
    pub fn acknowledge(&self, st: &mut State) {
        if let Some(frame) = st.stack.frames.last_mut() {
            frame.watched = None;
            frame.attention = crate::state::Attention::None;
        }
    }
}

impl Watched {
    /// Whether the watcher has let the call begin.
    pub fn has_begun(&self) -> bool {
        self.seen
    }
}

impl Machine {
    /// The block that comes next, if the running frame is at a branch that is decided. Only in code that is traced.
    pub fn next_block(&mut self, st: &State) -> Option<u32> {
        let frame = st.stack.frames.last()?;
        let code = frame.code.clone();
        let mut pc = frame.pc as usize;
        let slot = |r: u16| st.stack.slots[frame.base as usize + usize::from(r)];
        use ir::Condition::*;
        let mut jumped = false;
        loop {
            let (condition, a, b, to) = match code.ops.get(pc)?.get() {
                Op::Mark { block } if jumped => return Some(block),
                Op::Jump { to } | Op::LoopBack { to, .. } | Op::LoopEnter { to, .. } if jumped => {
                    pc = to as usize;
                    continue;
                }
                Op::Switch { a, table } if !jumped => {
                    let key = slot(a);
                    let table = &code.switches[table as usize];
                    pc = self.switch_symbolic(st, key, table).ok()? as usize;
                    jumped = true;
                    continue;
                }
                Op::JumpEq { a, b, to } => (Eq, a, b, to),
                Op::JumpNe { a, b, to } => (Ne, a, b, to),
                Op::JumpLt { a, b, to } => (Lt, a, b, to),
                Op::JumpGe { a, b, to } => (Ge, a, b, to),
                Op::JumpGt { a, b, to } => (Gt, a, b, to),
                Op::JumpLe { a, b, to } => (Le, a, b, to),
                _ => return None,
            };
            if jumped {
                return None;
            }
            let (a, b) = (slot(a), slot(b));
            if a.term.is_none() && b.term.is_none() {
                return None;
            }
            let taken = self.condition(st, condition, a, b).ok()?;
            pc = if taken { to as usize } else { pc + 1 };
            jumped = true;
        }
    }
}

impl State {
    /// The watched call that the machine stopped at.
    pub fn watched(&self) -> Option<&Watched> {
        self.stack.frames.last()?.watched.as_deref()
    }

    /// A frame's watched call ends by an exception.
    pub(crate) fn forget_watched(&mut self) {
        if let Some(frame) = self.stack.frames.last_mut()
            && let Some(watched) = frame.watched.take()
            && watched.atomic
        {
            self.atomic = false;
        }
    }
}

/// A block of the program that ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Tells frames apart ([`crate::state::Frame::serial`]).
    pub frame: u32,
    pub method: MethodId,
    pub block: u32,
    /// For the first block of a method: the frame of the program that led to its call, and the offset it is at.
    pub caller: Option<(u32, u32)>,
}

impl Mark {
    /// Stands for all blocks from a branch to where its sides meet, whichever of them ran: paths became one there.
    pub const REGION: u32 = u32::MAX;
}

/// The blocks that ran, the oldest first. Copies share what was written before.
#[derive(Clone, Default)]
pub struct Trace {
    before: Option<Rc<Chunk>>,
    marks: Vec<Mark>,
}

struct Chunk {
    before: Option<Rc<Chunk>>,
    marks: Vec<Mark>,
    /// Marks up to the end of this chunk.
    len: usize,
}

impl Drop for Chunk {
    /// Long chains must not recurse.
    fn drop(&mut self) {
        let mut before = self.before.take();
        while let Some(chunk) = before {
            match Rc::try_unwrap(chunk) {
                Ok(mut chunk) => before = chunk.before.take(),
                Err(_) => break,
            }
        }
    }
}

impl Trace {
    #[inline]
    pub(crate) fn push(&mut self, mark: Mark) {
        self.marks.push(mark);
    }

    pub(crate) fn freeze(&mut self) {
        if !self.marks.is_empty() {
            let len = self.len();
            let marks = std::mem::take(&mut self.marks);
            let before = self.before.take();
            self.before = Some(Rc::new(Chunk { before, marks, len }));
        }
    }

    pub fn len(&self) -> usize {
        self.before.as_ref().map_or(0, |chunk| chunk.len) + self.marks.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The latest first.
    pub fn backwards(&self) -> impl Iterator<Item = Mark> + '_ {
        let mut chunk = self.before.as_deref();
        let mut marks: &[Mark] = &self.marks;
        std::iter::from_fn(move || {
            while marks.is_empty() {
                let next = chunk?;
                marks = &next.marks;
                chunk = next.before.as_deref();
            }
            let (last, rest) = marks.split_last()?;
            marks = rest;
            Some(*last)
        })
    }
}
