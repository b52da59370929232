//! Checksums of `java.util.zip`, which the JDK computes in native code. They are terms where a byte is symbolic: a
//! checksum only shifts and adds, so no path splits.

use super::{Call, Entry, Return, value};
use crate::halt::Step;
use crate::machine::Machine;
use crate::state::State;
use crate::value::Slot;

const CRC32: &str = "java/util/zip/CRC32";
const ADLER32: &str = "java/util/zip/Adler32";

pub const NATIVES: &[Entry] = &[
    // The library with the natives below.
    ("java/util/zip/ZipUtils", "loadLibrary", "*", super::nothing),
    (CRC32, "update", "(II)I", crc_of_one),
    (CRC32, "updateBytes0", "(I[BII)I", crc_of_bytes),
    (ADLER32, "update", "(II)I", adler_of_one),
    (ADLER32, "updateBytes", "(I[BII)I", adler_of_bytes),
];

/// The polynomial of IEEE 802.3, lowest power first.
const POLYNOMIAL: u32 = 0xedb8_8320;

fn crc_of_one(m: &mut Machine, _: &mut State, call: &Call<'_>) -> Step<Return> {
    let crc = complement(m, call.args[0]);
    let crc = step(m, crc, call.args[1]);
    value(complement(m, crc))
}

fn crc_of_bytes(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let bytes = bytes(m, st, call)?;
    let mut crc = complement(m, call.args[0]);
    for byte in bytes {
        crc = step(m, crc, byte);
    }
    value(complement(m, crc))
}

/// Those that a checksum is to be updated with: `(int sum, byte[] array, int offset, int length)`. The caller has
/// checked offset and length.
fn bytes(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Vec<Slot>> {
    let bytes = m.array_slots(st, call.reference(1))?;
    let offset = m.concrete_int(st, call.args[2])?.max(0) as usize;
    let length = m.concrete_int(st, call.args[3])?.max(0) as usize;
    Ok(bytes.into_iter().skip(offset).take(length).collect())
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

// --- Adler-32 (RFC 1950) -------------------------------------------------------------------------------------------

fn adler_of_one(m: &mut Machine, _: &mut State, call: &Call<'_>) -> Step<Return> {
    value(adler(m, call.args[0], &[call.args[1]]))
}

fn adler_of_bytes(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let bytes = bytes(m, st, call)?;
    value(adler(m, call.args[0], &bytes))
}

/// Two sums modulo a prime: of the bytes, in the lower half, and of those sums.
fn adler(m: &mut Machine, sum: Slot, bytes: &[Slot]) -> Slot {
    const PRIME: i32 = 65521;
    let sum = m.int_term(sum);
    let (half, byte_mask, prime) = (m.pool.bv32(16), m.pool.bv32(0xff), m.pool.bv32(PRIME));
    let low_mask = m.pool.bv32(0xffff);
    let mut low = m.pool.bv_and(sum, low_mask);
    let mut high = m.pool.lshr(sum, half);
    // Both are smaller than the prime, and so is what is added.
    let add = |m: &mut Machine, a, b| {
        let sum = m.pool.add(a, b);
        let rest = m.pool.sub(sum, prime);
        let small = m.pool.ult(sum, prime);
        m.pool.ite(small, sum, rest)
    };
    for byte in bytes {
        let byte = m.int_term(*byte);
        let byte = m.pool.bv_and(byte, byte_mask);
        low = add(m, low, byte);
        high = add(m, high, low);
    }
    let high = m.pool.shl(high, half);
    let both = m.pool.bv_or(high, low);
    m.slot(both)
}
