//! Functions on doubles that no theory of a solver has: `Math`'s transcendental functions and the remainder of `%`. A
//! call with a symbolic argument becomes an application of an uninterpreted function, with facts that hold for every
//! result that Java's specification allows; [`Function::cell`] gives further ones where a solver's idea of the function
//! is wrong. What an application really evaluates to is known too, so that models can be checked.

mod cells;
mod facts;
mod fdlibm;
mod reduction;
mod remainder;
mod values;

use crate::halt::{Halt, Step};
use crate::machine::Machine;
use crate::state::State;
use cells::Shape;
use logic::{FpSort, Meaning, Sort, Term, Value};

pub use cells::Interval;

/// One function of one or two doubles.
pub struct Function {
    /// As Java's source spells it.
    pub name: &'static str,
    /// What the machine computes for concrete arguments.
    pub value: fn(&[f64]) -> f64,
    meaning: Meaning,
    shape: Shape,
    /// Where it is a number, for functions of one argument.
    domain: Interval,
    /// The values that are allowed at all.
    range: Interval,
    /// How far, in doubles, an allowed result may be from `value`.
    slack: u64,
    facts: fn(&mut facts::Facts<'_>),
}

/// Java allows an error of one unit in the last place, and `value` may err by as much on the other side. Where the
/// exponent changes, those two units are four doubles.
const ONE_ULP: u64 = 4;
const TWO_AND_A_HALF_ULPS: u64 = 8;
const PI: f64 = std::f64::consts::PI;
const HALF_PI: f64 = std::f64::consts::FRAC_PI_2;
const INF: f64 = f64::INFINITY;
const ALL: Interval = (-INF, INF);
const FINITE: Interval = (-f64::MAX, f64::MAX);

fn doubles<const N: usize>(arguments: &[Value]) -> Option<[f64; N]> {
    let mut numbers = [0.0; N];
    for (number, value) in numbers.iter_mut().zip(arguments) {
        match value {
            Value::Fp {
                sort: FpSort::F64,
                bits,
            } => *number = f64::from_bits(*bits as u64),
            _ => return None,
        }
    }
    Some(numbers)
}

macro_rules! function {
    ($name:expr, $arity:literal, $value:path, $shape:expr, $domain:expr, $range:expr, $slack:expr, $facts:path) => {
        Function {
            name: $name,
            value: $value,
            meaning: |arguments| Some(Value::f64($value(&doubles::<$arity>(arguments)?))),
            shape: $shape,
            domain: $domain,
            range: $range,
            slack: $slack,
            facts: $facts,
        }
    };
}

/// Every function in `Math` and in `StrictMath`.
macro_rules! functions {
    ($($name:literal $arity:literal: $math:ident $strict:ident, $shape:expr, $domain:expr, $range:expr, $slack:expr;)*) => {
        static FUNCTIONS: &[Function] = &[
            $(
                function!(concat!("Math.", $name), $arity, values::$math, $shape, $domain, $range, $slack, facts::$strict),
                function!(concat!("StrictMath.", $name), $arity, values::$strict, $shape, $domain, $range, $slack, facts::$strict),
            )*
            function!("Math.IEEEremainder", 2, values::ieee_remainder, Shape::Point, ALL, ALL, 0, facts::ieee_remainder),
            function!("StrictMath.IEEEremainder", 2, values::ieee_remainder, Shape::Point, ALL, ALL, 0, facts::ieee_remainder),
            function!("%", 2, values::remainder, Shape::Remainder, ALL, ALL, 0, facts::remainder),
        ];
    };
}

functions! {
    "sin" 1: nearest_sin sin, Shape::Wave { maximum: 1 }, FINITE, (-1.0, 1.0), ONE_ULP;
    "cos" 1: nearest_cos cos, Shape::Wave { maximum: 0 }, FINITE, (-1.0, 1.0), ONE_ULP;
    "tan" 1: nearest_tan tan, Shape::Tangent, FINITE, ALL, ONE_ULP;
    "asin" 1: asin asin, Shape::Increasing, (-1.0, 1.0), (-HALF_PI, HALF_PI), ONE_ULP;
    "acos" 1: acos acos, Shape::Decreasing, (-1.0, 1.0), (0.0, PI), ONE_ULP;
    "atan" 1: atan atan, Shape::Increasing, ALL, (-HALF_PI, HALF_PI), ONE_ULP;
    "exp" 1: nearest_exp exp, Shape::Increasing, ALL, (0.0, INF), ONE_ULP;
    "log" 1: nearest_log log, Shape::Increasing, (0.0, INF), ALL, ONE_ULP;
    "log10" 1: nearest_log10 log10, Shape::Increasing, (0.0, INF), ALL, ONE_ULP;
    "sinh" 1: sinh sinh, Shape::Increasing, ALL, ALL, TWO_AND_A_HALF_ULPS;
    "cosh" 1: cosh cosh, Shape::Valley, ALL, (1.0, INF), TWO_AND_A_HALF_ULPS;
    "tanh" 1: tanh tanh, Shape::Increasing, ALL, (-1.0, 1.0), TWO_AND_A_HALF_ULPS;
    "expm1" 1: expm1 expm1, Shape::Increasing, ALL, (-1.0, INF), ONE_ULP;
    "log1p" 1: log1p log1p, Shape::Increasing, (-1.0, INF), ALL, ONE_ULP;
    "cbrt" 1: cbrt cbrt, Shape::Increasing, ALL, ALL, ONE_ULP;
    "pow" 2: nearest_pow pow, Shape::Power, ALL, ALL, ONE_ULP;
    "atan2" 2: atan2 atan2, Shape::Angle, ALL, (-PI, PI), TWO_AND_A_HALF_ULPS;
    "hypot" 2: hypot hypot, Shape::Length, ALL, (0.0, INF), ONE_ULP;
}

/// The function of that name.
pub fn find(name: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().find(|f| f.name == name)
}

/// All of them.
pub fn all() -> impl Iterator<Item = &'static Function> {
    FUNCTIONS.iter()
}

impl Function {
    /// What holds of every application.
    pub fn facts(&self, pool: &mut logic::Pool, arguments: &[Term], result: Term) -> Term {
        let mut facts = facts::Facts::new(pool, arguments, result);
        (self.facts)(&mut facts);
        facts.conjunction()
    }

    /// The result is the machine's own on every JVM.
    pub fn is_exact(&self) -> bool {
        self.is_fixed() || !self.name.starts_with("Math.")
    }

    /// The bounds of a cell leave nothing open at a point.
    pub fn is_fixed(&self) -> bool {
        self.slack == 0
    }

    /// Where a function of one argument is a number.
    pub fn domain(&self) -> Interval {
        self.domain
    }

    /// The numbers that are results at all.
    pub fn range(&self) -> Interval {
        self.range
    }

    pub fn is_increasing(&self) -> bool {
        self.shape == Shape::Increasing
    }
}

impl Machine {
    /// The application of a function to terms of which not all are constant. Asks for its facts to be assumed.
    pub(crate) fn apply_function(
        &mut self,
        st: &State,
        name: &str,
        arguments: &[Term],
    ) -> Step<Term> {
        let Some(function) = find(name) else {
            return Err(Halt::unsupported(format!("{name} of a symbolic value")));
        };
        let double = Sort::Fp(FpSort::F64);
        let sorts = vec![double; arguments.len()];
        let declared = self.pool.declare_fun(name, &sorts, double);
        self.pool.set_meaning(declared, function.meaning);
        let application = self.pool.apply(declared, arguments);
        let facts = function.facts(&mut self.pool, arguments, application);
        if self.pool.as_bool(facts) != Some(true) && st.facts.get(&facts) != Some(&1) {
            return Err(Halt::Assume(facts));
        }
        Ok(application)
    }
}
