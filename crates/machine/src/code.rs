//! The code that the interpreter runs: register code laid out flat, with constants in registers of their own, and
//! rewritten in place as names are resolved.

use crate::value::{ClassId, MethodId, Slot};
use classpath::{Constant, DynamicRef, MemberRef, Name};
use ir::{CompareOp, Conversion, ElementKind, InvokeKind, Kind};
use std::cell::{Cell, OnceCell};

/// A register of the frame: the body's registers first, then the constants.
pub type R = u16;
/// An index into [`Code::ops`].
pub type Target = u32;

/// `d` is the destination. Variants ending in `Q` are resolved forms that replace their origin on first execution.
#[derive(Clone, Copy, Debug)]
pub enum Op {
    Move {
        d: R,
        a: R,
    },
    Load {
        d: R,
        constant: u32,
    },
    AddI {
        d: R,
        a: R,
        b: R,
    },
    SubI {
        d: R,
        a: R,
        b: R,
    },
    MulI {
        d: R,
        a: R,
        b: R,
    },
    DivI {
        d: R,
        a: R,
        b: R,
    },
    RemI {
        d: R,
        a: R,
        b: R,
    },
    AndI {
        d: R,
        a: R,
        b: R,
    },
    OrI {
        d: R,
        a: R,
        b: R,
    },
    XorI {
        d: R,
        a: R,
        b: R,
    },
    ShlI {
        d: R,
        a: R,
        b: R,
    },
    ShrI {
        d: R,
        a: R,
        b: R,
    },
    UshrI {
        d: R,
        a: R,
        b: R,
    },
    AddL {
        d: R,
        a: R,
        b: R,
    },
    SubL {
        d: R,
        a: R,
        b: R,
    },
    MulL {
        d: R,
        a: R,
        b: R,
    },
    DivL {
        d: R,
        a: R,
        b: R,
    },
    RemL {
        d: R,
        a: R,
        b: R,
    },
    AndL {
        d: R,
        a: R,
        b: R,
    },
    OrL {
        d: R,
        a: R,
        b: R,
    },
    XorL {
        d: R,
        a: R,
        b: R,
    },
    ShlL {
        d: R,
        a: R,
        b: R,
    },
    ShrL {
        d: R,
        a: R,
        b: R,
    },
    UshrL {
        d: R,
        a: R,
        b: R,
    },
    /// `float` arithmetic; the operator says which.
    Float {
        op: ir::BinaryOp,
        d: R,
        a: R,
        b: R,
    },
    Double {
        op: ir::BinaryOp,
        d: R,
        a: R,
        b: R,
    },
    Negate {
        kind: Kind,
        d: R,
        a: R,
    },
    Convert {
        op: Conversion,
        d: R,
        a: R,
    },
    Compare {
        op: CompareOp,
        d: R,
        a: R,
        b: R,
    },
    ArrayLength {
        d: R,
        a: R,
    },
    ArrayLoad {
        d: R,
        a: R,
        i: R,
    },
    ArrayStore {
        a: R,
        i: R,
        v: R,
    },
    New {
        d: R,
        class: u32,
    },
    NewQ {
        d: R,
        class: ClassId,
    },
    /// It is remembered where the object was made.
    NewTracked {
        d: R,
        class: ClassId,
    },
    /// An `AssertionError`: it is remembered that there was one.
    NewError {
        d: R,
        class: ClassId,
    },
    NewArray {
        d: R,
        n: R,
        class: u32,
    },
    NewArrayQ {
        d: R,
        n: R,
        class: ClassId,
    },
    NewMultiArray {
        site: u32,
    },
    GetField {
        d: R,
        a: R,
        field: u32,
    },
    GetFieldQ {
        d: R,
        a: R,
        slot: u16,
    },
    PutField {
        a: R,
        v: R,
        field: u32,
    },
    PutFieldQ {
        a: R,
        v: R,
        slot: u16,
    },
    GetStatic {
        d: R,
        field: u32,
    },
    GetStaticQ {
        d: R,
        slot: u16,
        class: ClassId,
    },
    PutStatic {
        v: R,
        field: u32,
    },
    PutStaticQ {
        v: R,
        slot: u16,
        class: ClassId,
    },
    Invoke {
        site: u32,
    },
    /// Static, special, private and final methods: the callee is known.
    CallQ {
        site: u32,
        method: MethodId,
    },
    CallVirtualQ {
        site: u32,
        index: u16,
    },
    /// `method` is what the site resolved to, to be selected by the receiver's class.
    CallInterfaceQ {
        site: u32,
        method: MethodId,
    },
    /// A call to stop at; how it is dispatched stands at its site.
    WatchedCall {
        site: u32,
    },
    InvokeDynamic {
        site: u32,
    },
    CheckCast {
        d: R,
        a: R,
        class: u32,
    },
    CheckCastQ {
        d: R,
        a: R,
        class: ClassId,
    },
    InstanceOf {
        d: R,
        a: R,
        class: u32,
    },
    InstanceOfQ {
        d: R,
        a: R,
        class: ClassId,
    },
    MonitorEnter {
        a: R,
    },
    MonitorExit {
        a: R,
    },
    Jump {
        to: Target,
    },
    /// A back edge of loop `index` (into [`Code::loops`]); `edge` is where it is counted by itself.
    LoopBack {
        to: Target,
        index: u16,
        edge: u16,
    },
    /// An iteration of loop `index` begins; only in code that was compiled with bounds.
    LoopEnter {
        to: Target,
        index: u16,
    },
    JumpEq {
        a: R,
        b: R,
        to: Target,
    },
    JumpNe {
        a: R,
        b: R,
        to: Target,
    },
    JumpLt {
        a: R,
        b: R,
        to: Target,
    },
    JumpGe {
        a: R,
        b: R,
        to: Target,
    },
    JumpGt {
        a: R,
        b: R,
        to: Target,
    },
    JumpLe {
        a: R,
        b: R,
        to: Target,
    },
    JumpSame {
        a: R,
        b: R,
        to: Target,
    },
    JumpNotSame {
        a: R,
        b: R,
        to: Target,
    },
    /// A block of the program begins; only in code that is traced.
    Mark {
        block: u32,
    },
    /// A line of the program begins; only where lines are recorded.
    MarkLine {
        line: u32,
    },
    Switch {
        a: R,
        table: u32,
    },
    Return {
        a: R,
    },
    ReturnVoid,
    Throw {
        a: R,
    },
}

const _: () = assert!(std::mem::size_of::<Op>() <= 12);

pub struct Code {
    pub ops: Box<[Cell<Op>]>,
    /// The bytecode offset of each op.
    pub pcs: Box<[u32]>,
    /// What a new frame holds: zeros, then the constants.
    pub template: Box<[Slot]>,
    /// The kind of each register of the body; the rest of the template is constants.
    pub kinds: Box<[Kind]>,
    pub params: Box<[R]>,
    pub handlers: Box<[HandlerRange]>,
    pub constants: Box<[Constant]>,
    pub classes: Box<[Name]>,
    pub members: Box<[MemberRef]>,
    pub calls: Box<[CallSite]>,
    pub dynamics: Box<[DynamicSite]>,
    pub multi_arrays: Box<[MultiArraySite]>,
    pub switches: Box<[SwitchTable]>,
    pub loops: Box<[LoopInfo]>,
    /// Where each block of the body begins, in order.
    pub block_starts: Box<[u32]>,
    /// Bytes that a frame of this method counts towards the stack limit.
    pub frame_bytes: u32,
    /// Which ops ran, where coverage is recorded.
    pub covered: OnceCell<Box<[Cell<bool>]>>,
}

/// Covers ops `start..end`; ranges are tried in order.
pub struct HandlerRange {
    pub start: u32,
    pub end: u32,
    pub catch_type: Option<Name>,
    pub target: Target,
    pub caught: R,
}

pub struct CallSite {
    pub kind: InvokeKind,
    pub method: MemberRef,
    pub interface: bool,
    pub args: Box<[R]>,
    pub dst: Option<R>,
    /// For interface calls: the last receiver's class and what it dispatched to.
    pub cache: Cell<Option<(ClassId, MethodId)>>,
    /// For watched calls: the resolved form.
    pub watched: Cell<Option<Op>>,
}

pub struct DynamicSite {
    pub site: DynamicRef,
    pub args: Box<[R]>,
    pub dst: Option<R>,
    /// The method that the site was linked to.
    pub linked: OnceCell<MethodId>,
}

pub struct MultiArraySite {
    pub dst: R,
    pub descriptor: Name,
    pub lengths: Box<[R]>,
}

pub struct SwitchTable {
    /// Sorted by key.
    pub cases: Box<[(i32, Target)]>,
    pub default: Target,
    /// For dense keys: the first key and a target for each from there on.
    pub dense: Option<(i32, Box<[Target]>)>,
}

pub struct LoopInfo {
    /// Bytecode offset of the loop's header.
    pub pc: u32,
    /// Loops with an index in `first_inner..after_inner` lie inside and start anew with each iteration.
    pub first_inner: u16,
    pub after_inner: u16,
    /// The back edges, in order of the code: their counts follow those of all loops.
    pub edges: (u16, u16),
    /// Whether a `LoopEnter` behind the loop's test applies the bound; otherwise the back edge does.
    pub tested: bool,
    /// The last block of the loop.
    pub last: u32,
}

impl Code {
    pub fn cover(&self, op: usize) {
        let covered = self
            .covered
            .get_or_init(|| self.ops.iter().map(|_| Cell::new(false)).collect());
        covered[op].set(true);
    }

    pub fn element_of(descriptor: &str) -> Option<ElementKind> {
        Some(match descriptor.as_bytes().first()? {
            b'Z' | b'B' => ElementKind::Byte,
            b'C' => ElementKind::Char,
            b'S' => ElementKind::Short,
            b'I' => ElementKind::Int,
            b'J' => ElementKind::Long,
            b'F' => ElementKind::Float,
            b'D' => ElementKind::Double,
            b'L' | b'[' => ElementKind::Ref,
            _ => return None,
        })
    }
}
