//! Checksums of `java.util.zip`, which the JDK computes in native code. They are terms where a byte is symbolic: a
//! checksum only shifts and adds, so no path splits.

use super::{Call, Entry, Return, value};
use crate::halt::Step;
use crate::machine::Machine;
use crate::state::State;
use crate::value::Slot;

const CRC32: &str = "java/util/zip/CRC32";

pub const NATIVES: &[Entry] = &[
    // The library with the natives below.
    ("java/util/zip/ZipUtils", "loadLibrary", "*", super::nothing),
    (CRC32, "update", "(II)I", crc_of_one),
    (CRC32, "updateBytes0", "(I[BII)I", crc_of_bytes),
];

/// The polynomial of IEEE 802.3, lowest power first.
const POLYNOMIAL: u32 = 0xedb8_8320;

fn crc_of_one(m: &mut Machine, _: &mut State, call: &Call<'_>) -> Step<Return> {
    let crc = complement(m, call.args[0]);
    let crc = step(m, crc, call.args[1]);
    value(complement(m, crc))
}

/// The caller has checked offset and length.
fn crc_of_bytes(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let bytes = m.array_slots(st, call.reference(1))?;
    let offset = m.concrete_int(st, call.args[2])?.max(0) as usize;
    let length = m.concrete_int(st, call.args[3])?.max(0) as usize;
    let mut crc = complement(m, call.args[0]);
    for byte in bytes.into_iter().skip(offset).take(length) {
        crc = step(m, crc, byte);
    }
    value(complement(m, crc))
}

fn complement(m: &mut Machine, slot: Slot) -> Slot {
    if slot.term.is_none() {
        return Slot::int(!slot.as_int());
    }
    let (term, ones) = (m.int_term(slot), m.pool.bv32(-1));
    let result = m.pool.bv_xor(term, ones);
    m.slot(result)
}

/// One byte, bit by bit.
fn step(m: &mut Machine, crc: Slot, byte: Slot) -> Slot {
    if crc.term.is_none() && byte.term.is_none() {
        let mut crc = crc.as_int() as u32 ^ (byte.as_int() as u32 & 0xff);
        for _ in 0..8 {
            crc = (crc >> 1) ^ (POLYNOMIAL & (crc & 1).wrapping_neg());
        }
        return Slot::int(crc as i32);
    }
    let (crc, byte) = (m.int_term(crc), m.int_term(byte));
    let (low, one) = (m.pool.bv32(0xff), m.pool.bv32(1));
    let polynomial = m.pool.bv32(POLYNOMIAL as i32);
    let byte = m.pool.bv_and(byte, low);
    let mut crc = m.pool.bv_xor(crc, byte);
    for _ in 0..8 {
        let bit = m.pool.bv_and(crc, one);
        let mask = m.pool.neg(bit);
        let mask = m.pool.bv_and(polynomial, mask);
        let rest = m.pool.lshr(crc, one);
        crc = m.pool.bv_xor(rest, mask);
    }
    m.slot(crc)
}
