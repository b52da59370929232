//! A small interpreter of register code, for the subset that the bytecode interpreter beside it knows.

use super::{Outcome, Value};
use ir::{BinaryOp, Body, CompareOp, Condition, Conversion, Inst, Kind, Operand, Reg, Terminator};

pub fn run(body: &Body, args: &[Value], mut fuel: u64) -> Outcome {
    let mut registers: Vec<Option<Value>> = vec![None; body.registers.len()];
    for (param, arg) in body.params.iter().zip(args) {
        registers[usize::from(param.0)] = Some(*arg);
    }
    let mut at = ir::BlockId(0);
    'blocks: loop {
        let block = body.block(at);
        let mut threw = false;
        for inst in &block.insts {
            match execute(&registers, inst) {
                Some((dst, value)) => registers[usize::from(dst.0)] = Some(value),
                None => {
                    assert!(inst.can_throw());
                    threw = true;
                    break;
                }
            }
            fuel -= 1;
        }
        if fuel < 2 {
            return Outcome::OutOfFuel;
        }
        fuel -= 1;
        if !threw {
            match &block.terminator {
                Terminator::Goto(target) => at = *target,
                Terminator::If {
                    condition,
                    a,
                    b,
                    then,
                    otherwise,
                } => {
                    let (a, b) = (int(&registers, *a), int(&registers, *b));
                    let holds = match condition {
                        Condition::Eq => a == b,
                        Condition::Ne => a != b,
                        Condition::Lt => a < b,
                        Condition::Ge => a >= b,
                        Condition::Gt => a > b,
                        Condition::Le => a <= b,
                    };
                    at = if holds { *then } else { *otherwise };
                }
                Terminator::Switch {
                    key,
                    cases,
                    default,
                } => {
                    let key = int(&registers, *key);
                    let case = cases.iter().find(|(value, _)| *value == key);
                    at = case.map_or(*default, |(_, target)| *target);
                }
                Terminator::Return(Some(value)) => {
                    return Outcome::Returned(read(&registers, *value));
                }
                Terminator::Return(None) => panic!("returns nothing"),
                Terminator::Throw(value) => {
                    assert_eq!(read(&registers, *value), Value::Thrown);
                    threw = true;
                }
            }
        }
        if threw {
            for handler in &block.handlers {
                let class = handler.catch_type.as_deref();
                let catches = matches!(
                    class,
                    None | Some("java/lang/ArithmeticException")
                        | Some("java/lang/RuntimeException")
                        | Some("java/lang/Throwable")
                );
                if catches {
                    at = handler.target;
                    let caught = body.block(at).caught.unwrap();
                    registers[usize::from(caught.0)] = Some(Value::Thrown);
                    continue 'blocks;
                }
            }
            return Outcome::Threw;
        }
    }
}

fn read(registers: &[Option<Value>], operand: Operand) -> Value {
    match operand {
        Operand::Reg(Reg(number)) => registers[usize::from(number)].expect("a register is set"),
        Operand::Int(v) => Value::Int(v),
        Operand::Long(v) => Value::Long(v),
        other => panic!("{other:?}"),
    }
}

fn int(registers: &[Option<Value>], operand: Operand) -> i32 {
    match read(registers, operand) {
        Value::Int(v) => v,
        other => panic!("{other:?}"),
    }
}

fn long(registers: &[Option<Value>], operand: Operand) -> i64 {
    match read(registers, operand) {
        Value::Long(v) => v,
        other => panic!("{other:?}"),
    }
}

/// What the instruction writes; `None` if it throws.
fn execute(registers: &[Option<Value>], inst: &Inst) -> Option<(Reg, Value)> {
    let value = match inst {
        Inst::Move { src, .. } => read(registers, *src),
        Inst::Binary {
            op,
            kind: Kind::Int,
            a,
            b,
            ..
        } => {
            let (a, b) = (int(registers, *a), int(registers, *b));
            Value::Int(match op {
                BinaryOp::Add => a.wrapping_add(b),
                BinaryOp::Sub => a.wrapping_sub(b),
                BinaryOp::Mul => a.wrapping_mul(b),
                BinaryOp::Div | BinaryOp::Rem if b == 0 => return None,
                BinaryOp::Div => a.wrapping_div(b),
                BinaryOp::Rem => a.wrapping_rem(b),
                BinaryOp::And => a & b,
                BinaryOp::Or => a | b,
                BinaryOp::Xor => a ^ b,
                BinaryOp::Shl => a.wrapping_shl(b as u32),
                BinaryOp::Shr => a.wrapping_shr(b as u32),
                BinaryOp::Ushr => (a as u32).wrapping_shr(b as u32) as i32,
            })
        }
        Inst::Binary {
            op,
            kind: Kind::Long,
            a,
            b,
            ..
        } => {
            let a = long(registers, *a);
            if matches!(op, BinaryOp::Shl | BinaryOp::Shr | BinaryOp::Ushr) {
                let b = int(registers, *b) as u32;
                Value::Long(match op {
                    BinaryOp::Shl => a.wrapping_shl(b),
                    BinaryOp::Shr => a.wrapping_shr(b),
                    _ => (a as u64).wrapping_shr(b) as i64,
                })
            } else {
                let b = long(registers, *b);
                Value::Long(match op {
                    BinaryOp::Add => a.wrapping_add(b),
                    BinaryOp::Sub => a.wrapping_sub(b),
                    BinaryOp::Mul => a.wrapping_mul(b),
                    BinaryOp::Div | BinaryOp::Rem if b == 0 => return None,
                    BinaryOp::Div => a.wrapping_div(b),
                    BinaryOp::Rem => a.wrapping_rem(b),
                    BinaryOp::And => a & b,
                    BinaryOp::Or => a | b,
                    _ => a ^ b,
                })
            }
        }
        Inst::Negate {
            kind: Kind::Int,
            src,
            ..
        } => Value::Int(int(registers, *src).wrapping_neg()),
        Inst::Negate { src, .. } => Value::Long(long(registers, *src).wrapping_neg()),
        Inst::Convert { op, src, .. } => match op {
            Conversion::I2L => Value::Long(i64::from(int(registers, *src))),
            Conversion::L2I => Value::Int(long(registers, *src) as i32),
            Conversion::I2B => Value::Int(i32::from(int(registers, *src) as i8)),
            Conversion::I2C => Value::Int(i32::from(int(registers, *src) as u16)),
            Conversion::I2S => Value::Int(i32::from(int(registers, *src) as i16)),
            other => panic!("{other:?}"),
        },
        Inst::Compare {
            op: CompareOp::Long,
            a,
            b,
            ..
        } => Value::Int(long(registers, *a).cmp(&long(registers, *b)) as i32),
        other => panic!("{other:?}"),
    };
    Some((inst.dst().expect("these all write"), value))
}
