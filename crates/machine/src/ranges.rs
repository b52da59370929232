//! Ranges that the user sets for inputs of a primitive type, or of a name: ends of what they may be. They hold for
//! arguments of symbolic methods and of the entry, for what is in such objects, and for SPF's `Debug` calls. Elements of
//! arrays of primitives are not restricted.

use crate::generics::Type;
use crate::halt::{Halt, Step};
use crate::inputs::{box_of, primitive_name};
use crate::machine::Machine;
use crate::state::State;
use logic::Term;

/// One end of a range.
#[derive(Clone, Debug, PartialEq)]
pub struct InputEnd {
    /// Descriptors of the primitive types that it is for: `I`, `FD`.
    pub types: String,
    /// The input that it is for; otherwise every one that has no end of its own.
    pub name: Option<String>,
    /// Whether it is the greatest value, rather than the least.
    pub most: bool,
    pub value: EndValue,
    /// What the user has set: `symbolic.min_int`, in this file.
    pub key: String,
    pub file: String,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EndValue {
    Integer(i64),
    Real(f64),
}

impl InputEnd {
    /// Where the user has said so.
    pub fn told(&self) -> String {
        format!("{} in {}", self.key, self.file)
    }

    /// Whether no value of the type is beyond it.
    fn is_all(&self, primitive: u8) -> bool {
        let (least, greatest, _) = integers(primitive);
        match self.value {
            EndValue::Integer(value) if self.most => value >= greatest,
            EndValue::Integer(value) => value <= least,
            EndValue::Real(_) => false,
        }
    }
}

/// The least and the greatest value of an integral type, and how many bits it has.
fn integers(primitive: u8) -> (i64, i64, u32) {
    match primitive {
        b'B' => (i8::MIN.into(), i8::MAX.into(), 8),
        b'C' => (0, u16::MAX.into(), 16),
        b'S' => (i16::MIN.into(), i16::MAX.into(), 16),
        b'I' => (i32::MIN.into(), i32::MAX.into(), 32),
        _ => (i64::MIN, i64::MAX, 64),
    }
}

impl Machine {
    /// Asks for the input that is made next to be within its range.
    pub(crate) fn keep_in_range(&mut self, st: &State, name: &str, ty: &Type) -> Step<()> {
        if self.options.ends.is_empty() {
            return Ok(());
        }
        let primitive = match ty {
            Type::Primitive(primitive) => *primitive,
            Type::Class { name: class, .. } => match box_of(class) {
                Some(primitive) => primitive,
                None => return Ok(()),
            },
            Type::Array(_) => return Ok(()),
        };
        let (least, most) = (
            self.end(name, primitive, false),
            self.end(name, primitive, true),
        );
        if least.is_none() && most.is_none() {
            return Ok(());
        }
        let (symbol, _) = self.primitive_symbol(st, name, primitive);
        let mut said = Vec::new();
        let mut within = Vec::new();
        let ends = [&least, &most].into_iter().flatten();
        for end in ends.filter(|end| !end.is_all(primitive)) {
            match self.not_beyond(symbol, primitive, end) {
                Some(condition) => within.push(condition),
                None => {
                    let ty = primitive_name(primitive);
                    let what = format!("{} leaves no value of type {ty}", end.told());
                    return Err(Halt::unsupported(what));
                }
            }
        }
        for condition in within {
            match self.pool.as_bool(condition) {
                Some(true) => continue,
                Some(false) => return Err(Halt::Infeasible),
                None => {}
            }
            if st.facts.get(&condition) != Some(&1) {
                return Err(Halt::Assume(condition));
            }
            said.push(condition);
        }
        if !said.is_empty() {
            self.ranges.insert(words(name, primitive, &least, &most));
        }
        Ok(())
    }

    /// The end for an input: its own, or that of its type.
    fn end(&self, name: &str, primitive: u8, most: bool) -> Option<InputEnd> {
        let mut found = None;
        for end in &self.options.ends {
            let here = end.most == most && end.types.as_bytes().contains(&primitive);
            if !here {
                continue;
            }
            match &end.name {
                Some(own) if own == name => return Some(end.clone()),
                Some(_) => {}
                None => found = Some(end.clone()),
            }
        }
        found
    }

    /// That the symbol is not beyond the end; none if that leaves no value of the type.
    fn not_beyond(&mut self, symbol: Term, primitive: u8, end: &InputEnd) -> Option<Term> {
        let bound = match end.value {
            EndValue::Integer(value) => {
                let (least, greatest, width) = integers(primitive);
                let value = match end.most {
                    true if value < least => return None,
                    false if value > greatest => return None,
                    _ => value.clamp(least, greatest),
                };
                let mask = u128::MAX >> (128 - width);
                self.pool.bv(width, value as u128 & mask)
            }
            EndValue::Real(value) if primitive == b'F' => {
                self.pool.f32(float_within(value, end.most))
            }
            EndValue::Real(value) => self.pool.f64(value),
        };
        let (low, high) = match end.most {
            true => (symbol, bound),
            false => (bound, symbol),
        };
        Some(match primitive {
            b'F' | b'D' => self.pool.fp_le(low, high),
            b'C' => self.pool.ule(low, high),
            _ => self.pool.sle(low, high),
        })
    }
}

/// The last `float` that is not beyond the end.
fn float_within(value: f64, most: bool) -> f32 {
    let near = value as f32;
    match f64::from(near) {
        wide if most && wide > value => near.next_down(),
        wide if !most && wide < value => near.next_up(),
        _ => near,
    }
}

fn words(name: &str, primitive: u8, least: &Option<InputEnd>, most: &Option<InputEnd>) -> String {
    let of = |end: &InputEnd| match end.value {
        EndValue::Integer(value) => value.to_string(),
        EndValue::Real(value) => format!("{value:?}"),
    };
    let range = match (least, most) {
        (Some(least), Some(most)) => format!("from {} to {}", of(least), of(most)),
        (Some(least), None) => format!("from {} on", of(least)),
        (None, Some(most)) => format!("up to {}", of(most)),
        (None, None) => String::new(),
    };
    let ends = [least, most];
    let own = ends
        .iter()
        .any(|end| matches!(end, Some(end) if end.name.is_some()));
    let whose = match own {
        true => format!("input {name}"),
        false => "inputs".to_owned(),
    };
    let told = match (least, most) {
        (Some(least), Some(most)) if least.file == most.file => {
            format!("{} and {}", least.key, most.told())
        }
        _ => {
            let told: Vec<String> = ends.into_iter().flatten().map(InputEnd::told).collect();
            told.join(" and ")
        }
    };
    let ty = primitive_name(primitive);
    format!("{whose} of type {ty} {range} ({told})")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_of_floats_are_within() {
        assert_eq!(float_within(0.5, true), 0.5);
        assert!(f64::from(float_within(0.1, true)) <= 0.1);
        assert!(f64::from(float_within(0.1, false)) >= 0.1);
        assert_eq!(float_within(f64::MAX, true), f32::MAX);
        assert_eq!(float_within(-f64::MAX, false), f32::MIN);
    }
}
