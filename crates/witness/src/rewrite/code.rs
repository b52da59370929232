//! The code of a method with insertions: where everything goes, and what refers to it (JVMS §4.7.3).

use super::frames::{self, Frame, Known};
use super::raw::Reader;
use super::{Edit, Edits, Pool, Unfit, utf8};
use classpath::{ClassFile, Method, PoolEntry};
use std::collections::{HashMap, HashSet};

/// One instruction as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Instruction {
    pub pc: u32,
    length: u32,
    operands: Operands,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operands {
    /// Nothing that refers to positions.
    Plain,
    /// An offset of two bytes.
    Branch,
    /// An offset of four bytes.
    WideBranch,
    /// A switch: padding, the default, and what is found from there on.
    Table,
    Lookup,
}

/// The longest code that a method may have.
const MAX_CODE: usize = 65_535;

/// The instructions in order; none if the bytes are no code.
pub(super) fn decode(code: &[u8]) -> Option<Vec<Instruction>> {
    let mut all = Vec::new();
    let mut pc = 0;
    while pc < code.len() {
        let number = |at: usize| -> Option<i32> {
            let bytes = code.get(at..at + 4)?;
            Some(i32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
        };
        let opcode = code[pc];
        let switch = pc + 1 + padding(pc as u32) as usize;
        let (length, operands) = match opcode {
            0x99..=0xa8 | 0xc6 | 0xc7 => (3, Operands::Branch),
            0xc8 | 0xc9 => (5, Operands::WideBranch),
            0xaa => {
                let (low, high) = (number(switch + 4)?, number(switch + 8)?);
                let count = usize::try_from(i64::from(high) - i64::from(low) + 1).ok()?;
                let length = switch - pc + 12 + count.checked_mul(4)?;
                (length, Operands::Table)
            }
            0xab => {
                let count = usize::try_from(number(switch + 4)?).ok()?;
                (switch - pc + 8 + count.checked_mul(8)?, Operands::Lookup)
            }
            0xc4 => match code.get(pc + 1)? {
                0x84 => (6, Operands::Plain),
                _ => (4, Operands::Plain),
            },
            _ => (plain_length(opcode)?, Operands::Plain),
        };
        code.get(pc..pc.checked_add(length)?)?;
        all.push(Instruction {
            pc: pc as u32,
            length: length as u32,
            operands,
        });
        pc += length;
    }
    Some(all)
}

fn plain_length(opcode: u8) -> Option<usize> {
    Some(match opcode {
        0x00..=0x0f | 0x1a..=0x35 | 0x3b..=0x83 | 0x85..=0x98 | 0xac..=0xb1 => 1,
        0xbe | 0xbf | 0xc2 | 0xc3 => 1,
        0x10 | 0x12 | 0x15..=0x19 | 0x36..=0x3a | 0xa9 | 0xbc => 2,
        0x11 | 0x13 | 0x14 | 0x84 | 0xb2..=0xb8 | 0xbb | 0xbd | 0xc0 | 0xc1 => 3,
        0xc5 => 4,
        0xb9 | 0xba => 5,
        _ => return None,
    })
}

/// Between the opcode of a switch at this position and its first operand.
fn padding(pc: u32) -> u32 {
    3 - pc % 4
}

/// An entry of the exception table.
#[derive(Clone, Copy)]
struct Handler {
    start: u32,
    end: u32,
    handler: u32,
    catch_type: u16,
}

/// Where instructions went.
struct Layout<'a> {
    instructions: &'a [Instruction],
    /// By old position; what is inserted before an instruction belongs to it.
    labels: HashMap<u32, u32>,
    /// By old position, the instruction itself.
    places: HashMap<u32, u32>,
}

impl Layout<'_> {
    fn label(&self, pc: u32) -> Result<u32, Unfit> {
        self.labels.get(&pc).copied().ok_or(Unfit::Malformed)
    }

    fn place(&self, pc: u32) -> Result<u32, Unfit> {
        self.places.get(&pc).copied().ok_or(Unfit::Malformed)
    }
}

/// The contents of a code attribute with the edits made.
pub(super) fn rewrite(
    body: &[u8],
    class: &ClassFile,
    method: &Method,
    edits: &Edits,
    early: &Early,
    pool: &mut Pool,
) -> Result<Vec<u8>, Unfit> {
    let Edits {
        prologue,
        calls: edits,
    } = edits;
    let attribute = Attribute::read(body).ok_or(Unfit::Malformed)?;
    let instructions = decode(attribute.code).ok_or(Unfit::Malformed)?;
    let by_pc: HashMap<u32, &Edit> = edits.iter().map(|(pc, edit)| (*pc, edit)).collect();
    let mut layout = Layout {
        instructions: &instructions,
        labels: HashMap::new(),
        places: HashMap::new(),
    };
    let mut at = prologue.code.len() as u32;
    for instruction in &instructions {
        layout.labels.insert(instruction.pc, at);
        let edit = by_pc.get(&instruction.pc);
        at += edit.map_or(0, |edit| edit.before.len() as u32);
        layout.places.insert(instruction.pc, at);
        at += match instruction.operands {
            Operands::Table | Operands::Lookup => {
                instruction.length - padding(instruction.pc) + padding(at)
            }
            _ => instruction.length,
        };
        at += edit.map_or(0, |edit| edit.after.len() as u32);
    }
    layout.labels.insert(attribute.code.len() as u32, at);

    let mut code = prologue.code.clone();
    for instruction in layout.instructions {
        let edit = by_pc.get(&instruction.pc);
        code.extend(edit.into_iter().flat_map(|edit| &edit.before));
        emit(&mut code, attribute.code, instruction, &layout)?;
        code.extend(edit.into_iter().flat_map(|edit| &edit.after));
    }

    let table = attribute.stack_map(class);
    let mut frames = match table {
        Some((_, body)) => {
            let at_entry = frames::at_entry(pool, &class.name, method).ok_or(Unfit::Malformed)?;
            frames::read(body, at_entry).ok_or(Unfit::Malformed)?
        }
        None => Vec::new(),
    };
    // JVMS §4.10: before version 50 types are inferred; from 51 on nothing else than the table counts.
    let typed = class.major >= 51
        || class.major == 50 && (table.is_some() || attribute.handlers.is_empty());
    let mut detours = Detours {
        layout: &layout,
        attribute: &attribute,
        frames: &frames,
        typed,
        made: HashMap::new(),
        code: &mut code,
        more_frames: Vec::new(),
        table: Vec::new(),
    };
    for (pc, edit) in edits.iter().filter(|(_, edit)| !edit.thrown.is_empty()) {
        detours.add(*pc, edit, early.calls.contains(pc), pool)?;
    }
    let (more_frames, mut handlers) = (detours.more_frames, detours.table);
    if code.len() > MAX_CODE {
        return Err(Unfit::TooLarge);
    }
    for handler in &attribute.handlers {
        handlers.push(Handler {
            start: layout.label(handler.start)?,
            end: layout.label(handler.end)?,
            handler: layout.label(handler.handler)?,
            catch_type: handler.catch_type,
        });
    }
    for frame in &mut frames {
        frame.pc = layout.label(frame.pc)?;
        relocate_news(frame, &layout)?;
    }
    frames.extend(more_frames);

    let largest = |of: fn(&Edit) -> u16| edits.iter().map(|(_, edit)| of(edit)).max().unwrap_or(0);
    let grown = |old: u16, more: u16| old.checked_add(more).ok_or(Unfit::TooLarge);
    let mut out = Vec::new();
    let stack = grown(attribute.max_stack.max(1), largest(|edit| edit.stack))?;
    out.extend(stack.max(prologue.stack).to_be_bytes());
    out.extend(grown(attribute.max_locals, largest(|edit| edit.locals))?.to_be_bytes());
    out.extend((code.len() as u32).to_be_bytes());
    out.extend(&code);
    out.extend(short(handlers.len() as u32)?);
    for handler in handlers {
        out.extend(short(handler.start)?);
        out.extend(short(handler.end)?);
        out.extend(short(handler.handler)?);
        out.extend(handler.catch_type.to_be_bytes());
    }
    let mut attributes = Vec::new();
    for (name, body) in &attribute.attributes {
        // What else there is (character ranges, annotations of types) refers to positions and is of no use here.
        let moved = match utf8(class, *name) {
            Some("LineNumberTable") => lines(body, &layout)?,
            Some("LocalVariableTable" | "LocalVariableTypeTable") => variables(body, &layout)?,
            _ => continue,
        };
        attributes.push((*name, moved));
    }
    if typed && !frames.is_empty() {
        let name = table.map_or_else(|| pool.attribute("StackMapTable"), |(name, _)| name);
        attributes.push((name, frames::write(&frames).ok_or(Unfit::TooLarge)?));
    }
    out.extend(short(attributes.len() as u32)?);
    for (name, body) in attributes {
        out.extend(name.to_be_bytes());
        out.extend((body.len() as u32).to_be_bytes());
        out.extend(body);
    }
    Ok(out)
}

/// The code of a method, with its tables.
struct Attribute<'a> {
    max_stack: u16,
    max_locals: u16,
    code: &'a [u8],
    handlers: Vec<Handler>,
    attributes: Vec<(u16, &'a [u8])>,
}

impl<'a> Attribute<'a> {
    fn read(body: &'a [u8]) -> Option<Attribute<'a>> {
        let mut at = Reader::new(body);
        let (max_stack, max_locals) = (at.u2()?, at.u2()?);
        let length = at.u4()?;
        let code = at.take(usize::try_from(length).ok()?)?;
        let mut handlers = Vec::new();
        for _ in 0..at.u2()? {
            handlers.push(Handler {
                start: at.u2()?.into(),
                end: at.u2()?.into(),
                handler: at.u2()?.into(),
                catch_type: at.u2()?,
            });
        }
        let mut attributes = Vec::new();
        for _ in 0..at.u2()? {
            let name = at.u2()?;
            let length = at.u4()?;
            attributes.push((name, at.take(usize::try_from(length).ok()?)?));
        }
        Some(Attribute {
            max_stack,
            max_locals,
            code,
            handlers,
            attributes,
        })
    }

    fn stack_map(&self, class: &ClassFile) -> Option<(u16, &'a [u8])> {
        let mut attributes = self.attributes.iter();
        let found = attributes.find(|(name, _)| utf8(class, *name) == Some("StackMapTable"));
        found.copied()
    }
}

fn short(number: u32) -> Result<[u8; 2], Unfit> {
    let number = u16::try_from(number).map_err(|_| Unfit::TooLarge)?;
    Ok(number.to_be_bytes())
}

fn emit(
    code: &mut Vec<u8>,
    old: &[u8],
    instruction: &Instruction,
    layout: &Layout,
) -> Result<(), Unfit> {
    let start = instruction.pc as usize;
    let bytes = &old[start..start + instruction.length as usize];
    let here = code.len() as u32;
    debug_assert_eq!(layout.places.get(&instruction.pc), Some(&here));
    let offset = |old_offset: i32| -> Result<i32, Unfit> {
        let target = i64::from(instruction.pc) + i64::from(old_offset);
        let target = u32::try_from(target).map_err(|_| Unfit::Malformed)?;
        Ok(layout.label(target)? as i32 - here as i32)
    };
    let number =
        |at: usize| i32::from_be_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
    match instruction.operands {
        Operands::Plain => code.extend_from_slice(bytes),
        Operands::Branch => {
            let moved = offset(i32::from(i16::from_be_bytes([bytes[1], bytes[2]])))?;
            let moved = i16::try_from(moved).map_err(|_| Unfit::TooLarge)?;
            code.push(bytes[0]);
            code.extend(moved.to_be_bytes());
        }
        Operands::WideBranch => {
            let moved = offset(number(1))?;
            code.push(bytes[0]);
            code.extend(moved.to_be_bytes());
        }
        Operands::Table | Operands::Lookup => {
            code.push(bytes[0]);
            code.extend(std::iter::repeat_n(0, padding(here) as usize));
            let first = 1 + padding(instruction.pc) as usize;
            code.extend(offset(number(first))?.to_be_bytes());
            let table = instruction.operands == Operands::Table;
            let (fixed, step) = if table { (12, 4) } else { (8, 8) };
            code.extend_from_slice(&bytes[first + 4..first + fixed]);
            for at in (first + fixed..bytes.len()).step_by(step) {
                let target = if table { at } else { at + 4 };
                code.extend_from_slice(&bytes[at..target]);
                code.extend(offset(number(target))?.to_be_bytes());
            }
        }
    }
    Ok(())
}

fn relocate_news(frame: &mut Frame, layout: &Layout) -> Result<(), Unfit> {
    for known in frame.values_mut() {
        if let Known::New(pc) = known {
            *pc = layout.place(*pc)?;
        }
    }
    Ok(())
}

/// Code that exceptions of chosen calls run through, at the end of the method. For every handler that covers the call
/// there is a detour with the frame of that handler, which so needs no types to be found out; and one for what leaves
/// the method.
struct Detours<'a> {
    layout: &'a Layout<'a>,
    attribute: &'a Attribute<'a>,
    frames: &'a [Frame],
    typed: bool,
    /// The position of the detour to a handler, or out of the method, before or after the call of the superclass.
    made: HashMap<(Result<u32, bool>, Vec<u8>), u32>,
    code: &'a mut Vec<u8>,
    more_frames: Vec<Frame>,
    table: Vec<Handler>,
}

impl Detours<'_> {
    fn add(
        &mut self,
        pc: u32,
        edit: &Edit,
        before_super: bool,
        pool: &mut Pool,
    ) -> Result<(), Unfit> {
        let start = self.layout.place(pc)?;
        let length = match self.attribute.code.get(pc as usize) {
            Some(0xb9) => 5,
            _ => 3,
        };
        let covering = self
            .attribute
            .handlers
            .iter()
            .filter(|h| h.start <= pc && pc < h.end);
        let mut all: Vec<(Result<u32, bool>, u16)> = Vec::new();
        for handler in covering {
            all.push((Ok(handler.handler), handler.catch_type));
            if handler.catch_type == 0 {
                break;
            }
        }
        if all.last().is_none_or(|(_, catch_type)| *catch_type != 0) {
            all.push((Err(before_super), 0));
        }
        for (target, catch_type) in all {
            let handler = self.detour(target, edit, pool)?;
            self.table.push(Handler {
                start,
                end: start + length,
                handler,
                catch_type,
            });
        }
        Ok(())
    }

    fn detour(
        &mut self,
        target: Result<u32, bool>,
        edit: &Edit,
        pool: &mut Pool,
    ) -> Result<u32, Unfit> {
        let key = (target, edit.thrown.clone());
        if let Some(pc) = self.made.get(&key) {
            return Ok(*pc);
        }
        let pc = self.code.len() as u32;
        self.made.insert(key, pc);
        self.code.extend_from_slice(&edit.thrown);
        let frame = match target {
            Ok(handler) => {
                let here = self.code.len() as i32;
                let offset = self.layout.label(handler)? as i32 - here;
                self.code.push(0xc8);
                self.code.extend(offset.to_be_bytes());
                self.frames
                    .iter()
                    .find(|frame| frame.pc == handler)
                    .cloned()
            }
            Err(before_super) => {
                self.code.push(0xbf);
                Some(Frame {
                    pc: 0,
                    locals: before_super.then_some(Known::This).into_iter().collect(),
                    stack: vec![Known::Object(pool.class("java/lang/Throwable"))],
                })
            }
        };
        if self.typed {
            let mut frame = frame.ok_or(Unfit::Malformed)?;
            frame.pc = pc;
            relocate_news(&mut frame, self.layout)?;
            self.more_frames.push(frame);
        }
        Ok(pc)
    }
}

/// What a constructor does before its superclass has been constructed. Such code may not lose sight of the object.
#[derive(Debug, Default)]
pub(super) struct Early {
    /// Calls that are made before or by that of the other constructor, `super(…)` or `this(…)`.
    calls: HashSet<u32>,
    /// The call of the other constructor. The verifier lets no handler cover it: behind the call it takes the object
    /// for constructed, and the handler is to find it as it was before.
    pub super_calls: HashSet<u32>,
}

impl Early {
    /// Given the contents of a method's code attribute.
    pub fn of(body: &[u8], class: &ClassFile, method: &Method, pool: &mut Pool) -> Option<Early> {
        let mut early = Early::default();
        if &*method.name != "<init>" {
            return Some(early);
        }
        let attribute = Attribute::read(body)?;
        let frames = match attribute.stack_map(class) {
            Some((_, body)) => frames::read(body, frames::at_entry(pool, &class.name, method)?)?,
            None => Vec::new(),
        };
        let frames: HashMap<u32, &Frame> = frames.iter().map(|frame| (frame.pc, frame)).collect();
        let mut before = true;
        let mut pending = 0;
        for instruction in decode(attribute.code)? {
            if let Some(frame) = frames.get(&instruction.pc) {
                before = frame.is_before_super();
                pending = frame.pending();
            }
            match attribute.code.get(instruction.pc as usize..)? {
                [0xb6..=0xb9, high, low, ..] => {
                    if before {
                        early.calls.insert(instruction.pc);
                    }
                    let entry = class.pool.get(u16::from_be_bytes([*high, *low]));
                    let constructs = matches!(entry, Some(PoolEntry::Method { member, .. }) if &*member.name == "<init>");
                    if constructs && pending > 0 {
                        pending -= 1;
                    } else if constructs && before {
                        early.super_calls.insert(instruction.pc);
                        before = false;
                    }
                }
                [0xbb, ..] => pending += 1,
                _ => {}
            }
        }
        Some(early)
    }
}

/// A LineNumberTable, moved.
fn lines(body: &[u8], layout: &Layout) -> Result<Vec<u8>, Unfit> {
    let mut at = Reader::new(body);
    let mut out = Vec::new();
    let count = at.u2().ok_or(Unfit::Malformed)?;
    out.extend(count.to_be_bytes());
    for _ in 0..count {
        let pc = at.u2().ok_or(Unfit::Malformed)?;
        out.extend(short(layout.label(pc.into())?)?);
        out.extend(at.take(2).ok_or(Unfit::Malformed)?);
    }
    Ok(out)
}

/// A LocalVariableTable or LocalVariableTypeTable, moved.
fn variables(body: &[u8], layout: &Layout) -> Result<Vec<u8>, Unfit> {
    let mut at = Reader::new(body);
    let mut out = Vec::new();
    let count = at.u2().ok_or(Unfit::Malformed)?;
    out.extend(count.to_be_bytes());
    for _ in 0..count {
        let pc = at.u2().ok_or(Unfit::Malformed)?;
        let length = at.u2().ok_or(Unfit::Malformed)?;
        let start = layout.label(pc.into())?;
        let end = layout.label(u32::from(pc) + u32::from(length))?;
        out.extend(short(start)?);
        out.extend(short(end - start)?);
        out.extend(at.take(6).ok_or(Unfit::Malformed)?);
    }
    Ok(out)
}
