//! Bounds on cells: intervals that hold every allowed result of a function over a box of arguments. Given a point and a
//! value that the function does not have there, [`Function::cell`] finds a large box around the point on which it never
//! has that value.

use super::Function;

/// From and to, both included.
pub type Interval = (f64, f64);

/// How a function runs between points.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    Increasing,
    Decreasing,
    /// Falls to a minimum at zero and rises again.
    Valley,
    /// A wave with its maximum at this many quarter turns.
    Wave {
        maximum: u8,
    },
    Tangent,
    Power,
    /// The angle of the point (second argument, first argument).
    Angle,
    Length,
    Remainder,
    /// Nothing is known between points.
    Point,
}

/// Doubles in their order, as integers; both zeros have their own.
fn ordinal(x: f64) -> i64 {
    let bits = x.to_bits() as i64;
    if bits < 0 { !(bits & i64::MAX) } else { bits }
}

fn from_ordinal(n: i64) -> f64 {
    f64::from_bits(if n < 0 {
        (!n) as u64 | 1 << 63
    } else {
        n as u64
    })
}

fn step(x: f64, by: i64) -> f64 {
    let (least, most) = (ordinal(f64::NEG_INFINITY), ordinal(f64::INFINITY));
    from_ordinal(ordinal(x).saturating_add(by).clamp(least, most))
}

fn holds(interval: Interval, x: f64) -> bool {
    interval.0 <= x && x <= interval.1
}

/// How many half turns lie between `phase` half turns and the end of an interval. Where rounding might miscount, the
/// interval counts as reaching beyond the turn in question.
fn half_turns(x: f64, phase: f64, upper: bool) -> Option<f64> {
    let turns = x / std::f64::consts::PI - phase;
    let nearest = turns.round();
    if x.abs() >= 1e5 {
        None
    } else if (turns - nearest).abs() > 1e-9 {
        Some(turns.floor())
    } else if upper {
        Some(nearest)
    } else {
        Some(nearest - 1.0)
    }
}

impl Function {
    /// Bounds on the allowed results over a box, or `None` where none are known. No argument is NaN.
    pub fn enclose(&self, cell: &[Interval]) -> Option<Interval> {
        let (low, high) = self.hull(cell)?;
        if low.is_nan() || high.is_nan() {
            return None;
        }
        let slack = self.slack as i64;
        Some((
            step(low, -slack).max(self.range.0),
            step(high, slack).min(self.range.1),
        ))
    }

    /// The value some doubles further, as far as the function goes.
    pub fn neighbour(&self, arguments: &[f64], by: i64) -> f64 {
        let value = (self.value)(arguments);
        if value.is_nan() {
            value
        } else {
            step(value, by).clamp(self.range.0, self.range.1)
        }
    }

    /// The least and the greatest value over a box.
    fn hull(&self, cell: &[Interval]) -> Option<Interval> {
        let at = |x: f64| (self.value)(&[x]);
        let (a, b) = cell[0];
        if cell.len() == 1 && !(holds(self.domain, a) && holds(self.domain, b)) {
            return None;
        }
        match self.shape {
            Shape::Increasing => Some((at(a), at(b))),
            Shape::Decreasing => Some((at(b), at(a))),
            Shape::Valley => {
                let high = at(a).max(at(b));
                let low = if a <= 0.0 && b >= 0.0 {
                    at(0.0)
                } else {
                    at(a).min(at(b))
                };
                Some((low, high))
            }
            Shape::Wave { maximum } => {
                if a == b {
                    return Some((at(a), at(a)));
                }
                let phase = f64::from(maximum) / 2.0;
                match (half_turns(a, phase, false), half_turns(b, phase, true)) {
                    // Between two neighbouring extrema the function is monotone.
                    (Some(m), Some(n)) if m == n => Some((at(a).min(at(b)), at(a).max(at(b)))),
                    // One extremum between them: a maximum if an even number of half turns is crossed.
                    (Some(m), Some(n)) if n == m + 1.0 && n % 2.0 == 0.0 => {
                        Some((at(a).min(at(b)), 1.0))
                    }
                    (Some(m), Some(n)) if n == m + 1.0 => Some((-1.0, at(a).max(at(b)))),
                    _ => Some((-1.0, 1.0)),
                }
            }
            Shape::Tangent => {
                let same = matches!((half_turns(a, 0.5, false), half_turns(b, 0.5, true)), (Some(m), Some(n)) if m == n);
                (a == b || same).then(|| (at(a), at(b)))
            }
            Shape::Power => self.power(cell[0], cell[1]),
            Shape::Angle => {
                // The cut along the negative axis, and the origin, are left out.
                let (y, x) = (cell[0], cell[1]);
                (y.0 > 0.0 || y.1 < 0.0 || x.0 > 0.0).then(|| self.corners(y, x))
            }
            Shape::Length => {
                let size = |(a, b): Interval| {
                    let least = if a <= 0.0 && b >= 0.0 {
                        0.0
                    } else {
                        a.abs().min(b.abs())
                    };
                    (least, a.abs().max(b.abs()))
                };
                let (x, y) = (size(cell[0]), size(cell[1]));
                Some(((self.value)(&[x.0, y.0]), (self.value)(&[x.1, y.1])))
            }
            Shape::Point => {
                let point = cell.iter().all(|(a, b)| a == b);
                point.then(|| self.corners(cell[0], cell[1]))
            }
            Shape::Remainder => {
                let y = cell[1];
                if y.0 <= 0.0 && y.1 >= 0.0 || !a.is_finite() || !b.is_finite() {
                    return None;
                }
                let (r, s) = (a % y.0, b % y.0);
                // Rounding a difference cannot bring it below a double that it is not below.
                let same_quotient = (a >= 0.0 || b <= 0.0) && b - a < y.0.abs() && r <= s;
                if y.0 == y.1 && (a == b || same_quotient) {
                    return Some((r, s));
                }
                // Below the divisor, not above the dividend, and with its sign.
                let size = step(y.0.abs().max(y.1.abs()), -1).min(a.abs().max(b.abs()));
                Some((
                    if a < 0.0 { -size } else { 0.0 },
                    if b > 0.0 { size } else { 0.0 },
                ))
            }
        }
    }

    fn corners(&self, x: Interval, y: Interval) -> Interval {
        let mut hull = (f64::INFINITY, f64::NEG_INFINITY);
        for a in [x.0, x.1] {
            for b in [y.0, y.1] {
                let value = (self.value)(&[a, b]);
                if value.is_nan() {
                    return (f64::NAN, f64::NAN);
                }
                hull = (hull.0.min(value), hull.1.max(value));
            }
        }
        hull
    }

    fn power(&self, x: Interval, y: Interval) -> Option<Interval> {
        if !(x.0.is_finite() && x.1.is_finite() && y.0.is_finite() && y.1.is_finite()) {
            return None;
        }
        // x^y = e^(y·ln x), and y·ln x is linear in each factor: the extremes are at corners.
        if x.0 > 0.0 {
            return Some(self.corners(x, y));
        }
        let exponent = y.0;
        if exponent != y.1 || exponent.fract() != 0.0 {
            return None;
        }
        if x.1 < 0.0 {
            return Some(self.corners(x, y));
        }
        if exponent <= 0.0 {
            return None;
        }
        let (low, high) = self.corners(x, y);
        Some((low.min(0.0), high.max(0.0)))
    }

    /// A box around the arguments on which the function never gives this result, and bounds that exclude it there.
    pub fn cell(&self, arguments: &[f64], result: f64) -> Option<(Vec<Interval>, Interval)> {
        let excludes =
            |cell: &[Interval]| self.enclose(cell).filter(|bounds| !holds(*bounds, result));
        let mut cell: Vec<Interval> = arguments.iter().map(|x| (*x, *x)).collect();
        if arguments.iter().any(|x| x.is_nan()) {
            return None;
        }
        let mut bounds = excludes(&cell)?;
        let ends = match cell.len() {
            1 => self.domain,
            _ => (f64::NEG_INFINITY, f64::INFINITY),
        };
        for i in 0..cell.len() {
            for upper in [false, true] {
                let mut far = cell.clone();
                let place = |cell: &mut Vec<Interval>, x: f64| {
                    if upper {
                        cell[i].1 = x;
                    } else {
                        cell[i].0 = x;
                    }
                };
                let limit = if upper { ends.1 } else { ends.0 };
                place(&mut far, limit);
                if let Some(found) = excludes(&far) {
                    (cell, bounds) = (far, found);
                    continue;
                }
                // The furthest end that still excludes, then halfway back: the bounds there keep a distance.
                let (mut good, mut bad) = (ordinal(arguments[i]), ordinal(limit));
                while good.abs_diff(bad) > 1 {
                    let middle = (i128::from(good) + i128::from(bad)).div_euclid(2) as i64;
                    place(&mut far, from_ordinal(middle));
                    if excludes(&far).is_some() {
                        good = middle;
                    } else {
                        bad = middle;
                    }
                }
                let end = from_ordinal(good);
                let half = arguments[i] / 2.0 + end / 2.0;
                let half = if upper {
                    half.max(arguments[i])
                } else {
                    half.min(arguments[i])
                };
                place(&mut far, half);
                if let Some(found) = excludes(&far) {
                    (cell, bounds) = (far, found);
                }
            }
        }
        Some((cell, bounds))
    }
}
