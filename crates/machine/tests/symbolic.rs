//! Symbolic execution against concrete execution: each method of `Operations` and `StringOperations` runs on values, and again on symbols that
//! stand for the same values, with every question answered by evaluation. What it returns or throws must be the same.

mod common;

use logic::{ArrayValue, Evaluator, Model, Sort, Value};
use machine::{End, Halt, InputValue, Machine, MethodId, Options, Ref, Slot, State, Stop};
use std::sync::Arc;

const OPERATIONS: &str = "Operations";
const STRINGS: &str = "StringOperations";

/// An argument of a method.
#[derive(Clone, Debug, PartialEq)]
enum Argument {
    /// The bits of a register.
    Primitive(u64),
    Array(Vec<u64>),
    Text(&'static str),
}

/// How a run ended: the bits returned, or the exception.
#[derive(Debug, PartialEq)]
enum Ending {
    Returned(u64),
    Threw(String),
}

/// What strings get a class of their own: signs, digits of several scripts, blanks, and letters whose case is unusual.
const TEXTS: [&str; 18] = [
    "",
    "a",
    "Aa",
    "BB",
    "12",
    "-7",
    "+0a",
    "2147483648",
    " a\t",
    "\u{2003}",
    "a,b,,",
    "ab,ab",
    "\u{df}x",
    "q\u{130}",
    "\u{17f}K",
    "\u{663}",
    "x\u{1F600}",
    "\u{c4}\u{e9}",
];

fn values(class: &str, descriptor: &str) -> Vec<Argument> {
    if class == STRINGS {
        match descriptor {
            "Ljava/lang/String;" => return TEXTS.map(Argument::Text).to_vec(),
            "I" => {
                return [0, 1, 2, -1, 7, 33, 0x10400, i32::MAX, i32::MIN]
                    .map(|i: i32| Argument::Primitive(i as u32 as u64))
                    .to_vec();
            }
            "J" => {
                return [0, 300, -42, i64::MAX, i64::MIN]
                    .map(|j: i64| Argument::Primitive(j as u64))
                    .to_vec();
            }
            "C" => {
                return "0aZ ,\u{df}\u{130}\u{663}\u{2003}\u{3a3}\u{ff21}"
                    .chars()
                    .map(|c| Argument::Primitive(c as u64))
                    .collect();
            }
            _ => {}
        }
    }
    let bits: &[u64] = match descriptor {
        "Z" => &[0, 1],
        "B" => &[0, 5, (-128_i32) as u32 as u64],
        "S" => &[0, 700, (-32768_i32) as u32 as u64],
        "C" => &[0, 97, 98, 0xffff],
        "I" => &[
            0,
            1,
            2,
            4,
            7,
            33,
            300,
            0x8000,
            (-1_i32) as u32 as u64,
            (-130_i32) as u32 as u64,
            0x7fff_ffff,
            0x8000_0000,
        ],
        "J" => &[
            0,
            1,
            2,
            65,
            300,
            0x7fff_ffff,
            0x8000_0000,
            (-1_i64) as u64,
            (-3_000_000_000_i64) as u64,
            i64::MAX as u64,
            i64::MIN as u64,
        ],
        "F" => {
            let floats = [
                0.0,
                -0.0,
                1.0,
                -1.5,
                2.5,
                -3e9,
                1e19,
                -1e19,
                1e-45,
                f32::INFINITY,
                f32::NEG_INFINITY,
                f32::NAN,
                2_147_483_648.0,
                -2_147_483_648.0,
            ];
            return floats
                .iter()
                .map(|f: &f32| Argument::Primitive(u64::from(f.to_bits())))
                .collect();
        }
        "D" => {
            let doubles = [
                0.0,
                -0.0,
                1.0,
                -1.5,
                2.5,
                0.1,
                -1e19,
                1e300,
                f64::INFINITY,
                f64::NEG_INFINITY,
                f64::NAN,
                2_147_483_648.0,
                -2_147_483_649.0,
            ];
            return doubles
                .iter()
                .map(|d: &f64| Argument::Primitive(d.to_bits()))
                .collect();
        }
        "Ljava/lang/String;" => {
            return ["", "a", "ab", "b", "zab"].map(Argument::Text).to_vec();
        }
        "[Z" => return vec![Argument::Array(vec![]), Argument::Array(vec![1, 0, 1])],
        "[F" => {
            let cells = [1.5_f32, -2.0, 4.0].map(|f| u64::from(f.to_bits()));
            return vec![Argument::Array(cells.to_vec())];
        }
        "[D" => {
            let cells = [1.5_f64, -2.0, 4.0].map(f64::to_bits);
            return vec![Argument::Array(cells.to_vec())];
        }
        "[C" => return vec![Argument::Array(vec![3, 0xfffe, 5])],
        "[J" => return vec![Argument::Array(vec![3, (-7_i64) as u64, 1 << 40])],
        _ => {
            return vec![
                Argument::Array(vec![]),
                Argument::Array(vec![3, (-7_i32) as u32 as u64, 5]),
            ];
        }
    };
    bits.iter().map(|b| Argument::Primitive(*b)).collect()
}

fn parameters(descriptor: &str) -> (Vec<String>, u8) {
    let (inner, result) = descriptor[1..].split_once(')').expect("a descriptor");
    let mut rest = inner;
    let mut found = Vec::new();
    while !rest.is_empty() {
        let start = rest.trim_start_matches('[');
        let dimensions = rest.len() - start.len();
        let length = match start.find(';') {
            Some(end) if start.starts_with('L') => dimensions + end + 1,
            _ => dimensions + 1,
        };
        found.push(rest[..length].to_owned());
        rest = &rest[length..];
    }
    (found, result.as_bytes()[0])
}

/// Repeats what asks for something first.
fn insist<T>(
    machine: &mut Machine,
    st: &mut State,
    mut make: impl FnMut(&mut Machine, &mut State) -> Result<T, Halt>,
) -> T {
    loop {
        match make(machine, st) {
            Ok(made) => return made,
            Err(Halt::Assume(condition)) => machine.learn(st, condition, true),
            Err(halt) => panic!("{halt:?}"),
        }
    }
}

fn concrete(machine: &mut Machine, st: &mut State, descriptor: &str, argument: &Argument) -> Slot {
    match argument {
        Argument::Primitive(bits) => Slot {
            bits: *bits,
            term: None,
        },
        Argument::Text(text) => {
            Slot::reference(insist(machine, st, |m, st| m.new_java_string(st, text)))
        }
        Argument::Array(cells) => {
            let class = machine.load(descriptor).expect("an array class");
            let array = insist(machine, st, |m, st| {
                m.allocate_array(st, class, cells.len())
            });
            for (i, bits) in cells.iter().enumerate() {
                let value = Slot {
                    bits: *bits,
                    term: None,
                };
                assert!(st.heap.get_mut(array).data.store(i, value));
            }
            Slot::reference(array)
        }
    }
}

/// A symbol for the argument, and its value in the model.
fn symbolic(
    machine: &mut Machine,
    st: &mut State,
    model: &mut Model,
    descriptor: &str,
    argument: &Argument,
) -> Slot {
    let slot = insist(machine, st, |m, st| {
        m.symbolic_parameter(st, "p", descriptor)
    });
    let input = st.inputs.back().expect("the input was recorded").clone();
    match (argument, &input.value) {
        (Argument::Primitive(bits), InputValue::Primitive(symbol)) => {
            let sort = machine.pool.sort(*symbol);
            model.set(*symbol, value_of(sort, *bits));
        }
        (Argument::Text(text), InputValue::String { length, symbol, .. }) => {
            model.set(*length, Value::i32(text.encode_utf16().count() as i32));
            for (i, c) in text.encode_utf16().enumerate() {
                let name = machine::character_symbol(symbol, i);
                let character = machine.pool.symbol(&name, Sort::Bv(16));
                model.set(character, Value::bv(16, u128::from(c)));
            }
        }
        (
            Argument::Array(values),
            InputValue::Array {
                length,
                cells,
                element,
                ..
            },
        ) => {
            let sort = match element {
                ir::ElementKind::Byte => Sort::Bv(8),
                ir::ElementKind::Char | ir::ElementKind::Short => Sort::Bv(16),
                ir::ElementKind::Int | ir::ElementKind::Ref => Sort::Bv(32),
                ir::ElementKind::Long => Sort::Bv(64),
                ir::ElementKind::Float => Sort::Fp(logic::FpSort::F32),
                ir::ElementKind::Double => Sort::Fp(logic::FpSort::F64),
            };
            let mut array = ArrayValue::constant(value_of(sort, 0));
            for (i, bits) in values.iter().enumerate() {
                array.set(Value::i32(i as i32), value_of(sort, *bits));
            }
            model.set(*length, Value::i32(values.len() as i32));
            model.set(*cells, Value::Array(array.into()));
        }
        (argument, value) => panic!("{argument:?} as {value:?}"),
    }
    slot
}

fn value_of(sort: Sort, bits: u64) -> Value {
    match sort {
        Sort::Bv(width) => Value::bv(width, u128::from(bits) & (u128::MAX >> (128 - width))),
        Sort::Fp(sort) => Value::fp(sort, u128::from(bits)),
        other => panic!("a value of sort {other:?}"),
    }
}

/// Runs to the end, answering from the model. With `fork`, every question is also a snapshot that runs on separately
/// afterwards and must end alike.
fn drive(
    machine: &mut Machine,
    mut st: State,
    model: &Model,
    result: u8,
    fork: bool,
) -> Result<(Ending, u32), String> {
    let mut model = model.clone();
    let mut evaluator = Evaluator::new();
    let mut snapshots = Vec::new();
    let mut questions = 0;
    let ending = loop {
        let stop = machine.run(&mut st, 10_000_000);
        let asked = match &stop {
            Stop::Branch(term) | Stop::Guard(term) | Stop::Value(term) | Stop::Assume(term) => {
                *term
            }
            Stop::Fuel => return Err("does not end".to_owned()),
            Stop::Calling | Stop::Returned | Stop::Deeper | Stop::Head => {
                panic!("nothing is watched")
            }
            Stop::Region(_) => panic!("no region is walked"),
            Stop::End(end) => break describe(machine, &mut st, &model, end, result)?,
        };
        questions += 1;
        if fork && snapshots.len() < 3 {
            snapshots.push(st.snapshot());
        }
        if matches!(stop, Stop::Assume(_)) {
            machine.define(&mut evaluator, &mut model, asked);
        }
        let value = evaluator.eval(&machine.pool, &model, asked);
        match (value.map_err(|e| format!("{e:?}"))?, &stop) {
            (Value::Bool(holds), Stop::Branch(_) | Stop::Guard(_)) => {
                machine.learn(&mut st, asked, holds)
            }
            (Value::Bool(true), Stop::Assume(_)) => machine.learn(&mut st, asked, true),
            (Value::Bool(false), Stop::Assume(_)) if define(machine, &mut model, asked) => {
                machine.learn(&mut st, asked, true);
            }
            (Value::Bv { bits, .. }, Stop::Value(_)) => {
                machine.learn_value(&mut st, asked, bits);
            }
            (value, stop) => return Err(format!("{stop:?} is {value:?}")),
        }
    };
    for snapshot in snapshots {
        let (again, _) = drive(machine, snapshot, &model, result, false)?;
        if again != ending {
            return Err(format!("{ending:?}, but {again:?} from a snapshot"));
        }
    }
    Ok((ending, questions))
}

/// An assumption that says what the bits of a float are gives the symbol of these bits its value.
fn define(machine: &Machine, model: &mut Model, assumption: logic::Term) -> bool {
    let pool = &machine.pool;
    let unset = |model: &Model, term| {
        let symbols = pool.symbols(term);
        symbols.into_iter().find(|s| model.get(*s).is_none())
    };
    let Some(symbol) = unset(model, assumption) else {
        return false;
    };
    for &side in pool.children(assumption) {
        if unset(model, side).is_none()
            && let Ok(Value::Fp { sort, bits }) = Evaluator::new().eval(pool, model, side)
        {
            model.set(symbol, Value::bv(sort.width(), bits));
        }
    }
    Evaluator::new().eval_bool(pool, model, assumption) == Ok(true)
}

fn describe(
    machine: &mut Machine,
    st: &mut State,
    model: &Model,
    end: &End,
    result: u8,
) -> Result<Ending, String> {
    match end {
        End::Returned(Some(slot)) => {
            let bits = match slot.term {
                None => u128::from(slot.bits),
                Some(term) => match Evaluator::new().eval(&machine.pool, model, term) {
                    Ok(Value::Bv { bits, .. }) => bits,
                    Ok(Value::Fp { bits, .. }) => bits,
                    other => return Err(format!("returned {other:?}")),
                },
            };
            Ok(Ending::Returned(match result {
                // All NaN are one value to a program that does not look at bits.
                b'F' if f32::from_bits(bits as u32).is_nan() => u64::from(f32::NAN.to_bits()),
                b'D' if f64::from_bits(bits as u64).is_nan() => f64::NAN.to_bits(),
                _ => bits as u64,
            }))
        }
        End::Threw(exception) => Ok(Ending::Threw(thrown(machine, st, *exception))),
        other => Err(format!("{other:?}")),
    }
}

fn thrown(machine: &Machine, st: &State, exception: Ref) -> String {
    let class = machine.class_of(st, exception).expect("an object");
    machine.class(class).name.to_string()
}

/// A state about to run the method, in which the arguments with a bit in `mask` are symbolic.
fn prepare(
    machine: &mut Machine,
    method: MethodId,
    descriptors: &[String],
    arguments: &[Argument],
    mask: usize,
) -> (State, Model) {
    let mut st = machine.empty_state();
    let mut model = Model::new();
    let mut slots = Vec::new();
    for (i, (descriptor, argument)) in descriptors.iter().zip(arguments).enumerate() {
        slots.push(if mask >> i & 1 == 1 {
            symbolic(machine, &mut st, &mut model, descriptor, argument)
        } else {
            concrete(machine, &mut st, descriptor, argument)
        });
    }
    machine
        .push_entry(&mut st, method, &slots)
        .unwrap_or_else(|halt| panic!("{halt:?}"));
    (st, model)
}

fn combinations(class: &str, descriptors: &[String]) -> Vec<Vec<Argument>> {
    let mut rows: Vec<Vec<Argument>> = vec![vec![]];
    for descriptor in descriptors {
        rows = rows
            .iter()
            .flat_map(|row| {
                values(class, descriptor).into_iter().map(|v| {
                    let mut row = row.clone();
                    row.push(v);
                    row
                })
            })
            .collect();
    }
    rows
}

/// The methods of a class whose number leaves this rest, so that several tests share the work.
fn compare(name: &str, part: usize, parts: usize) {
    let mut machine = Machine::new(Arc::new(common::class_path(name)), Options::default());
    let class = machine.load(name).expect("the class of the operations");
    let methods = machine.class(class).methods.clone();
    let mut failures = Vec::new();
    let mut compared = 0;
    let named = |name: &str| !name.starts_with('<') && !name.starts_with("lambda");
    for method in methods.into_iter().skip(part).step_by(parts) {
        let linked = machine.method(method).clone();
        if !named(&linked.name) {
            continue;
        }
        let (descriptors, result) = parameters(&linked.descriptor);
        for (number, arguments) in combinations(name, &descriptors).iter().enumerate() {
            let all = (1 << descriptors.len()) - 1;
            let (st, model) = prepare(&mut machine, method, &descriptors, arguments, 0);
            let expected = drive(&mut machine, st, &model, result, false);
            let Ok((expected, 0)) = expected else {
                failures.push(format!("{}{arguments:?}: {expected:?}", linked.name));
                continue;
            };
            // Everything symbolic, and one of the mixtures in turn.
            let mixture = 1 + number % all;
            for mask in if mixture == all {
                vec![all]
            } else {
                vec![all, mixture]
            } {
                let (st, model) = prepare(&mut machine, method, &descriptors, arguments, mask);
                let observed = drive(&mut machine, st, &model, result, number % 5 == 0);
                compared += 1;
                if !matches!(&observed, Ok((observed, _)) if *observed == expected) {
                    failures.push(format!(
                        "{}{arguments:x?} with {mask:b} symbolic: {observed:x?}, not {expected:x?}",
                        linked.name
                    ));
                }
            }
        }
    }
    let shown = failures.iter().take(20).cloned().collect::<Vec<_>>();
    assert!(
        failures.is_empty(),
        "{} differ:\n{}",
        failures.len(),
        shown.join("\n")
    );
    assert!(compared > 100, "only {compared} were compared");
}

#[test]
fn operations_1() {
    compare(OPERATIONS, 0, 2);
}

#[test]
fn operations_2() {
    compare(OPERATIONS, 1, 2);
}

#[test]
fn strings_1() {
    compare(STRINGS, 0, 2);
}

#[test]
fn strings_2() {
    compare(STRINGS, 1, 2);
}
