//! The interpreter: runs register code until the path ends or a question comes up. Concrete operands take the short
//! way through each instruction; a symbolic one leads to `arithmetic` and `arrays`, which build terms.

use crate::code::{Code, Op, R};
use crate::halt::{Halt, Step};
use crate::heap::{Data, unshared};
use crate::machine::Machine;
use crate::region::Reached;
use crate::state::{Attention, BoundHit, OnReturn, State};
use crate::value::{MethodId, Ref, Slot};
use crate::watch::Called;
use ir::{BinaryOp, CompareOp, Condition, Conversion, Kind};
use logic::Term;
use std::rc::Rc;

/// Why [`Machine::run`] returned.
#[derive(Debug)]
pub enum Stop {
    /// The fuel is used up; run again to go on.
    Fuel,
    /// Decide the condition with [`Machine::learn`] and run again.
    Branch(Term),
    /// The same for a condition that decides which object a reference is.
    Guard(Term),
    /// Fix the term to a value with [`Machine::learn_value`] and run again.
    Value(Term),
    /// The path goes on only where the condition holds; [`Machine::learn`] it and run again.
    Assume(Term),
    /// A watched call is about to begin ([`State::watched`]); [`Machine::proceed`] and run again.
    Calling,
    /// A watched call has returned; [`Machine::acknowledge`] and run again.
    Returned,
    /// Another iteration or call would exceed [`State::round`]; raise it and run again.
    Deeper,
    /// Another iteration of a loop that inputs decide begins ([`crate::Options::heads`]); running on begins it.
    Head,
    /// The end of the region that [`Machine::walk`] was told of; run again to go on.
    Region(Reached),
    End(End),
}

/// How a path ended.
#[derive(Debug)]
pub enum End {
    Returned(Option<Slot>),
    Threw(Ref),
    Exited,
    /// An assumption rules the path out.
    Infeasible,
    Unsupported {
        what: String,
        at: Option<(MethodId, u32)>,
    },
    Bound(BoundHit),
}

const NULL_POINTER: &str = "java/lang/NullPointerException";

/// Packages of the JDK's inner workings.
const MACHINERY: [&str; 6] = [
    "jdk/internal/",
    "sun/",
    "java/lang/invoke/",
    "java/lang/reflect/",
    "java/lang/module/",
    "java/security/",
];

impl Machine {
    /// Runs the state for about `fuel` instructions.
    pub fn run(&mut self, st: &mut State, fuel: u64) -> Stop {
        let (begun, limit) = (st.instructions, st.instructions + fuel);
        let stop = self.run_until(st, limit);
        self.executed += st.instructions - begun;
        stop
    }

    fn run_until(&mut self, st: &mut State, limit: u64) -> Stop {
        let frames = match (self.options.record_coverage, self.within.is_some()) {
            (false, false) => Self::frames::<false, false>,
            (true, false) => Self::frames::<true, false>,
            (false, true) => Self::frames::<false, true>,
            (true, true) => Self::frames::<true, true>,
        };
        loop {
            let halt = match frames(self, st, limit) {
                Ok(stop) => return stop,
                Err(halt) => halt,
            };
            if let Some(stop) = self.handle(st, halt) {
                return stop;
            }
        }
    }

    /// Acts on a halt; `None` means that the state can go on.
    pub(crate) fn handle(&mut self, st: &mut State, halt: Halt) -> Option<Stop> {
        let again = match halt {
            Halt::Branch(term) => return Some(Stop::Branch(term)),
            Halt::Guard(term) => return Some(Stop::Guard(term)),
            Halt::Value(term) => return Some(Stop::Value(term)),
            Halt::Assume(term) => return Some(Stop::Assume(term)),
            Halt::Unsupported(what) => {
                return Some(Stop::End(End::Unsupported {
                    what,
                    at: st.current(),
                }));
            }
            Halt::Bound(hit) => return Some(Stop::End(End::Bound(hit))),
            Halt::Deeper => return Some(Stop::Deeper),
            Halt::Head => return Some(Stop::Head),
            Halt::Exit => return Some(Stop::End(End::Exited)),
            Halt::Infeasible => return Some(Stop::End(End::Infeasible)),
            Halt::Throw(exception) if self.within.is_some() => {
                match self.throws_out(st, exception) {
                    Ok(true) => return Some(Stop::Region(Reached::Throw)),
                    Ok(false) => self.unwind(st, exception),
                    Err(halt) => Err(halt),
                }
            }
            Halt::Throw(exception) => self.unwind(st, exception),
            Halt::ThrowNew(NULL_POINTER, _) if self.inside_platform_machinery(st) => Err(
                Halt::unsupported("a part of the JDK's own start-up that is not modelled"),
            ),
            Halt::ThrowNew(class, message) if self.within.is_some() => {
                match self
                    .load(class)
                    .and_then(|class| self.leaves_region(st, class))
                {
                    Ok(true) => return Some(Stop::Region(Reached::Throw)),
                    Ok(false) => self.throw_new(st, class, message),
                    Err(halt) => Err(halt),
                }
            }
            Halt::ThrowNew(class, message) => self.throw_new(st, class, message),
            Halt::Initialize(class) if self.within.is_some() && self.can_come_early(class) => {
                return Some(Stop::Region(Reached::Initialization(class)));
            }
            Halt::Initialize(class) => self.begin_initialization(st, class),
            Halt::CallFirst(method, args) => self.push_call(st, method, &args, OnReturn::Again),
        };
        match again {
            Ok(()) => None,
            Err(Halt::Throw(exception)) if st.stack.is_empty() => {
                Some(Stop::End(End::Threw(exception)))
            }
            Err(halt) => self.handle(st, halt),
        }
    }

    /// Whether the running frame belongs to those parts of the JDK that a program cannot make follow a null of its own:
    /// one found there is the mark of something that a JVM sets up at its start and we do not.
    fn inside_platform_machinery(&self, st: &State) -> bool {
        let Some(frame) = st.stack.frames.last() else {
            return false;
        };
        let method = self.method(frame.method);
        let class = &self.class(method.class).name;
        // These look at the receiver, which is the program's.
        let given = match &**class {
            "java/lang/reflect/Method" => &*method.name == "invoke",
            "java/lang/reflect/Field" => {
                method.name.starts_with("get") || method.name.starts_with("set")
            }
            _ => false,
        };
        !given && MACHINERY.iter().any(|prefix| class.starts_with(prefix))
    }

    /// The dispatch loop. Registers are reached through a raw pointer into the running frame: `compile` checked every
    /// register number against the size of the frame's template, and whatever pushes or pops a frame leaves through
    /// `continue 'frame` or returns, after which the pointer is made anew.
    fn frames<const COVER: bool, const REGION: bool>(
        &mut self,
        st: &mut State,
        limit: u64,
    ) -> Step<Stop> {
        'frame: loop {
            let Some(frame) = st.stack.frames.last_mut() else {
                return Ok(Stop::End(End::Returned(None)));
            };
            match frame.attention {
                Attention::None => {}
                Attention::Supers => {
                    self.initialize_supers(st)?;
                    continue 'frame;
                }
                Attention::Returned => {
                    self.settle_result(st)?;
                    return Ok(Stop::Returned);
                }
            }
            let code: Rc<Code> = frame.code.clone();
            let mut pc = frame.pc as usize;
            let base = frame.base as usize;
            let registers: *mut Slot = st.stack.slots[base..].as_mut_ptr();
            let ops = &code.ops[..];
            let mut executed: u64 = 0;
            let reuse = self.notes_reuse();
            // The ends of the region that is being walked, if this is its frame.
            let within = match &self.within {
                Some(within) if REGION && within.serial == frame.serial => Some(within.clone()),
                _ => None,
            };

            macro_rules! r {
                ($register:expr) => {{
                    debug_assert!(usize::from($register) < code.template.len());
                    // SAFETY: see above.
                    unsafe { *registers.add(usize::from($register)) }
                }};
            }
            macro_rules! w {
                ($register:expr, $value:expr) => {{
                    let value: Slot = $value;
                    debug_assert!(usize::from($register) < code.template.len());
                    // SAFETY: see above.
                    unsafe { *registers.add(usize::from($register)) = value }
                }};
            }
            macro_rules! save {
                () => {{
                    st.instructions += executed;
                    #[allow(unused_assignments)]
                    {
                        executed = 0;
                    }
                    if let Some(frame) = st.stack.frames.last_mut() {
                        frame.pc = pc as u32;
                    }
                }};
            }
            // Unwraps a step; on a halt the frame remembers where it was.
            macro_rules! go {
                ($step:expr) => {{
                    // Whoever wants to know where a decision is used again needs the place before.
                    if reuse && let Some(frame) = st.stack.frames.last_mut() {
                        frame.pc = pc as u32;
                    }
                    match $step {
                        Ok(value) => value,
                        Err(halt) => {
                            save!();
                            return Err(halt);
                        }
                    }
                }};
            }
            // Which object a guarded reference is, where an instruction found none; the instruction runs again with it.
            macro_rules! settle {
                ($register:expr) => {{
                    let register = $register;
                    let settled = go!(self.object_at(st, r!(register)));
                    w!(register, settled);
                    if REGION {
                        self.answered = within.as_ref().is_some_and(|w| w.ends_at(pc as u32));
                    }
                    continue;
                }};
            }
            macro_rules! int {
                ($op:ident, $d:ident, $a:ident, $b:ident, |$x:ident, $y:ident| $result:expr) => {{
                    let (left, right) = (r!($a), r!($b));
                    if left.term.is_none() && right.term.is_none() {
                        let ($x, $y) = (left.as_int(), right.as_int());
                        w!($d, Slot::int($result));
                    } else {
                        w!(
                            $d,
                            go!(self.binary(st, BinaryOp::$op, Kind::Int, left, right))
                        );
                    }
                    pc += 1;
                }};
            }
            macro_rules! long {
                ($op:ident, $d:ident, $a:ident, $b:ident, |$x:ident, $y:ident| $result:expr) => {{
                    let (left, right) = (r!($a), r!($b));
                    if left.term.is_none() && right.term.is_none() {
                        let ($x, $y) = (left.as_long(), right.as_long());
                        w!($d, Slot::long($result));
                    } else {
                        w!(
                            $d,
                            go!(self.binary(st, BinaryOp::$op, Kind::Long, left, right))
                        );
                    }
                    pc += 1;
                }};
            }
            macro_rules! jump {
                ($condition:ident, $a:ident, $b:ident, $to:ident, |$x:ident, $y:ident| $holds:expr) => {{
                    let (left, right) = (r!($a), r!($b));
                    let taken = if left.term.is_none() && right.term.is_none() {
                        let ($x, $y) = (left.as_int(), right.as_int());
                        $holds
                    } else {
                        go!(self.condition(st, Condition::$condition, left, right))
                    };
                    pc = if taken { $to as usize } else { pc + 1 };
                }};
            }

            loop {
                if REGION && let Some(within) = &within {
                    let at = pc as u32;
                    if within.ends_at(at) && !std::mem::take(&mut self.answered) {
                        save!();
                        return Ok(Stop::Region(match at == within.meet {
                            true => Reached::Meet,
                            false => Reached::Outside,
                        }));
                    }
                }
                executed += 1;
                if COVER {
                    code.cover(pc);
                }
                match ops[pc].get() {
                    Op::Move { d, a } => {
                        w!(d, r!(a));
                        pc += 1;
                    }
                    Op::AddI { d, a, b } => int!(Add, d, a, b, |x, y| x.wrapping_add(y)),
                    Op::SubI { d, a, b } => int!(Sub, d, a, b, |x, y| x.wrapping_sub(y)),
                    Op::MulI { d, a, b } => int!(Mul, d, a, b, |x, y| x.wrapping_mul(y)),
                    Op::AndI { d, a, b } => int!(And, d, a, b, |x, y| x & y),
                    Op::OrI { d, a, b } => int!(Or, d, a, b, |x, y| x | y),
                    Op::XorI { d, a, b } => int!(Xor, d, a, b, |x, y| x ^ y),
                    // JLS §15.19: only the low five (six) bits of the distance count.
                    Op::ShlI { d, a, b } => int!(Shl, d, a, b, |x, y| x.wrapping_shl(y as u32)),
                    Op::ShrI { d, a, b } => int!(Shr, d, a, b, |x, y| x.wrapping_shr(y as u32)),
                    Op::UshrI { d, a, b } => int!(Ushr, d, a, b, |x, y| (x as u32)
                        .wrapping_shr(y as u32)
                        as i32),
                    Op::DivI { d, a, b } => {
                        w!(d, go!(self.divide_int(st, r!(a), r!(b))));
                        pc += 1;
                    }
                    Op::RemI { d, a, b } => {
                        w!(d, go!(self.remainder_int(st, r!(a), r!(b))));
                        pc += 1;
                    }
                    Op::AddL { d, a, b } => long!(Add, d, a, b, |x, y| x.wrapping_add(y)),
                    Op::SubL { d, a, b } => long!(Sub, d, a, b, |x, y| x.wrapping_sub(y)),
                    Op::MulL { d, a, b } => long!(Mul, d, a, b, |x, y| x.wrapping_mul(y)),
                    Op::AndL { d, a, b } => long!(And, d, a, b, |x, y| x & y),
                    Op::OrL { d, a, b } => long!(Or, d, a, b, |x, y| x | y),
                    Op::XorL { d, a, b } => long!(Xor, d, a, b, |x, y| x ^ y),
                    Op::ShlL { d, a, b } => long!(Shl, d, a, b, |x, y| x.wrapping_shl(y as u32)),
                    Op::ShrL { d, a, b } => long!(Shr, d, a, b, |x, y| x.wrapping_shr(y as u32)),
                    Op::UshrL { d, a, b } => long!(Ushr, d, a, b, |x, y| (x as u64)
                        .wrapping_shr(y as u32)
                        as i64),
                    Op::DivL { d, a, b } => {
                        w!(d, go!(self.divide_long(st, r!(a), r!(b))));
                        pc += 1;
                    }
                    Op::RemL { d, a, b } => {
                        w!(d, go!(self.remainder_long(st, r!(a), r!(b))));
                        pc += 1;
                    }
                    Op::Float { op, d, a, b } => {
                        let (x, y) = (r!(a), r!(b));
                        if x.term.is_none() && y.term.is_none() {
                            let (x, y) = (x.as_float(), y.as_float());
                            w!(
                                d,
                                Slot::float(match op {
                                    BinaryOp::Add => x + y,
                                    BinaryOp::Sub => x - y,
                                    BinaryOp::Mul => x * y,
                                    BinaryOp::Div => x / y,
                                    _ => x % y,
                                })
                            );
                        } else {
                            w!(d, go!(self.binary(st, op, Kind::Float, x, y)));
                        }
                        pc += 1;
                    }
                    Op::Double { op, d, a, b } => {
                        let (x, y) = (r!(a), r!(b));
                        if x.term.is_none() && y.term.is_none() {
                            let (x, y) = (x.as_double(), y.as_double());
                            w!(
                                d,
                                Slot::double(match op {
                                    BinaryOp::Add => x + y,
                                    BinaryOp::Sub => x - y,
                                    BinaryOp::Mul => x * y,
                                    BinaryOp::Div => x / y,
                                    _ => x % y,
                                })
                            );
                        } else {
                            w!(d, go!(self.binary(st, op, Kind::Double, x, y)));
                        }
                        pc += 1;
                    }
                    Op::Negate { kind, d, a } => {
                        let x = r!(a);
                        w!(
                            d,
                            if x.term.is_some() {
                                self.negate(kind, x)
                            } else {
                                match kind {
                                    Kind::Int => Slot::int(x.as_int().wrapping_neg()),
                                    Kind::Long => Slot::long(x.as_long().wrapping_neg()),
                                    Kind::Float => Slot::float(-x.as_float()),
                                    Kind::Double | Kind::Ref => Slot::double(-x.as_double()),
                                }
                            }
                        );
                        pc += 1;
                    }
                    Op::Convert { op, d, a } => {
                        let x = r!(a);
                        w!(
                            d,
                            if x.term.is_none() {
                                convert(op, x)
                            } else {
                                self.convert_symbolic(op, x)
                            }
                        );
                        pc += 1;
                    }
                    Op::Compare { op, d, a, b } => {
                        let (x, y) = (r!(a), r!(b));
                        w!(
                            d,
                            if x.term.is_none() && y.term.is_none() {
                                Slot::int(compare(op, x, y))
                            } else {
                                self.compare_symbolic(op, x, y)
                            }
                        );
                        pc += 1;
                    }
                    Op::ArrayLength { d, a } => {
                        let array = r!(a).as_ref();
                        if array == Ref::GUARDED {
                            settle!(a);
                        }
                        let length = match st.heap.get(array).and_then(|o| o.data.length()) {
                            Some(length) if !length.is_symbolic() => length,
                            _ => go!(self.array_length(st, array)),
                        };
                        w!(d, length);
                        pc += 1;
                    }
                    Op::ArrayLoad { d, a, i } => {
                        let (array, index) = (r!(a).as_ref(), r!(i));
                        let mut loaded = None;
                        if index.term.is_none()
                            && let Some(object) = st.heap.get(array)
                        {
                            loaded = object.data.load(index.as_int() as u32 as usize);
                        }
                        w!(
                            d,
                            match loaded {
                                Some(value) => value,
                                None if array == Ref::GUARDED => settle!(a),
                                None => go!(self.array_load(st, array, index)),
                            }
                        );
                        pc += 1;
                    }
                    Op::ArrayStore { a, i, v } => {
                        let (array, index, value) = (r!(a).as_ref(), r!(i), r!(v));
                        let mut stored = false;
                        if index.term.is_none()
                            && value.term.is_none()
                            && st.heap.get(array).is_some_and(|o| {
                                !matches!(
                                    o.data,
                                    Data::Refs(_)
                                        | Data::Pending(_)
                                        | Data::Symbolic(_)
                                        | Data::Fields(_)
                                )
                            })
                        {
                            stored = st
                                .heap
                                .get_mut(array)
                                .data
                                .store(index.as_int() as u32 as usize, value);
                        }
                        if !stored {
                            if array == Ref::GUARDED {
                                settle!(a);
                            }
                            if value.is_guarded() {
                                settle!(v);
                            }
                            go!(self.array_store(st, array, index, value));
                        }
                        pc += 1;
                    }
                    Op::GetFieldQ { d, a, slot } => {
                        let object = r!(a).as_ref();
                        match st.heap.get(object).map(|o| &o.data) {
                            Some(Data::Fields(fields)) => {
                                let value = fields[usize::from(slot)];
                                if value.as_ref() == Ref::OPEN {
                                    go!(self.fill_first(st, object, slot));
                                }
                                w!(d, value);
                            }
                            _ => match self.guarded_field(st, r!(a), slot) {
                                Some(value) => w!(d, value),
                                None => settle!(a),
                            },
                        }
                        pc += 1;
                    }
                    Op::PutFieldQ { a, v, slot } => {
                        let object = r!(a).as_ref();
                        if st.heap.get(object).is_none() {
                            settle!(a);
                        }
                        if let Data::Fields(fields) = &mut st.heap.get_mut(object).data {
                            unshared(fields)[usize::from(slot)] = r!(v);
                        }
                        pc += 1;
                    }
                    Op::GetField { d, a, field } => {
                        let slot = go!(self.instance_field(st, &code.members[field as usize]));
                        ops[pc].set(Op::GetFieldQ { d, a, slot });
                    }
                    Op::PutField { a, v, field } => {
                        let slot = go!(self.instance_field(st, &code.members[field as usize]));
                        ops[pc].set(Op::PutFieldQ { a, v, slot });
                    }
                    Op::GetStatic { d, field } => {
                        let member = &code.members[field as usize];
                        let (class, slot) = go!(self.static_field_of(st, member));
                        ops[pc].set(Op::GetStaticQ { d, slot, class });
                        if &*member.name == "$assertionsDisabled"
                            && let Some(frame) = st.stack.frames.last()
                        {
                            self.asserts_reached.insert((frame.method, code.pcs[pc]));
                        }
                    }
                    Op::PutStatic { v, field } => {
                        let (class, slot) =
                            go!(self.static_field_of(st, &code.members[field as usize]));
                        ops[pc].set(Op::PutStaticQ { v, slot, class });
                    }
                    Op::GetStaticQ { d, slot, class } => {
                        if !st.is_initialized(class) {
                            go!(self.ensure_initialized(st, class));
                        }
                        match st.class(class).and_then(|c| c.statics.as_ref()) {
                            Some(statics) => {
                                w!(d, statics[usize::from(slot)]);
                                pc += 1;
                            }
                            None => go!(self.prepare(st, class)),
                        }
                    }
                    Op::PutStaticQ { v, slot, class } => {
                        if !st.is_initialized(class) {
                            go!(self.ensure_initialized(st, class));
                        }
                        let value = r!(v);
                        if let Some(statics) = &mut st.class_mut(class).statics {
                            unshared(statics)[usize::from(slot)] = value;
                        }
                        pc += 1;
                    }
                    Op::Invoke { site } => {
                        save!();
                        self.resolve_call(st, &code, pc, site)?;
                    }
                    Op::CallQ { site, method } => {
                        save!();
                        if st.instructions > limit {
                            return Ok(Stop::Fuel);
                        }
                        if self.call(st, &code, site, method)? {
                            continue 'frame;
                        }
                        // A native may have allocated; its result is in its register by now.
                        if st.heap.collection_due() {
                            self.make_room(st)?;
                        }
                        pc += 1;
                    }
                    Op::CallVirtualQ { site, index } => {
                        save!();
                        if st.instructions > limit {
                            return Ok(Stop::Fuel);
                        }
                        let register = code.calls[site as usize].args[0];
                        let Some(class) = st.heap.class_of(r!(register).as_ref()) else {
                            settle!(register);
                        };
                        let method = self.class(class).vtable[usize::from(index)];
                        if self.call(st, &code, site, method)? {
                            continue 'frame;
                        }
                        // A native may have allocated; its result is in its register by now.
                        if st.heap.collection_due() {
                            self.make_room(st)?;
                        }
                        pc += 1;
                    }
                    Op::CallInterfaceQ { site, method } => {
                        save!();
                        if st.instructions > limit {
                            return Ok(Stop::Fuel);
                        }
                        let call = &code.calls[site as usize];
                        let Some(class) = st.heap.class_of(r!(call.args[0]).as_ref()) else {
                            settle!(call.args[0]);
                        };
                        let selected = match call.cache.get() {
                            Some((known, selected)) if known == class => selected,
                            _ => self.select_interface(call, class, method)?,
                        };
                        if self.call(st, &code, site, selected)? {
                            continue 'frame;
                        }
                        // A native may have allocated; its result is in its register by now.
                        if st.heap.collection_due() {
                            self.make_room(st)?;
                        }
                        pc += 1;
                    }
                    Op::WatchedCall { site } => {
                        save!();
                        if st.instructions > limit {
                            return Ok(Stop::Fuel);
                        }
                        match self.watched_call(st, &code, site)? {
                            Called::Entered => continue 'frame,
                            Called::Complete => {
                                if st.heap.collection_due() {
                                    self.make_room(st)?;
                                }
                                pc += 1;
                                save!();
                                continue 'frame;
                            }
                            Called::Stopped(stop) => return Ok(stop),
                        }
                    }
                    Op::InvokeDynamic { site } => {
                        save!();
                        if self.call_dynamic(st, &code, site)? {
                            continue 'frame;
                        }
                        // A native may have allocated; its result is in its register by now.
                        if st.heap.collection_due() {
                            self.make_room(st)?;
                        }
                        pc += 1;
                    }
                    Op::New { d, class } => {
                        let name = &code.classes[class as usize];
                        let class = go!(self.class_to_instantiate(name));
                        ops[pc].set(if &**name == "java/lang/AssertionError" {
                            Op::NewError { d, class }
                        } else if self.is_tracked(self.class(class)) {
                            Op::NewTracked { d, class }
                        } else {
                            Op::NewQ { d, class }
                        });
                    }
                    Op::NewError { d, class } => {
                        save!();
                        self.ensure_initialized(st, class)?;
                        if let Some(frame) = st.stack.frames.last() {
                            self.assertion_errors.insert((frame.method, code.pcs[pc]));
                        }
                        let made = self.allocate(st, class);
                        if self.is_tracked(self.class(class)) {
                            self.track(st, made);
                        }
                        w!(d, Slot::reference(made));
                        pc += 1;
                    }
                    Op::NewQ { d, class } => {
                        if !st.is_initialized(class) {
                            go!(self.ensure_initialized(st, class));
                        }
                        if st.heap.collection_due() {
                            save!();
                            self.make_room(st)?;
                        }
                        let made = self.allocate(st, class);
                        w!(d, Slot::reference(made));
                        pc += 1;
                    }
                    Op::NewTracked { d, class } => {
                        save!();
                        self.ensure_initialized(st, class)?;
                        if st.heap.collection_due() {
                            self.make_room(st)?;
                        }
                        let made = self.allocate(st, class);
                        self.track(st, made);
                        w!(d, Slot::reference(made));
                        pc += 1;
                    }
                    Op::NewArray { d, n, class } => {
                        let class = go!(self.load(&code.classes[class as usize]));
                        ops[pc].set(Op::NewArrayQ { d, n, class });
                    }
                    Op::NewArrayQ { d, n, class } => {
                        if st.heap.collection_due() {
                            save!();
                            self.make_room(st)?;
                        }
                        let length = r!(n);
                        let made = go!(self.new_array(st, class, length));
                        w!(d, Slot::reference(made));
                        pc += 1;
                    }
                    Op::NewMultiArray { site } => {
                        let site = &code.multi_arrays[site as usize];
                        let lengths: Vec<Slot> = site.lengths.iter().map(|n| r!(*n)).collect();
                        let made = go!(self.new_multi_array(st, &site.descriptor, &lengths));
                        w!(site.dst, Slot::reference(made));
                        pc += 1;
                    }
                    Op::CheckCast { d, a, class } => {
                        // JVMS §6.5 checkcast: null is not even resolved against.
                        let value = r!(a);
                        if value.as_ref().is_null() {
                            w!(d, value);
                            pc += 1;
                        } else {
                            let class = go!(self.load(&code.classes[class as usize]));
                            ops[pc].set(Op::CheckCastQ { d, a, class });
                        }
                    }
                    Op::CheckCastQ { d, a, class } => {
                        let value = r!(a);
                        let object = value.as_ref();
                        if !object.is_null() && !self.is_instance(st, object, class) {
                            if value.is_guarded() {
                                let all = self.candidates(value);
                                let fits = |r: &Ref| r.is_null() || self.is_instance(st, *r, class);
                                if all.iter().all(fits) {
                                    w!(d, value);
                                    pc += 1;
                                    continue;
                                }
                                settle!(a);
                            }
                            go!(Err(self.cast_failure(st, object, class)));
                        }
                        w!(d, value);
                        pc += 1;
                    }
                    Op::InstanceOf { d, a, class } => {
                        let object = r!(a).as_ref();
                        if object.is_null() {
                            w!(d, Slot::int(0));
                            pc += 1;
                        } else {
                            let class = go!(self.load(&code.classes[class as usize]));
                            ops[pc].set(Op::InstanceOfQ { d, a, class });
                        }
                    }
                    Op::InstanceOfQ { d, a, class } => {
                        let object = r!(a).as_ref();
                        if object == Ref::GUARDED {
                            settle!(a);
                        }
                        if object == Ref::OPAQUE {
                            go!(Err(self.bad_reference(object)));
                        }
                        w!(d, Slot::boolean(self.is_instance(st, object, class)));
                        pc += 1;
                    }
                    Op::MonitorEnter { a } => {
                        if r!(a).is_guarded() {
                            settle!(a);
                        }
                        go!(self.monitor_enter(st, r!(a).as_ref()));
                        pc += 1;
                    }
                    Op::MonitorExit { a } => {
                        if r!(a).is_guarded() {
                            settle!(a);
                        }
                        go!(self.monitor_exit(st, r!(a).as_ref()));
                        pc += 1;
                    }
                    Op::Load { d, constant } => {
                        let value = go!(self.load_constant(st, &code.constants[constant as usize]));
                        w!(d, value);
                        pc += 1;
                    }
                    Op::Jump { to } => pc = to as usize,
                    Op::LoopBack { to, index, edge } => {
                        pc = to as usize;
                        if self.options.counts_iterations() {
                            go!(self.count_iteration(st, &code, index, edge));
                        }
                        if st.instructions + executed > limit {
                            save!();
                            return Ok(Stop::Fuel);
                        }
                    }
                    Op::LoopEnter { to, index } => {
                        go!(self.check_iterations(st, &code, index));
                        pc = to as usize;
                    }
                    Op::Mark { block } => {
                        self.mark(st, block);
                        pc += 1;
                    }
                    Op::MarkLine { line } => {
                        self.pass_line(st, line);
                        pc += 1;
                    }
                    Op::JumpEq { a, b, to } => jump!(Eq, a, b, to, |x, y| x == y),
                    Op::JumpNe { a, b, to } => jump!(Ne, a, b, to, |x, y| x != y),
                    Op::JumpLt { a, b, to } => jump!(Lt, a, b, to, |x, y| x < y),
                    Op::JumpGe { a, b, to } => jump!(Ge, a, b, to, |x, y| x >= y),
                    Op::JumpGt { a, b, to } => jump!(Gt, a, b, to, |x, y| x > y),
                    Op::JumpLe { a, b, to } => jump!(Le, a, b, to, |x, y| x <= y),
                    Op::JumpSame { a, b, to } => {
                        let (x, y) = (r!(a).as_ref(), r!(b).as_ref());
                        if x == Ref::GUARDED || y == Ref::GUARDED {
                            if let Some(same) = go!(self.same_guarded(st, r!(a), r!(b))) {
                                pc = if same { to as usize } else { pc + 1 };
                                continue;
                            }
                            let guarded = if x == Ref::GUARDED { a } else { b };
                            settle!(guarded);
                        }
                        let same =
                            x == y || !st.cached_boxes.is_empty() && go!(self.same_box(st, x, y));
                        if !same && !st.lone.is_empty() {
                            self.compared(st, x, y);
                        }
                        pc = if same { to as usize } else { pc + 1 };
                    }
                    Op::JumpNotSame { a, b, to } => {
                        let (x, y) = (r!(a).as_ref(), r!(b).as_ref());
                        if x == Ref::GUARDED || y == Ref::GUARDED {
                            if let Some(same) = go!(self.same_guarded(st, r!(a), r!(b))) {
                                pc = if same { pc + 1 } else { to as usize };
                                continue;
                            }
                            let guarded = if x == Ref::GUARDED { a } else { b };
                            settle!(guarded);
                        }
                        let same =
                            x == y || !st.cached_boxes.is_empty() && go!(self.same_box(st, x, y));
                        if !same && !st.lone.is_empty() {
                            self.compared(st, x, y);
                        }
                        pc = if same { pc + 1 } else { to as usize };
                    }
                    Op::Switch { a, table } => {
                        let key = r!(a);
                        let table = &code.switches[table as usize];
                        pc = if key.term.is_none() {
                            table.target(key.as_int()) as usize
                        } else {
                            go!(self.switch_symbolic(st, key, table)) as usize
                        };
                    }
                    Op::Return { a } => {
                        let value = r!(a);
                        save!();
                        if REGION && within.as_ref().is_some_and(|w| !w.at_return()) {
                            return Ok(Stop::Region(Reached::Return));
                        }
                        if let Some(stop) = self.leave(st, Some(value))? {
                            return Ok(stop);
                        }
                        if REGION && within.is_some() {
                            return Ok(Stop::Region(Reached::Meet));
                        }
                        continue 'frame;
                    }
                    Op::ReturnVoid => {
                        save!();
                        if REGION && within.as_ref().is_some_and(|w| !w.at_return()) {
                            return Ok(Stop::Region(Reached::Return));
                        }
                        if let Some(stop) = self.leave(st, None)? {
                            return Ok(stop);
                        }
                        if REGION && within.is_some() {
                            return Ok(Stop::Region(Reached::Meet));
                        }
                        continue 'frame;
                    }
                    Op::Throw { a } => {
                        if r!(a).is_guarded() {
                            settle!(a);
                        }
                        let exception = r!(a).as_ref();
                        save!();
                        return Err(if exception.is_null() {
                            Halt::null_pointer()
                        } else {
                            Halt::Throw(exception)
                        });
                    }
                }
            }
        }
    }

    fn throws_out(&mut self, st: &State, exception: Ref) -> Step<bool> {
        let class = self.class_of(st, exception)?;
        self.leaves_region(st, class)
    }

    /// Pops the running frame and hands its result to the caller.
    fn leave(&mut self, st: &mut State, result: Option<Slot>) -> Step<Option<Stop>> {
        let Some(frame) = st.stack.pop() else {
            return Ok(None);
        };
        st.stack_bytes -= u64::from(frame.code.frame_bytes);
        if !frame.monitor.is_null() {
            self.release(st, frame.monitor);
        }
        if let OnReturn::Initialized(class) = frame.on_return {
            st.class_mut(class).status = crate::state::Status::Initialized;
            self.after_initialization(st, class)?;
        }
        let Some(caller) = st.stack.frames.last_mut() else {
            return Ok(Some(Stop::End(End::Returned(result))));
        };
        match frame.on_return {
            OnReturn::Store(register) => {
                let at = caller.base as usize + usize::from(register);
                caller.pc += 1;
                st.stack.slots[at] = result.unwrap_or_default();
            }
            OnReturn::Discard => caller.pc += 1,
            OnReturn::Again | OnReturn::Initialized(_) => return Ok(None),
        }
        if caller.watched.is_some() {
            self.note_return(st, result);
        }
        Ok(None)
    }

    #[cold]
    fn make_room(&mut self, st: &mut State) -> Step<()> {
        self.collect(st);
        if st.heap.bytes() > self.options.heap_limit {
            self.exhausted.insert(crate::machine::HEAP);
            return Err(Halt::throw("java/lang/OutOfMemoryError", "Java heap space"));
        }
        Ok(())
    }
}

impl crate::code::SwitchTable {
    #[inline]
    fn target(&self, key: i32) -> u32 {
        if let Some((first, targets)) = &self.dense {
            let offset = i64::from(key) - i64::from(*first);
            return usize::try_from(offset)
                .ok()
                .and_then(|o| targets.get(o))
                .copied()
                .unwrap_or(self.default);
        }
        match self.cases.binary_search_by_key(&key, |(k, _)| *k) {
            Ok(found) => self.cases[found].1,
            Err(_) => self.default,
        }
    }
}

/// JLS §5.1.2 and §5.1.3; Rust's casts saturate and send NaN to 0 exactly as Java's do.
pub(crate) fn convert(op: Conversion, x: Slot) -> Slot {
    match op {
        Conversion::I2L => Slot::long(i64::from(x.as_int())),
        Conversion::I2F => Slot::float(x.as_int() as f32),
        Conversion::I2D => Slot::double(f64::from(x.as_int())),
        Conversion::L2I => Slot::int(x.as_long() as i32),
        Conversion::L2F => Slot::float(x.as_long() as f32),
        Conversion::L2D => Slot::double(x.as_long() as f64),
        Conversion::F2I => Slot::int(x.as_float() as i32),
        Conversion::F2L => Slot::long(x.as_float() as i64),
        Conversion::F2D => Slot::double(f64::from(x.as_float())),
        Conversion::D2I => Slot::int(x.as_double() as i32),
        Conversion::D2L => Slot::long(x.as_double() as i64),
        Conversion::D2F => Slot::float(x.as_double() as f32),
        Conversion::I2B => Slot::int(i32::from(x.as_int() as i8)),
        Conversion::I2C => Slot::int(i32::from(x.as_int() as u16)),
        Conversion::I2S => Slot::int(i32::from(x.as_int() as i16)),
    }
}

fn compare(op: CompareOp, x: Slot, y: Slot) -> i32 {
    fn floats(x: f64, y: f64, unordered: i32) -> i32 {
        match x.partial_cmp(&y) {
            Some(order) => order as i32,
            None => unordered,
        }
    }
    match op {
        CompareOp::Long => x.as_long().cmp(&y.as_long()) as i32,
        CompareOp::FloatLess => floats(x.as_float().into(), y.as_float().into(), -1),
        CompareOp::FloatGreater => floats(x.as_float().into(), y.as_float().into(), 1),
        CompareOp::DoubleLess => floats(x.as_double(), y.as_double(), -1),
        CompareOp::DoubleGreater => floats(x.as_double(), y.as_double(), 1),
    }
}

/// The registers that a call reads, in a buffer that rarely leaves the stack.
pub(crate) fn arguments(st: &State, args: &[R]) -> smallvec::SmallVec<[Slot; 8]> {
    let base = st.stack.frames.last().map_or(0, |f| f.base as usize);
    args.iter()
        .map(|a| st.stack.slots[base + usize::from(*a)])
        .collect()
}
