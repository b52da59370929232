//! Functions that no solver knows, against the JVM's values on arguments of all sizes: `StrictMath`'s results bit by bit,
//! and facts and cells, which must hold of whatever a JVM gives. `FUNCTION_POINTS` sets the number of points,
//! `FUNCTION_JAVA` the JVM.

mod common;

use logic::{Evaluator, FpSort, FunctionTable, Model, Pool, Sort, Value};
use machine::functions::{self, Function};
use std::collections::BTreeMap;
use std::process::Command;

const NAMES: [(&str, usize); 20] = [
    ("sin", 1),
    ("cos", 1),
    ("tan", 1),
    ("asin", 1),
    ("acos", 1),
    ("atan", 1),
    ("exp", 1),
    ("log", 1),
    ("log10", 1),
    ("sinh", 1),
    ("cosh", 1),
    ("tanh", 1),
    ("expm1", 1),
    ("log1p", 1),
    ("cbrt", 1),
    ("pow", 2),
    ("atan2", 2),
    ("hypot", 2),
    ("IEEEremainder", 2),
    ("%", 2),
];

/// These run as the JDK's own bytecode; the values here serve only to find candidates.
const IN_JAVA: [&str; 4] = ["exp", "cbrt", "pow", "hypot"];

struct Point {
    arguments: Vec<f64>,
    strict: f64,
    math: f64,
}

fn points(default: usize) -> Vec<(&'static str, Vec<Point>)> {
    let count = std::env::var("FUNCTION_POINTS")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(default);
    let classpath = common::class_path("FunctionValues");
    let java = std::env::var_os("FUNCTION_JAVA").map(std::path::PathBuf::from);
    let java = java.or_else(|| classpath.jdk().java.clone());
    let java = java.expect("the JDK has java");
    let entries = classpath.entries().expect("the class path has directories");
    let output = Command::new(java)
        .arg("-cp")
        .arg(std::env::join_paths(entries).expect("paths without separators"))
        .args(["FunctionValues", &count.to_string()])
        .output()
        .expect("java runs");
    assert_eq!(output.stdout.len(), NAMES.len() * count * 32);
    let mut words = output
        .stdout
        .chunks_exact(8)
        .map(|word| f64::from_bits(u64::from_be_bytes(word.try_into().expect("eight bytes"))));
    let mut next = || words.next().expect("as many words as counted");
    NAMES
        .iter()
        .map(|(name, arity)| {
            let points = (0..count).map(|_| {
                let mut arguments = vec![next(), next()];
                arguments.truncate(*arity);
                Point {
                    arguments,
                    strict: next(),
                    math: next(),
                }
            });
            (*name, points.collect())
        })
        .collect()
}

fn same(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan()
}

fn both(name: &str) -> Vec<&'static Function> {
    let names = match name {
        "%" => vec!["%".to_owned()],
        _ => vec![format!("StrictMath.{name}"), format!("Math.{name}")],
    };
    let found = names
        .iter()
        .map(|n| functions::find(n).expect("a function"));
    found.collect()
}

#[test]
fn strict_functions_are_the_jvms_bit_by_bit() {
    let mut wrong = Vec::new();
    for (name, points) in points(20_000) {
        if IN_JAVA.contains(&name) {
            continue;
        }
        let function = both(name)[0];
        let bad: Vec<&Point> = points
            .iter()
            .filter(|p| !same((function.value)(&p.arguments), p.strict))
            .collect();
        if let Some(p) = bad.first() {
            let ours = (function.value)(&p.arguments);
            wrong.push(format!(
                "{name}{:?}: {ours:e}, not {:e} ({} of {})",
                p.arguments,
                p.strict,
                bad.len(),
                points.len()
            ));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn cells_hold_the_jvms_values() {
    for (name, points) in points(2_000) {
        for function in both(name) {
            for (point, other) in points.iter().zip(&points[1..]) {
                if point.arguments.iter().any(|x| x.is_nan()) {
                    continue;
                }
                // From the point to itself, to its surroundings, and to another point.
                let near = point.arguments.iter().map(|x| (x * 0.99).min(x * 1.01));
                let around: Vec<(f64, f64)> = near
                    .zip(&point.arguments)
                    .map(|(low, x)| (low, low.max(*x)))
                    .collect();
                let exact: Vec<(f64, f64)> = point.arguments.iter().map(|x| (*x, *x)).collect();
                let far: Vec<(f64, f64)> = (point.arguments.iter().zip(&other.arguments))
                    .map(|(x, y)| (x.min(*y), x.max(*y)))
                    .collect();
                for cell in [exact, around, far] {
                    for value in [point.strict, point.math] {
                        if let Some((low, high)) = function.enclose(&cell) {
                            assert!(
                                low <= value && value <= high,
                                "{}{:?} = {value:e} is not in {low:e}..{high:e} over {cell:?}",
                                function.name,
                                point.arguments
                            );
                        }
                    }
                }
                // A value that the function does not have leads to a cell that excludes it and holds the real one.
                if let Some((cell, (low, high))) = function.cell(&point.arguments, other.strict) {
                    let inside = cell.iter().zip(&point.arguments);
                    assert!(inside.clone().all(|((a, b), x)| a <= x && x <= b));
                    assert!(!(low <= other.strict && other.strict <= high));
                    assert!(low <= point.math && point.math <= high, "{}", function.name);
                }
            }
        }
    }
}

#[test]
fn facts_hold_of_the_jvms_values() {
    let double = Sort::Fp(FpSort::F64);
    for (name, points) in points(2_000) {
        for function in both(name) {
            let mut pool = Pool::new();
            let mut evaluator = Evaluator::new();
            let arity = points[0].arguments.len();
            let symbols: Vec<_> = (0..arity)
                .map(|i| pool.symbol(&format!("x{i}"), double))
                .collect();
            let declared = pool.declare_fun(function.name, &vec![double; arity], double);
            let call = pool.apply(declared, &symbols);
            let facts = function.facts(&mut pool, &symbols, call);
            for point in &points {
                for value in [point.strict, point.math] {
                    let mut model = Model::new();
                    let arguments: Vec<Value> =
                        point.arguments.iter().map(|x| Value::f64(*x)).collect();
                    for (symbol, argument) in symbols.iter().zip(&arguments) {
                        model.set(*symbol, argument.clone());
                    }
                    model.set_function(
                        declared,
                        FunctionTable {
                            entries: BTreeMap::from([(arguments, Value::f64(value))]),
                            default: Value::f64(0.0),
                        },
                    );
                    assert_eq!(
                        evaluator.eval_bool(&pool, &model, facts),
                        Ok(true),
                        "{}{:?} = {value:e}",
                        function.name,
                        point.arguments
                    );
                }
            }
        }
    }
}
