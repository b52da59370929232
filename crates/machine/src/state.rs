//! One point of one path: stack, heap, statics, and what has been decided on the way. Cloning is a snapshot: the heap
//! is persistent, and the stack below the running frame is shared.

use crate::code::Code;
use crate::files::Files;
use crate::heap::Heap;
use crate::inputs::Input;
use crate::makers::{Building, Known};
use crate::natives::stdin::Stdin;
use crate::pvec::PVec;
use crate::value::{ClassId, MethodId, Ref, Slot};
use crate::watch::{Trace, Watched};
use imbl::HashMap;
use logic::Term;
use std::rc::Rc;

#[derive(Clone)]
pub struct State {
    pub heap: Heap,
    pub stack: Stack,
    pub classes: PVec<ClassState>,
    /// String constants and interned strings, by the machine's number for their content.
    pub interned: HashMap<u32, Ref>,
    /// Monitors held, with how often.
    pub monitors: HashMap<Ref, u32>,
    /// Boxes that `valueOf` made of symbolic values: two of them are the same object exactly when their values are equal
    /// and in the range of the JDK's caches, so comparing such references is a question about terms.
    pub cached_boxes: HashMap<Ref, Term>,
    /// What is decided on this path: conditions, and terms fixed to one value. An instruction that needs to know more
    /// asks, and runs again once the answer stands here; since the path satisfies it, it never has to be removed.
    pub facts: HashMap<Term, u128>,
    /// Which class each `java.lang.Class` object stands for.
    pub mirrors: HashMap<Ref, ClassId>,
    pub inputs: imbl::Vector<Input>,
    /// Input strings of which no question has settled yet that they are within the bound.
    pub open_lengths: imbl::Vector<OpenLength>,
    /// Decimal digits that stand for a number on this path, most significant first.
    pub digits: HashMap<Term, Rc<[Term]>>,
    /// The digit behind a character of such a number.
    pub digit_characters: HashMap<Term, Term>,
    /// Inputs that are being made, the innermost last.
    pub building: imbl::Vector<Building>,
    /// Strings and boxes that are inputs.
    pub lone: imbl::HashSet<Ref>,
    /// Whether the program compared one of those with another object of its class.
    pub identity: bool,
    /// Objects and arrays that are inputs or parts of them.
    pub made: imbl::Vector<Known>,
    pub console: Console,
    pub stdin: Stdin,
    pub files: Files,
    pub main_thread: Ref,
    /// Objects that natives keep per state, by name: the console streams, properties.
    pub singletons: HashMap<&'static str, Ref>,
    /// Environment variables that the program asked for; null for those that are not set.
    pub variables: HashMap<Rc<str>, Ref>,
    /// What of its environment the program set itself: system properties, the locale, the time zone.
    pub set_by_program: imbl::HashSet<Rc<str>>,
    /// Objects that call sites evaluate to each time: lambdas that capture nothing.
    pub site_objects: HashMap<MethodId, Ref>,
    /// How often both sides of a question were possible; loops count the iterations that depended on such.
    pub forks: u32,
    /// The most iterations of a loop, or calls of a method within itself, that inputs decide and the path may have before
    /// it stops.
    pub round: u32,
    /// The most of them that every execution on this path has begun.
    pub deepest: u32,
    pub instructions: u64,
    pub stack_bytes: u64,
    /// Set while a `StackOverflowError` is being made, which needs some stack itself.
    pub overflow_headroom: bool,
    /// Frames that the path has made.
    pub frames_made: u32,
    /// Inside of a watched call in which nothing else is of interest.
    pub atomic: bool,
    /// Objects that somebody outside still speaks of.
    pub kept: imbl::HashSet<Ref>,
    /// Where the program made the objects that are tracked: the method and the bytecode offset.
    pub origins: HashMap<Ref, (MethodId, u32)>,
    pub trace: Trace,
    /// Symbols in whose places values stand by now ([`crate::Machine::fix`]).
    pub fixed: imbl::HashMap<Term, u128>,
    /// Exceptions that reject arguments of the entry.
    pub about_arguments: imbl::HashSet<Ref>,
    /// What the path passed of the program, where that is recorded.
    pub passed: imbl::HashSet<crate::passed::Passed>,
    /// Whether the arguments of the method that is the entry are made.
    pub entered: bool,
}

/// A bound that a path ran into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoundHit {
    ArrayLength {
        limit: u32,
        method: Option<MethodId>,
        pc: u32,
    },
    /// `input` names the string by its symbol ([`crate::InputValue::String`]).
    StringLength {
        limit: u32,
        input: Rc<str>,
    },
    Loop {
        limit: u32,
        method: MethodId,
        pc: u32,
    },
    Recursion {
        limit: u32,
        method: MethodId,
    },
    Objects {
        limit: u32,
        class: ClassId,
    },
}

/// An input string that may be longer than the bound on strings.
#[derive(Clone, Debug)]
pub struct OpenLength {
    /// The symbol of the length, in characters.
    pub length: Term,
    pub name: Rc<str>,
    /// How many questions about the length alone were answered: a loop that counts up to it asks without end.
    pub questions: u32,
}

/// What the program printed; symbolic parts stand as they are.
#[derive(Clone, Default)]
pub struct Console {
    pub out: imbl::Vector<Printed>,
    pub err: imbl::Vector<Printed>,
}

#[derive(Clone)]
pub enum Printed {
    Text(Rc<str>),
    /// Characters of which some are symbolic.
    Symbolic,
}

#[derive(Clone, Default)]
pub struct ClassState {
    pub status: Status,
    pub statics: Option<Rc<[Slot]>>,
    /// The `java.lang.Class` object.
    pub mirror: Ref,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Status {
    #[default]
    Uninitialized,
    InProgress,
    Initialized,
    Erroneous,
}

#[derive(Clone)]
pub struct Frame {
    pub method: MethodId,
    pub code: Rc<Code>,
    pub pc: u32,
    /// Where this frame's registers start in the slots of its segment.
    pub base: u32,
    pub on_return: OnReturn,
    /// The monitor that a synchronized method holds.
    pub monitor: Ref,
    /// What comes before the frame's next instruction.
    pub attention: Attention,
    pub loops: Option<Box<[LoopCount]>>,
    /// [`State::forks`] when the frame was made.
    pub forks: u32,
    /// How many frames were made on the path before this one.
    pub serial: u32,
    /// How many frames are below this one.
    pub depth: u32,
    /// The block that began last, where what is passed is recorded.
    pub block: u32,
    /// The watched call that the frame is making.
    pub watched: Option<Rc<Watched>>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Attention {
    #[default]
    None,
    /// A class initialiser waits for the initialisers of superclasses above it: its handlers do not apply yet.
    Supers,
    /// A watched call has returned.
    Returned,
}

impl Frame {
    /// Whether two frames of the same call are at the same place.
    pub(crate) fn is_same(&self, other: &Frame) -> bool {
        let watched = match (&self.watched, &other.watched) {
            (None, None) => true,
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            _ => false,
        };
        watched
            && Rc::ptr_eq(&self.code, &other.code)
            && self.pc == other.pc
            && self.serial == other.serial
            && self.on_return == other.on_return
            && self.monitor == other.monitor
            && self.attention == other.attention
    }

    /// The bytecode offset of the current instruction.
    pub fn code_pc(&self) -> u32 {
        self.code.pcs.get(self.pc as usize).copied().unwrap_or(0)
    }
}

#[derive(Clone, Copy, Default)]
pub struct LoopCount {
    pub iterations: u32,
    pub forks: u32,
}

/// What happens to the caller when a frame returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnReturn {
    /// The result goes into this register of the caller.
    Store(u16),
    Discard,
    /// The caller's instruction runs again.
    Again,
    /// The class is now initialised, and the caller's instruction runs again.
    Initialized(ClassId),
}

/// Frames from the entry to the running one. A snapshot freezes all but the running frame into a shared segment; a
/// return into a frozen frame copies that frame back.
#[derive(Clone, Default)]
pub struct Stack {
    frozen: Option<Rc<Segment>>,
    /// How many frames of the frozen segment are still below us.
    frozen_frames: usize,
    pub slots: Vec<Slot>,
    pub frames: Vec<Frame>,
}

struct Segment {
    below: Option<Rc<Segment>>,
    below_frames: usize,
    slots: Vec<Slot>,
    frames: Vec<Frame>,
}

impl Segment {
    /// The frame below the one with this index.
    fn before(&self, index: usize) -> Option<(&Segment, usize)> {
        if index > 0 {
            return Some((self, index - 1));
        }
        let mut count = self.below_frames;
        let mut segment = self.below.as_deref()?;
        while count == 0 {
            count = segment.below_frames;
            segment = segment.below.as_deref()?;
        }
        Some((segment, count - 1))
    }

    fn slots_of(&self, index: usize) -> &[Slot] {
        let frame = &self.frames[index];
        let base = frame.base as usize;
        &self.slots[base..base + frame.code.template.len()]
    }
}

impl Drop for Segment {
    /// Long chains of segments must not recurse.
    fn drop(&mut self) {
        let mut below = self.below.take();
        while let Some(segment) = below {
            match Rc::try_unwrap(segment) {
                Ok(mut segment) => below = segment.below.take(),
                Err(_) => break,
            }
        }
    }
}

impl Stack {
    #[inline]
    pub fn push(&mut self, frame: Frame) {
        self.slots.extend_from_slice(&frame.code.template);
        self.frames.push(frame);
    }

    /// Removes the running frame and makes the one below it live.
    #[inline]
    pub fn pop(&mut self) -> Option<Frame> {
        let frame = self.frames.pop()?;
        self.slots.truncate(frame.base as usize);
        if self.frames.is_empty() {
            self.thaw();
        }
        Some(frame)
    }

    #[cold]
    fn thaw(&mut self) {
        while self.frozen_frames == 0 {
            let Some(segment) = self.frozen.take() else {
                return;
            };
            self.frozen_frames = segment.below_frames;
            self.frozen = segment.below.clone();
        }
        let Some(segment) = &self.frozen else { return };
        self.frozen_frames -= 1;
        let mut frame = segment.frames[self.frozen_frames].clone();
        let base = frame.base as usize;
        let size = frame.code.template.len();
        self.slots.clear();
        self.slots
            .extend_from_slice(&segment.slots[base..base + size]);
        frame.base = 0;
        self.frames.push(frame);
    }

    /// Shares everything below the running frame with the clones that follow.
    pub fn freeze(&mut self) {
        if self.frames.len() < 2 {
            return;
        }
        let Some(mut top) = self.frames.pop() else {
            return;
        };
        let base = top.base as usize;
        let running = self.slots.split_off(base);
        top.base = 0;
        let segment = Segment {
            below: self.frozen.take(),
            below_frames: self.frozen_frames,
            slots: std::mem::replace(&mut self.slots, running),
            frames: std::mem::replace(&mut self.frames, vec![top]),
        };
        self.frozen_frames = segment.frames.len();
        self.frozen = Some(Rc::new(segment));
    }

    /// Whether the frozen frames are the same. Those that two stacks share are not looked at.
    pub(crate) fn is_same_below(&self, other: &Stack) -> bool {
        let (mut a, mut b) = (self.below(), other.below());
        loop {
            match (a, b) {
                (None, None) => return true,
                (Some((x, i)), Some((y, j))) => {
                    if std::ptr::eq(x, y) && i == j {
                        return true;
                    }
                    let (f, g) = (&x.frames[i], &y.frames[j]);
                    if !f.is_same(g) || x.slots_of(i) != y.slots_of(j) {
                        return false;
                    }
                    (a, b) = (x.before(i), y.before(j));
                }
                _ => return false,
            }
        }
    }

    /// The uppermost frozen frame: its segment and its index there.
    fn below(&self) -> Option<(&Segment, usize)> {
        let segment = self.frozen.as_deref()?;
        match self.frozen_frames {
            0 => segment.before(0),
            count => Some((segment, count - 1)),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.frames.is_empty()
    }

    /// Replaces slots everywhere; segments in which nothing changes stay shared.
    pub(crate) fn replace(&mut self, f: &mut impl FnMut(Slot) -> Slot) {
        for slot in &mut self.slots {
            *slot = f(*slot);
        }
        let mut segments = Vec::new();
        let mut next = self.frozen.clone();
        while let Some(segment) = next {
            next = segment.below.clone();
            segments.push(segment);
        }
        let mut below: Option<Rc<Segment>> = None;
        let mut changed = false;
        for segment in segments.into_iter().rev() {
            let slots: Vec<Slot> = segment.slots.iter().map(|s| f(*s)).collect();
            changed |= slots != segment.slots;
            below = Some(if changed {
                Rc::new(Segment {
                    below: below.take(),
                    below_frames: segment.below_frames,
                    slots,
                    frames: segment.frames.clone(),
                })
            } else {
                segment
            });
        }
        if changed {
            self.frozen = below;
        }
    }

    /// The running frame first. Stops when `visit` returns `false`.
    pub fn for_each(&self, mut visit: impl FnMut(&Frame, &[Slot]) -> bool) {
        let mut segment = self.frozen.as_deref();
        let mut count = self.frozen_frames;
        for frame in self.frames.iter().rev() {
            if !visit(frame, &self.slots[frame.base as usize..]) {
                return;
            }
        }
        while let Some(s) = segment {
            for frame in s.frames[..count].iter().rev() {
                if !visit(frame, &s.slots[frame.base as usize..]) {
                    return;
                }
            }
            count = s.below_frames;
            segment = s.below.as_deref();
        }
    }

    pub fn depth(&self) -> usize {
        let mut depth = self.frames.len() + self.frozen_frames;
        let mut segment = self.frozen.as_deref();
        while let Some(s) = segment {
            depth += s.below_frames;
            segment = s.below.as_deref();
        }
        depth
    }
}

impl State {
    pub(crate) fn new() -> State {
        State {
            heap: Heap::new(),
            stack: Stack::default(),
            classes: PVec::default(),
            interned: HashMap::new(),
            monitors: HashMap::new(),
            cached_boxes: HashMap::new(),
            facts: HashMap::new(),
            mirrors: HashMap::new(),
            inputs: imbl::Vector::new(),
            open_lengths: imbl::Vector::new(),
            digits: HashMap::new(),
            digit_characters: HashMap::new(),
            building: imbl::Vector::new(),
            lone: imbl::HashSet::new(),
            identity: false,
            made: imbl::Vector::new(),
            console: Console::default(),
            stdin: Stdin::default(),
            files: Files::default(),
            main_thread: Ref::NULL,
            singletons: HashMap::new(),
            variables: HashMap::new(),
            set_by_program: imbl::HashSet::new(),
            site_objects: HashMap::new(),
            forks: 0,
            round: u32::MAX,
            deepest: 0,
            instructions: 0,
            stack_bytes: 0,
            overflow_headroom: false,
            frames_made: 0,
            atomic: false,
            kept: imbl::HashSet::new(),
            origins: HashMap::new(),
            fixed: imbl::HashMap::new(),
            about_arguments: imbl::HashSet::new(),
            trace: Trace::default(),
            passed: imbl::HashSet::new(),
            entered: false,
        }
    }

    /// A copy that shares everything with this state until one of them changes it.
    pub fn snapshot(&mut self) -> State {
        self.stack.freeze();
        self.trace.freeze();
        self.clone()
    }

    pub fn class(&self, class: ClassId) -> Option<&ClassState> {
        self.classes.get(class.index() as u32)
    }

    pub fn class_mut(&mut self, class: ClassId) -> &mut ClassState {
        self.classes.get_mut(class.index() as u32)
    }

    #[inline]
    pub fn is_initialized(&self, class: ClassId) -> bool {
        // A class being initialised counts: there is one thread (JVMS §5.5, step 3).
        self.class(class)
            .is_some_and(|c| matches!(c.status, Status::Initialized | Status::InProgress))
    }

    pub fn current(&self) -> Option<(MethodId, u32)> {
        let frame = self.stack.frames.last()?;
        let pc = frame.code.pcs.get(frame.pc as usize).copied().unwrap_or(0);
        Some((frame.method, pc))
    }
}
