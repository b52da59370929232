//! Code of the JDK that looks at arrays as bytes in memory, for speed, as the plain loops that it stands for. Graphs can follow
//! these, and so can specifications.

use classpath::ClassPath;
use ir::{
    BinaryOp, Block, BlockId, Body, CompareOp, Condition, ElementKind, Inst, Kind, Methods,
    Operand, Reg, Terminator,
};

const SUPPORT: &str = "jdk/internal/util/ArraysSupport";

/// `mismatch`, which `Arrays.equals`, `Arrays.mismatch` and `Arrays.compare` rest on. Of fractions it compares the bits.
const MISMATCHES: [(&str, ElementKind); 6] = [
    ("([Z[ZI)I", ElementKind::Byte),
    ("([B[BI)I", ElementKind::Byte),
    ("([C[CI)I", ElementKind::Char),
    ("([S[SI)I", ElementKind::Short),
    ("([I[II)I", ElementKind::Int),
    ("([J[JI)I", ElementKind::Long),
];

pub fn give_plain_bodies(classpath: &ClassPath, methods: &Methods) -> Result<(), classpath::Error> {
    let Some(class) = classpath.find(SUPPORT)? else {
        return Ok(());
    };
    for (descriptor, element) in MISMATCHES {
        let mut known = class.methods.iter();
        let at = known.position(|m| &*m.name == "mismatch" && &*m.descriptor == descriptor);
        if let Some(at) = at {
            methods.insert(&class, at, mismatch(element));
        }
    }
    Ok(())
}

/// `for (int i = 0; i < length; i++) if (a[i] != b[i]) return i; return -1;`
fn mismatch(element: ElementKind) -> Body {
    let [a, b, length, i, x, y, order] = [0, 1, 2, 3, 4, 5, 6].map(Reg);
    let value = match element {
        ElementKind::Long => Kind::Long,
        _ => Kind::Int,
    };
    let load = |dst: Reg, array: Reg| Inst::ArrayLoad {
        element,
        dst,
        array: Operand::Reg(array),
        index: Operand::Reg(i),
    };
    let start = vec![Inst::Move {
        dst: i,
        src: Operand::Int(0),
    }];
    let mut compare = vec![load(x, a), load(y, b)];
    let (mut left, mut right) = (Operand::Reg(x), Operand::Reg(y));
    if value == Kind::Long {
        compare.push(Inst::Compare {
            op: CompareOp::Long,
            dst: order,
            a: left,
            b: right,
        });
        (left, right) = (Operand::Reg(order), Operand::Int(0));
    }
    let next = vec![Inst::Binary {
        op: BinaryOp::Add,
        kind: Kind::Int,
        dst: i,
        a: Operand::Reg(i),
        b: Operand::Int(1),
    }];
    let test = |condition, a, b, then, otherwise| Terminator::If {
        condition,
        a,
        b,
        then: BlockId(then),
        otherwise: BlockId(otherwise),
    };
    let ends = test(Condition::Lt, Operand::Reg(i), Operand::Reg(length), 2, 4);
    Body {
        registers: vec![
            Kind::Ref,
            Kind::Ref,
            Kind::Int,
            Kind::Int,
            value,
            value,
            Kind::Int,
        ],
        params: vec![a, b, length],
        blocks: vec![
            block(start, Terminator::Goto(BlockId(1))),
            block(Vec::new(), ends),
            block(compare, test(Condition::Eq, left, right, 3, 5)),
            block(next, Terminator::Goto(BlockId(1))),
            block(Vec::new(), Terminator::Return(Some(Operand::Int(-1)))),
            block(Vec::new(), Terminator::Return(Some(Operand::Reg(i)))),
        ],
        variables: Vec::new(),
    }
}

/// Where it stands in the bytecode of the method does not matter; the start has a line.
fn block(insts: Vec<Inst>, terminator: Terminator) -> Block {
    Block {
        pcs: vec![0; insts.len()],
        insts,
        terminator,
        terminator_pc: 0,
        handlers: Vec::new(),
        caught: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_are_well_formed() {
        for (_, element) in MISMATCHES {
            assert_eq!(ir::check(&mismatch(element)), Ok(()));
        }
    }
}
