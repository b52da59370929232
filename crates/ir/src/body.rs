//! The register code of one method: typed registers, basic blocks with exceptional edges, source positions.
//! It is symbolic in the linker's sense: classes, fields and methods are named, not resolved, so that a body is built
//! once per method and never depends on what else is loaded.

use classpath::{Constant, DynamicRef, MemberRef, Name};

/// What a register holds. Booleans, bytes, chars and shorts are `Int`, as on the JVM's stack (JVMS §2.11.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    Int,
    Long,
    Float,
    Double,
    Ref,
}

/// A register; its kind is [`Body::registers`]`[reg]` and never changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Reg(pub u16);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BlockId(pub u32);

/// What an instruction reads. Floats are kept as bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operand {
    Reg(Reg),
    Int(i32),
    Long(i64),
    Float(u32),
    Double(u64),
    Null,
}

#[derive(Debug, Clone)]
pub struct Body {
    pub registers: Vec<Kind>,
    /// Where the arguments arrive, receiver first: registers 0, 1, 2 and so on.
    pub params: Vec<Reg>,
    /// The entry is block 0 and has no predecessors. Unreachable code is not represented.
    pub blocks: Vec<Block>,
    /// Named local variables, for diagnostics: the register that holds variable `name` within `start_pc..end_pc`.
    pub variables: Vec<Variable>,
}

#[derive(Debug, Clone)]
pub struct Block {
    pub insts: Vec<Inst>,
    /// The bytecode offset of each instruction, same length as `insts`.
    pub pcs: Vec<u32>,
    pub terminator: Terminator,
    pub terminator_pc: u32,
    /// Tried in order when an instruction or the terminator of this block throws. All instructions of a block have the
    /// same handlers; the edge leaves from any instruction that can throw ([`Inst::can_throw`]). Empty if none can.
    pub handlers: Vec<ExceptionEdge>,
    /// `Some(reg)` when the block is entered by exceptional edges: the thrown object arrives in `reg`.
    pub caught: Option<Reg>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExceptionEdge {
    /// `None` catches every throwable.
    pub catch_type: Option<Name>,
    pub target: BlockId,
}

#[derive(Debug, Clone)]
pub struct Variable {
    pub name: Name,
    pub descriptor: Name,
    pub reg: Reg,
    pub start_pc: u32,
    pub end_pc: u32,
}

#[derive(Debug, Clone)]
pub enum Inst {
    /// A constant that is not an operand: strings, classes, method types and handles, dynamic constants.
    Load {
        dst: Reg,
        constant: Constant,
    },
    Move {
        dst: Reg,
        src: Operand,
    },
    Binary {
        op: BinaryOp,
        kind: Kind,
        dst: Reg,
        a: Operand,
        b: Operand,
    },
    Negate {
        kind: Kind,
        dst: Reg,
        src: Operand,
    },
    Convert {
        op: Conversion,
        dst: Reg,
        src: Operand,
    },
    /// `lcmp`, `fcmpl`, `fcmpg`, `dcmpl`, `dcmpg`: −1, 0 or 1.
    Compare {
        op: CompareOp,
        dst: Reg,
        a: Operand,
        b: Operand,
    },
    ArrayLength {
        dst: Reg,
        array: Operand,
    },
    ArrayLoad {
        element: ElementKind,
        dst: Reg,
        array: Operand,
        index: Operand,
    },
    ArrayStore {
        element: ElementKind,
        array: Operand,
        index: Operand,
        value: Operand,
    },
    New {
        dst: Reg,
        class: Name,
    },
    /// `descriptor` is that of the whole array, `[I` or `[Ljava/lang/String;`.
    NewArray {
        dst: Reg,
        descriptor: Name,
        length: Operand,
    },
    NewMultiArray {
        dst: Reg,
        descriptor: Name,
        lengths: Box<[Operand]>,
    },
    GetField {
        dst: Reg,
        object: Operand,
        field: Box<MemberRef>,
    },
    PutField {
        object: Operand,
        field: Box<MemberRef>,
        value: Operand,
    },
    GetStatic {
        dst: Reg,
        field: Box<MemberRef>,
    },
    PutStatic {
        field: Box<MemberRef>,
        value: Operand,
    },
    /// Arguments include the receiver. `dst` is `None` for void methods only.
    Invoke {
        kind: InvokeKind,
        method: Box<MemberRef>,
        interface: bool,
        args: Box<[Operand]>,
        dst: Option<Reg>,
    },
    InvokeDynamic {
        site: Box<DynamicRef>,
        args: Box<[Operand]>,
        dst: Option<Reg>,
    },
    /// `class` is an internal name or an array descriptor, as in the constant pool.
    CheckCast {
        dst: Reg,
        src: Operand,
        class: Name,
    },
    InstanceOf {
        dst: Reg,
        src: Operand,
        class: Name,
    },
    MonitorEnter {
        object: Operand,
    },
    MonitorExit {
        object: Operand,
    },
}

#[derive(Debug, Clone)]
pub enum Terminator {
    Goto(BlockId),
    /// Compares two `Int`s or, for `Eq` and `Ne` only, two `Ref`s.
    If {
        condition: Condition,
        a: Operand,
        b: Operand,
        then: BlockId,
        otherwise: BlockId,
    },
    /// Cases are sorted by key and distinct.
    Switch {
        key: Operand,
        cases: Box<[(i32, BlockId)]>,
        default: BlockId,
    },
    Return(Option<Operand>),
    Throw(Operand),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Condition {
    Eq,
    Ne,
    Lt,
    Ge,
    Gt,
    Le,
}

/// Shifts take an `Int` distance whatever their kind; `And`, `Or`, `Xor` and shifts exist for `Int` and `Long` only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    And,
    Or,
    Xor,
    Shl,
    Shr,
    Ushr,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Conversion {
    I2L,
    I2F,
    I2D,
    L2I,
    L2F,
    L2D,
    F2I,
    F2L,
    F2D,
    D2I,
    D2L,
    D2F,
    I2B,
    I2C,
    I2S,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CompareOp {
    Long,
    /// NaN compares as −1 (`fcmpl`).
    FloatLess,
    /// NaN compares as 1 (`fcmpg`).
    FloatGreater,
    DoubleLess,
    DoubleGreater,
}

/// `Byte` also serves boolean arrays (JVMS `baload`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ElementKind {
    Byte,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
    Ref,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum InvokeKind {
    Virtual,
    Special,
    Static,
    Interface,
}
