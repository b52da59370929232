//! Sets of values: an interval of numbers with or without NaN, an interval of signed integers, or a set of truth values;
//! and what the operators make of them. Java rounds to nearest, which is monotone, so that the ends of a result are the
//! rounded results at the ends.

use logic::{FpSort, Op, Pool, Sort, Term};
use machine::functions;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Set {
    /// No number if `low > high`. A zero stands for both zeros.
    Float {
        low: f64,
        high: f64,
        nan: bool,
    },
    /// Of bits read as a signed number.
    Integer {
        low: i128,
        high: i128,
    },
    Truth {
        yes: bool,
        no: bool,
    },
    /// Any value of a sort that is not followed.
    Other,
}

const INF: f64 = f64::INFINITY;

fn numbers(low: f64, high: f64, nan: bool) -> Set {
    if low.is_nan() || high.is_nan() {
        return ANY;
    }
    Set::Float { low, high, nan }
}

const ANY: Set = Set::Float {
    low: -INF,
    high: INF,
    nan: true,
};
const ONLY_NAN: Set = Set::Float {
    low: INF,
    high: -INF,
    nan: true,
};
const EITHER: Set = Set::Truth {
    yes: true,
    no: true,
};

fn truth(holds: bool) -> Set {
    Set::Truth {
        yes: holds,
        no: !holds,
    }
}

/// The numbers of a format as a double holds them.
fn in_format(sort: FpSort, x: f64) -> f64 {
    if sort == FpSort::F32 {
        f64::from(x as f32)
    } else {
        x
    }
}

/// Everything that a term of this sort may be.
pub fn everything(sort: Sort) -> Set {
    match sort {
        Sort::Bool => EITHER,
        Sort::Bv(width @ ..=64) => Set::Integer {
            low: -(1i128 << (width - 1)),
            high: (1i128 << (width - 1)) - 1,
        },
        Sort::Fp(FpSort::F32 | FpSort::F64) => ANY,
        _ => Set::Other,
    }
}

fn fits(width: u32, low: i128, high: i128) -> Set {
    match everything(Sort::Bv(width)) {
        Set::Integer {
            low: least,
            high: most,
        } if least <= low && high <= most => Set::Integer { low, high },
        all => all,
    }
}

fn join(a: Set, b: Set) -> Set {
    match (a, b) {
        (
            Set::Float { low, high, nan },
            Set::Float {
                low: l,
                high: h,
                nan: n,
            },
        ) => Set::Float {
            low: low.min(l),
            high: high.max(h),
            nan: nan || n,
        },
        (Set::Integer { low, high }, Set::Integer { low: l, high: h }) => Set::Integer {
            low: low.min(l),
            high: high.max(h),
        },
        (Set::Truth { yes, no }, Set::Truth { yes: y, no: n }) => Set::Truth {
            yes: yes || y,
            no: no || n,
        },
        _ => Set::Other,
    }
}

/// A literal as a set.
pub fn literal(pool: &Pool, t: Term) -> Option<Set> {
    match (pool.op(t), pool.sort(t)) {
        (Op::True, _) => Some(truth(true)),
        (Op::False, _) => Some(truth(false)),
        (Op::BvConst(id), Sort::Bv(width @ ..=64)) => {
            let bits = pool.constant_bits(id);
            let sign = 1u128 << (width - 1);
            let value = (bits ^ sign) as i128 - sign as i128;
            Some(Set::Integer {
                low: value,
                high: value,
            })
        }
        (Op::FpConst(id), Sort::Fp(sort)) => {
            let x = logic::floats::widen(sort, pool.constant_bits(id))?;
            Some(if x.is_nan() {
                ONLY_NAN
            } else {
                numbers(x, x, false)
            })
        }
        _ => None,
    }
}

/// What a node may be, given what its children may be.
pub fn of_node(pool: &Pool, t: Term, args: &[Set]) -> Set {
    let all = everything(pool.sort(t));
    match (pool.op(t), args) {
        (Op::Not, [Set::Truth { yes, no }]) => Set::Truth { yes: *no, no: *yes },
        (Op::And, [Set::Truth { yes: a, no: b }, Set::Truth { yes: c, no: d }]) => Set::Truth {
            yes: *a && *c,
            no: *b || *d,
        },
        (Op::Ite, [Set::Truth { yes, no }, a, b]) => match (yes, no) {
            (true, false) => *a,
            (false, true) => *b,
            _ => join(*a, *b),
        },
        (Op::Eq, [a, b]) => equal(*a, *b),
        (Op::Apply(f), _) => application(pool.fun_name(f), args).unwrap_or(all),
        (op, [Set::Integer { .. }, ..]) => integer(pool, op, t, args).unwrap_or(all),
        (op, [Set::Float { .. }, ..]) => float(pool, op, t, args).unwrap_or(all),
        _ => all,
    }
}

fn equal(a: Set, b: Set) -> Set {
    match (a, b) {
        (Set::Integer { low, high }, Set::Integer { low: l, high: h }) => Set::Truth {
            yes: low <= h && l <= high,
            no: !(low == high && l == h && low == l),
        },
        (Set::Truth { yes, no }, Set::Truth { yes: y, no: n }) => Set::Truth {
            yes: yes && y || no && n,
            no: yes && n || no && y,
        },
        (
            Set::Float { low, high, nan },
            Set::Float {
                low: l,
                high: h,
                nan: n,
            },
        ) => Set::Truth {
            yes: low <= h && l <= high && low <= high && l <= h || nan && n,
            no: !(low == high && l == h && low == l && low != 0.0 && !nan && !n),
        },
        _ => EITHER,
    }
}

fn application(name: &str, args: &[Set]) -> Option<Set> {
    let function = functions::find(name)?;
    let mut cell = Vec::with_capacity(args.len());
    let mut nan = false;
    for arg in args {
        let Set::Float {
            low,
            high,
            nan: open,
        } = *arg
        else {
            return None;
        };
        // What `pow(NaN, 0)` and `hypot(NaN, ∞)` are is left open.
        if low > high || open && args.len() > 1 {
            return Some(function_range(function));
        }
        nan |= open;
        cell.push((low, high));
    }
    if let [(low, high)] = &mut cell[..] {
        let domain = function.domain();
        nan |= *low < domain.0 || *high > domain.1;
        (*low, *high) = (low.max(domain.0), high.min(domain.1));
        if low > high {
            return Some(ONLY_NAN);
        }
    }
    Some(match function.enclose(&cell) {
        Some((low, high)) => numbers(low, high, nan),
        None => function_range(function),
    })
}

fn function_range(function: &functions::Function) -> Set {
    let (low, high) = function.range();
    numbers(low, high, true)
}

fn integer(pool: &Pool, op: Op, t: Term, args: &[Set]) -> Option<Set> {
    let Set::Integer { low: a, high: b } = args[0] else {
        return None;
    };
    let width = pool.width(pool.children(t)[0]);
    if width > 64 {
        return None;
    }
    let second = match args.get(1) {
        Some(Set::Integer { low, high }) => Some((*low, *high)),
        _ => None,
    };
    let unsigned = |low: i128| low >= 0;
    Some(match (op, pool.sort(t), second) {
        (Op::BvNeg, _, _) => fits(width, -b, -a),
        (Op::BvAdd, _, Some((c, d))) => fits(width, a + c, b + d),
        (Op::BvSub, _, Some((c, d))) => fits(width, a - d, b - c),
        (Op::BvMul, _, Some((c, d))) => {
            let corners = [a * c, a * d, b * c, b * d];
            let (low, high) = (corners.iter().min()?, corners.iter().max()?);
            fits(width, *low, *high)
        }
        (Op::BvSext, Sort::Bv(_), _) => Set::Integer { low: a, high: b },
        (Op::BvZext, Sort::Bv(_), _) if unsigned(a) => Set::Integer { low: a, high: b },
        (Op::BvExtract { hi, lo: 0 }, _, _) => fits(hi + 1, a, b),
        (Op::BvSlt, _, Some((c, d))) => Set::Truth {
            yes: a < d,
            no: b >= c,
        },
        (Op::BvUlt, _, Some((c, d))) if unsigned(a) && unsigned(c) => Set::Truth {
            yes: a < d,
            no: b >= c,
        },
        (Op::FpFromSbv, Sort::Fp(FpSort::F64), _) => numbers(a as f64, b as f64, false),
        (Op::FpFromSbv, Sort::Fp(FpSort::F32), _) => {
            numbers(f64::from(a as f32), f64::from(b as f32), false)
        }
        (Op::FpFromUbv, Sort::Fp(FpSort::F64), _) if unsigned(a) => {
            numbers(a as f64, b as f64, false)
        }
        _ => return None,
    })
}

fn corners(a: (f64, f64), b: (f64, f64), f: impl Fn(f64, f64) -> f64) -> (f64, f64) {
    let all = [f(a.0, b.0), f(a.0, b.1), f(a.1, b.0), f(a.1, b.1)];
    if all.iter().any(|x| x.is_nan()) {
        return (-INF, INF);
    }
    (
        all.into_iter().fold(INF, f64::min),
        all.into_iter().fold(-INF, f64::max),
    )
}

fn float(pool: &Pool, op: Op, t: Term, args: &[Set]) -> Option<Set> {
    let Set::Float {
        low: a,
        high: b,
        nan,
    } = args[0]
    else {
        return None;
    };
    let sort = pool.fp_sort(pool.children(t)[0]);
    let round = |x: f64| in_format(sort, x);
    let empty = a > b;
    let endless = a == -INF || b == INF;
    let zero = a <= 0.0 && b >= 0.0;
    // Operations on one number.
    let one = match op {
        Op::FpIsNan => Some(Set::Truth {
            yes: nan,
            no: !empty,
        }),
        Op::FpIsInf => Some(Set::Truth {
            yes: !empty && endless,
            no: nan || a < INF && b > -INF,
        }),
        Op::FpIsZero => Some(Set::Truth {
            yes: zero,
            no: nan || a < 0.0 || b > 0.0,
        }),
        Op::FpIsNegative => Some(Set::Truth {
            yes: !empty && a <= 0.0,
            no: nan || b >= 0.0,
        }),
        Op::FpNeg => Some(numbers(-b, -a, nan)),
        _ if empty => match pool.sort(t) {
            Sort::Fp(_) => Some(ONLY_NAN),
            _ => None,
        },
        Op::FpAbs if zero => Some(numbers(0.0, b.max(-a), nan)),
        Op::FpAbs => Some(numbers(a.abs().min(b.abs()), a.abs().max(b.abs()), nan)),
        Op::FpSqrt if b < 0.0 => Some(ONLY_NAN),
        Op::FpSqrt => Some(numbers(
            round(a.max(0.0).sqrt()),
            round(b.sqrt()),
            nan || a < 0.0,
        )),
        Op::FpRound(mode) => {
            let integral = |x: f64| match mode {
                logic::RoundingMode::Rne => x.round_ties_even(),
                logic::RoundingMode::Rna => x.round(),
                logic::RoundingMode::Rtp => x.ceil(),
                logic::RoundingMode::Rtn => x.floor(),
                logic::RoundingMode::Rtz => x.trunc(),
            };
            Some(numbers(integral(a), integral(b), nan))
        }
        Op::FpToFp => match pool.sort(t) {
            Sort::Fp(to) => Some(numbers(in_format(to, a), in_format(to, b), nan)),
            _ => None,
        },
        Op::FpToSbv => match pool.sort(t) {
            // Outside of the range the result is open.
            Sort::Bv(width @ ..=64) if !nan && a.abs() < 1e18 && b.abs() < 1e18 => {
                Some(fits(width, a.trunc() as i128, b.trunc() as i128))
            }
            _ => None,
        },
        _ => None,
    };
    if one.is_some() {
        return one;
    }
    let Some(Set::Float {
        low: c,
        high: d,
        nan: other,
    }) = args.get(1).copied()
    else {
        return None;
    };
    let no_number = empty || c > d;
    let any_nan = nan || other;
    let endless_second = c == -INF || d == INF;
    let zero_second = c <= 0.0 && d >= 0.0;
    Some(match op {
        Op::FpLt => Set::Truth {
            yes: !no_number && a < d,
            no: any_nan || no_number || b >= c,
        },
        Op::FpLe => Set::Truth {
            yes: !no_number && a <= d,
            no: any_nan || no_number || b > c,
        },
        Op::FpEq => Set::Truth {
            yes: !no_number && a <= d && c <= b,
            no: any_nan || no_number || !(a == b && c == d && a == c),
        },
        _ if no_number => ONLY_NAN,
        Op::FpAdd => numbers(
            round(a + c),
            round(b + d),
            any_nan || endless && endless_second,
        ),
        Op::FpSub => numbers(
            round(a - d),
            round(b - c),
            any_nan || endless && endless_second,
        ),
        Op::FpMul => {
            let children = pool.children(t);
            let undefined = any_nan || endless && zero_second || zero && endless_second;
            if children[0] == children[1] {
                let (x, y) = (a.abs().min(b.abs()), a.abs().max(b.abs()));
                let least = if zero { 0.0 } else { x };
                return Some(numbers(round(least * least), round(y * y), nan));
            }
            let (low, high) = corners((a, b), (c, d), |x, y| {
                let product = x * y;
                if product.is_nan() {
                    0.0
                } else {
                    round(product)
                }
            });
            numbers(low, high, undefined)
        }
        Op::FpDiv if zero_second => numbers(-INF, INF, true),
        Op::FpDiv => {
            let undefined = any_nan || endless && endless_second;
            let (low, high) = corners((a, b), (c, d), |x, y| round(x / y));
            numbers(low, high, undefined)
        }
        _ => return None,
    })
}
