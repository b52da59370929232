//! The characters of a string that is an input: those that the path's model gives, and any for those that the path
//! never looked at. A string beyond the bound may have been given a hash code, which its last characters then make.

use crate::path::Path;
use crate::worker::{Checked, Worker};
use logic::{Evaluator, Sort, Term};
use machine::{
    BoundHit, End, HASH_CHARACTERS, Machine, OpenLength, character_symbol, exact_hash_length,
    hash_symbol,
};
use std::collections::BTreeSet;

/// Lengths to which the strings of a violation are brought down if one can; longer ones than the last are not written
/// into tests.
const READABLE: [u32; 5] = [0, 16, 64, 512, 4096];

/// Stands where any character would do.
const FILLER: u16 = b'a' as u16;

pub fn units(
    machine: &mut Machine,
    evaluator: &mut Evaluator,
    path: &Path,
    name: &str,
    length: usize,
    cut: Option<u32>,
) -> Vec<u16> {
    let looked_at: BTreeSet<Term> = match cut {
        Some(cut) if length > cut as usize => path
            .all_conditions()
            .flat_map(|c| machine.pool.support(c).to_vec())
            .collect(),
        _ => BTreeSet::new(),
    };
    let limit = cut.map_or(length, |cut| cut as usize);
    let mut units = Vec::with_capacity(length);
    let mut free = Vec::with_capacity(length);
    for i in 0..length {
        let symbol = character_symbol(name, i);
        let symbol = machine.pool.symbol(&symbol, Sort::Bv(16));
        let known = i < limit || looked_at.contains(&symbol);
        free.push(!known);
        let value = evaluator.eval(&machine.pool, &path.model, symbol);
        let value = value.ok().and_then(|v| v.as_bv()).unwrap_or(0) as u16;
        units.push(if known { value } else { FILLER });
    }
    let hash = machine.pool.symbol(&hash_symbol(name), Sort::Bv(32));
    if length > exact_hash_length(limit) && looked_at.contains(&hash) {
        let value = evaluator.eval(&machine.pool, &path.model, hash);
        let wanted = value.ok().and_then(|v| v.as_bv()).unwrap_or(0) as u32;
        if free[length - HASH_CHARACTERS..].iter().all(|free| *free) {
            give_hash(&mut units, wanted);
        }
    }
    units
}

/// Changes the last characters so that the string has this hash code. They are fillers, so each has room above it for
/// what a digit of the difference, written to the base of 31, can be.
fn give_hash(units: &mut [u16], wanted: u32) {
    let hash = |units: &[u16]| {
        let step = |h: u32, c: &u16| h.wrapping_mul(31).wrapping_add(u32::from(*c));
        units.iter().fold(0, step)
    };
    let mut difference = wanted.wrapping_sub(hash(units));
    let first = units.len() - HASH_CHARACTERS;
    for (i, unit) in units[first..].iter_mut().enumerate() {
        let weight = 31u32.pow((HASH_CHARACTERS - 1 - i) as u32);
        *unit += (difference / weight) as u16;
        difference %= weight;
    }
    debug_assert_eq!(hash(units), wanted);
}

impl Worker<'_> {
    /// A violation is shown with strings as short as the bound, or at least of a length that can be written down.
    /// Where it takes longer ones, it lies beyond the bound.
    pub(crate) fn shorten_strings(&mut self, path: &mut Path) -> Result<(), End> {
        let open: Vec<OpenLength> = path.state.open_lengths.iter().cloned().collect();
        let limit = self.config.machine.string_length;
        for most in READABLE.into_iter().map(|most| most.max(limit)) {
            let bound = self.machine.pool.bv32(most as i32);
            let short: Vec<Term> = open
                .iter()
                .map(|open| self.machine.pool.ule(open.length, bound))
                .collect();
            let short = self.machine.pool.and_all(&short);
            let model = &path.model;
            if let Ok(true) = self.evaluator.eval_bool(&self.machine.pool, model, short) {
                return Ok(());
            }
            match self.check(path, Some(short)) {
                Checked::Sat(model) => {
                    path.model = model;
                    return Ok(());
                }
                Checked::Unsat => {}
                Checked::Unknown => {
                    return Err(End::Unsupported {
                        what: "a violation whose strings could not be made short".to_owned(),
                        at: None,
                    });
                }
            }
        }
        match open.first() {
            Some(open) => Err(End::Bound(BoundHit::StringLength {
                limit: READABLE[READABLE.len() - 1].max(limit),
                input: open.name.clone(),
            })),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_hash_code_can_be_made() {
        for wanted in [0, 1, 0xFFFF_FFFF, 0x8000_0000, 96354, 0xDEAD_BEEF] {
            let mut units = vec![FILLER; 20];
            give_hash(&mut units, wanted);
            let made = units
                .iter()
                .fold(0u32, |h, c| h.wrapping_mul(31).wrapping_add(u32::from(*c)));
            assert_eq!(made, wanted);
        }
    }
}
