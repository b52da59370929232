//! Rewrites class files: instructions go to the beginning of chosen methods, before and behind chosen calls, and others
//! run where such a call throws. The call itself stays where it is, so that what it may access, what the verifier knows about its operands and who appears
//! as its caller do not change. Everything that refers to positions in the code moves along (JVMS §4.7.3).

mod code;
mod frames;
mod pool;
mod raw;
mod snippet;

pub(crate) use pool::Pool;
pub(crate) use snippet::Snippet;

use classpath::{ClassFile, MemberRef, Method, PoolEntry};
use std::fmt;

/// A call instruction.
pub(crate) struct Call<'a> {
    pub method: &'a Method,
    pub pc: u32,
    pub instruction: CallInstruction,
    pub target: &'a MemberRef,
    /// Whether what it throws can be seen. That of `super(…)` and `this(…)` cannot.
    pub guardable: bool,
    /// The first local variable that the method does not use.
    pub free_local: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CallInstruction {
    Virtual,
    Special,
    Static,
    Interface,
}

/// What to put around a call. The code must not branch, and must leave the stack as the call wants and left it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Edit {
    pub before: Vec<u8>,
    pub after: Vec<u8>,
    /// Runs where the call throws, on the way to whoever catches that. Only for a call that is guardable.
    pub thrown: Vec<u8>,
    /// How many local variables from [`Call::free_local`] on the code uses.
    pub locals: u16,
    /// How much more of the stack the code uses, at most.
    pub stack: u16,
}

/// What to run whenever a method begins, and not when its code jumps back to its first instruction. It must not branch,
/// and must leave the stack empty and every local variable with a value of its declared type.
#[derive(Clone, Debug, Default)]
pub(crate) struct Prologue {
    pub code: Vec<u8>,
    /// How much of the stack the code uses.
    pub stack: u16,
}

/// Who says what changes in a class.
pub(crate) trait Changes {
    fn at_entry(&mut self, method: &Method, pool: &mut Pool) -> Option<Prologue>;
    fn around(&mut self, call: &Call, pool: &mut Pool) -> Option<Edit>;
}

/// What changes in a method.
#[derive(Debug, Default)]
struct Edits {
    prologue: Prologue,
    /// By position, in order.
    calls: Vec<(u32, Edit)>,
}

/// A class file with its methods edited.
#[derive(Debug)]
pub(crate) struct Rewritten {
    pub bytes: Vec<u8>,
    /// Methods to be edited that had to be left as they were.
    pub left: Vec<LeftAlone>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LeftAlone {
    pub method: String,
    pub why: Unfit,
}

/// Why code cannot be rewritten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unfit {
    /// It would not fit into a method or a class file any more.
    TooLarge,
    Malformed,
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unfit::TooLarge => "too large to be rewritten",
            Unfit::Malformed => "malformed",
        })
    }
}

/// Asks about every method and call of a class, given by its bytes and by what they say. `None` where nothing is to
/// change.
pub(crate) fn rewrite(
    bytes: &[u8],
    class: &ClassFile,
    changes: &mut dyn Changes,
) -> Result<Option<Rewritten>, Unfit> {
    let file = raw::File::read(bytes).ok_or(Unfit::Malformed)?;
    let mut pool = Pool::new(file.pool_count);
    let mut methods: Vec<Vec<u8>> = Vec::new();
    let mut left = Vec::new();
    let mut changed = false;
    if file.methods.len() != class.methods.len() {
        return Err(Unfit::Malformed);
    }
    for (raw, method) in file.methods.iter().zip(&class.methods) {
        let is_code = |name| utf8(class, name) == Some("Code");
        let early = match raw.code(is_code) {
            Some(body) => code::Early::of(body, class, method, &mut pool),
            None => Some(code::Early::default()),
        };
        let early = early.ok_or(Unfit::Malformed)?;
        let edits = edits(class, method, &early, &mut pool, changes)?;
        if edits.calls.is_empty() && edits.prologue.code.is_empty() {
            methods.push(raw.bytes.to_vec());
            continue;
        }
        changed = true;
        let rewrite = |body: &[u8]| code::rewrite(body, class, method, &edits, &early, &mut pool);
        match raw.with_code(is_code, rewrite) {
            Ok(bytes) => methods.push(bytes),
            Err(why) => {
                left.push(LeftAlone {
                    method: method.name.to_string(),
                    why,
                });
                methods.push(raw.bytes.to_vec());
            }
        }
    }
    if !changed {
        return Ok(None);
    }
    let bytes = file.write(&pool, &methods).ok_or(Unfit::TooLarge)?;
    Ok(Some(Rewritten { bytes, left }))
}

fn edits(
    class: &ClassFile,
    method: &Method,
    early: &code::Early,
    pool: &mut Pool,
    changes: &mut dyn Changes,
) -> Result<Edits, Unfit> {
    let mut edits = Edits::default();
    let Some(code) = &method.code else {
        return Ok(edits);
    };
    edits.prologue = changes.at_entry(method, pool).unwrap_or_default();
    for instruction in code::decode(&code.bytes).ok_or(Unfit::Malformed)? {
        let bytes = &code.bytes[instruction.pc as usize..];
        let (kind, index) = match bytes {
            [0xb6, high, low, ..] => (CallInstruction::Virtual, [*high, *low]),
            [0xb7, high, low, ..] => (CallInstruction::Special, [*high, *low]),
            [0xb8, high, low, ..] => (CallInstruction::Static, [*high, *low]),
            [0xb9, high, low, ..] => (CallInstruction::Interface, [*high, *low]),
            _ => continue,
        };
        let entry = class.pool.get(u16::from_be_bytes(index));
        let Some(PoolEntry::Method { member, .. }) = entry else {
            return Err(Unfit::Malformed);
        };
        let call = Call {
            method,
            pc: instruction.pc,
            instruction: kind,
            target: member,
            guardable: !early.super_calls.contains(&instruction.pc),
            free_local: code.max_locals,
        };
        if let Some(edit) = changes.around(&call, pool) {
            edits.calls.push((instruction.pc, edit));
        }
    }
    Ok(edits)
}

fn utf8(class: &ClassFile, index: u16) -> Option<&str> {
    match class.pool.get(index) {
        Some(PoolEntry::Utf8(text)) => Some(text),
        _ => None,
    }
}
