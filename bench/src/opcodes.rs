//! Which bytecodes a run executed. The machine runs register code and tells which of its instructions ran; loads,
//! constants, stores and stack shuffles that the lowering folded into them have no instruction of their own and are
//! taken to have run when their neighbour in straight-line code did.

use std::collections::{BTreeMap, BTreeSet};

use machine::{CoveredMethod, Machine};

/// Mnemonics by opcode, JVMS chapter 7.
#[rustfmt::skip]
const NAMES: [&str; 202] = [
    "nop", "aconst_null", "iconst_m1", "iconst_0", "iconst_1", "iconst_2", "iconst_3", "iconst_4", "iconst_5",
    "lconst_0", "lconst_1", "fconst_0", "fconst_1", "fconst_2", "dconst_0", "dconst_1", "bipush", "sipush", "ldc",
    "ldc_w", "ldc2_w", "iload", "lload", "fload", "dload", "aload", "iload_0", "iload_1", "iload_2", "iload_3",
    "lload_0", "lload_1", "lload_2", "lload_3", "fload_0", "fload_1", "fload_2", "fload_3", "dload_0", "dload_1",
    "dload_2", "dload_3", "aload_0", "aload_1", "aload_2", "aload_3", "iaload", "laload", "faload", "daload",
    "aaload", "baload", "caload", "saload", "istore", "lstore", "fstore", "dstore", "astore", "istore_0",
    "istore_1", "istore_2", "istore_3", "lstore_0", "lstore_1", "lstore_2", "lstore_3", "fstore_0", "fstore_1",
    "fstore_2", "fstore_3", "dstore_0", "dstore_1", "dstore_2", "dstore_3", "astore_0", "astore_1", "astore_2",
    "astore_3", "iastore", "lastore", "fastore", "dastore", "aastore", "bastore", "castore", "sastore", "pop",
    "pop2", "dup", "dup_x1", "dup_x2", "dup2", "dup2_x1", "dup2_x2", "swap", "iadd", "ladd", "fadd", "dadd", "isub",
    "lsub", "fsub", "dsub", "imul", "lmul", "fmul", "dmul", "idiv", "ldiv", "fdiv", "ddiv", "irem", "lrem", "frem",
    "drem", "ineg", "lneg", "fneg", "dneg", "ishl", "lshl", "ishr", "lshr", "iushr", "lushr", "iand", "land", "ior",
    "lor", "ixor", "lxor", "iinc", "i2l", "i2f", "i2d", "l2i", "l2f", "l2d", "f2i", "f2l", "f2d", "d2i", "d2l",
    "d2f", "i2b", "i2c", "i2s", "lcmp", "fcmpl", "fcmpg", "dcmpl", "dcmpg", "ifeq", "ifne", "iflt", "ifge", "ifgt",
    "ifle", "if_icmpeq", "if_icmpne", "if_icmplt", "if_icmpge", "if_icmpgt", "if_icmple", "if_acmpeq", "if_acmpne",
    "goto", "jsr", "ret", "tableswitch", "lookupswitch", "ireturn", "lreturn", "freturn", "dreturn", "areturn",
    "return", "getstatic", "putstatic", "getfield", "putfield", "invokevirtual", "invokespecial", "invokestatic",
    "invokeinterface", "invokedynamic", "new", "newarray", "anewarray", "arraylength", "athrow", "checkcast",
    "instanceof", "monitorenter", "monitorexit", "wide", "multianewarray", "ifnull", "ifnonnull", "goto_w", "jsr_w",
];

/// Instructions that a Java compiler has no use for (`nop`, `swap`) or that class files since Java 7 may not contain
/// (`jsr`, `jsr_w`, `ret`).
const NOT_EMITTED: [&str; 5] = ["nop", "swap", "jsr", "jsr_w", "ret"];

/// The instructions that a Java compiler emits today, so that a run can say which of them no program reached.
pub fn emitted() -> impl Iterator<Item = &'static str> {
    NAMES.into_iter().filter(|name| !NOT_EMITTED.contains(name))
}

/// Mnemonics of the bytecodes that the machine executed so far.
pub fn executed(machine: &Machine) -> BTreeSet<&'static str> {
    let mut found = BTreeSet::new();
    for method in machine.covered_methods() {
        add_executed(&method, &mut found);
    }
    found
}

fn add_executed(method: &CoveredMethod, found: &mut BTreeSet<&'static str>) {
    let source = &method.class.methods[method.method];
    let Some(code) = &source.code else { return };
    let instructions = decode(&code.bytes);
    let mut leaders: BTreeSet<u32> = code
        .handlers
        .iter()
        .map(|handler| handler.handler_pc)
        .collect();
    leaders.extend(
        instructions
            .iter()
            .flat_map(|instruction| &instruction.targets),
    );
    let mut lowered: BTreeMap<u32, bool> = BTreeMap::new();
    for (pc, ran) in &method.instructions {
        *lowered.entry(*pc).or_default() |= ran;
    }
    let mut ran: Vec<Option<bool>> = instructions
        .iter()
        .map(|i| lowered.get(&i.pc).copied())
        .collect();
    // What comes before an instruction that ran, up to the start of its block.
    for at in (1..instructions.len()).rev() {
        let joined = !leaders.contains(&instructions[at].pc) && instructions[at - 1].falls_through;
        if ran[at] == Some(true) && ran[at - 1].is_none() && joined {
            ran[at - 1] = Some(true);
        }
    }
    // What follows one that ran, such as the store of a result at the end of a block.
    for at in 1..instructions.len() {
        let joined = !leaders.contains(&instructions[at].pc) && instructions[at - 1].falls_through;
        if ran[at].is_none() && ran[at - 1] == Some(true) && joined {
            ran[at] = Some(true);
        }
    }
    for (instruction, ran) in instructions.iter().zip(ran) {
        if ran == Some(true) {
            found.extend(NAMES.get(usize::from(instruction.opcode)));
            if instruction.wide {
                found.insert("wide");
            }
        }
    }
}

struct Instruction {
    pc: u32,
    /// For a widened instruction, what was widened.
    opcode: u8,
    wide: bool,
    targets: Vec<u32>,
    falls_through: bool,
}

/// The instructions in order, up to the first that makes no sense; the machine ran the method, so there is none.
fn decode(bytes: &[u8]) -> Vec<Instruction> {
    let mut found = Vec::new();
    let mut pc = 0;
    while let Some((instruction, length)) = decode_one(bytes, pc) {
        found.push(instruction);
        pc += length;
    }
    found
}

fn decode_one(bytes: &[u8], pc: usize) -> Option<(Instruction, usize)> {
    let mut opcode = *bytes.get(pc)?;
    let short = |at: usize| {
        Some(i32::from(i16::from_be_bytes([
            *bytes.get(at)?,
            *bytes.get(at + 1)?,
        ])))
    };
    let word = |at: usize| Some(i32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    let target = |offset: i32| u32::try_from(pc as i64 + i64::from(offset)).ok();
    let wide = opcode == 0xc4;
    let mut targets = Vec::new();
    let length = match opcode {
        0xc4 => {
            opcode = *bytes.get(pc + 1)?;
            if opcode == 0x84 { 6 } else { 4 }
        }
        0x10 | 0x12 | 0x15..=0x19 | 0x36..=0x3a | 0xa9 | 0xbc => 2,
        0x11 | 0x13 | 0x14 | 0x84 | 0xb2..=0xb8 | 0xbb | 0xbd | 0xc0 | 0xc1 => 3,
        0x99..=0xa8 | 0xc6 | 0xc7 => {
            targets.push(target(short(pc + 1)?)?);
            3
        }
        0xc8 | 0xc9 => {
            targets.push(target(word(pc + 1)?)?);
            5
        }
        0xc5 => 4,
        0xb9 | 0xba => 5,
        0xaa | 0xab => {
            // The operands start at the next multiple of four (JVMS §6.5, `tableswitch`).
            let operands = (pc + 4) & !3;
            targets.push(target(word(operands)?)?);
            let (first, count, step) = if opcode == 0xaa {
                let span = i64::from(word(operands + 8)?) - i64::from(word(operands + 4)?) + 1;
                (operands + 12, usize::try_from(span).ok()?, 4)
            } else {
                (operands + 12, usize::try_from(word(operands + 4)?).ok()?, 8)
            };
            let end = if opcode == 0xaa {
                first + 4 * count
            } else {
                operands + 8 + 8 * count
            };
            for number in 0..count {
                targets.push(target(word(first + step * number)?)?);
            }
            end - pc
        }
        _ => 1,
    };
    let falls_through = !matches!(opcode, 0xa7..=0xb1 | 0xbf | 0xc8);
    Some((
        Instruction {
            pc: pc as u32,
            opcode,
            wide,
            targets,
            falls_through,
        },
        length,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_order() {
        for (opcode, name) in [
            (0x60, "iadd"),
            (0xab, "lookupswitch"),
            (0xb9, "invokeinterface"),
            (0xc8, "goto_w"),
        ] {
            assert_eq!(NAMES[opcode], name);
        }
    }

    #[test]
    fn switches_and_wide_forms_have_their_length() {
        // iload_0; tableswitch 1..2 (padded); wide iinc; return
        let mut bytes = vec![0x1a, 0xaa, 0, 0];
        for word in [24i32, 1, 2, 23, 24] {
            bytes.extend(word.to_be_bytes());
        }
        bytes.extend([0xc4, 0x84, 1, 0, 0, 1, 0xb1]);
        let decoded = decode(&bytes);
        let shape: Vec<(u32, u8)> = decoded.iter().map(|i| (i.pc, i.opcode)).collect();
        assert_eq!(shape, [(0, 0x1a), (1, 0xaa), (24, 0x84), (30, 0xb1)]);
        assert_eq!(decoded[1].targets, [25, 24, 25]);
        assert!(decoded[2].wide && !decoded[1].falls_through);
    }
}
