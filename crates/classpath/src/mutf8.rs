//! Modified UTF-8 (JVMS §4.4.7): U+0000 as two bytes, characters beyond the BMP as two three-byte surrogates.

/// Decodes to UTF-16 code units; `Err` holds the index of the first byte that does not fit.
pub(crate) fn decode_utf16(bytes: &[u8]) -> Result<Vec<u16>, usize> {
    let mut units = Vec::with_capacity(bytes.len());
    let mut i = 0;
    while let Some(&first) = bytes.get(i) {
        let continuation = |offset: usize| match bytes.get(i + offset) {
            Some(&b) if b & 0xC0 == 0x80 => Ok(u16::from(b & 0x3F)),
            _ => Err(i),
        };
        let (unit, length) = match first {
            0x01..=0x7F => (u16::from(first), 1),
            0xC0..=0xDF => (u16::from(first & 0x1F) << 6 | continuation(1)?, 2),
            0xE0..=0xEF => (
                u16::from(first & 0x0F) << 12 | continuation(1)? << 6 | continuation(2)?,
                3,
            ),
            _ => return Err(i),
        };
        units.push(unit);
        i += length;
    }
    Ok(units)
}

pub(crate) fn is_plain_ascii(bytes: &[u8]) -> bool {
    bytes.is_ascii() && !bytes.contains(&0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decodes_what_the_specification_names() {
        assert_eq!(decode_utf16(b"az").unwrap(), [0x61, 0x7A]);
        assert_eq!(decode_utf16(&[0xC0, 0x80]).unwrap(), [0]);
        assert_eq!(decode_utf16("é€".as_bytes()).unwrap(), [0xE9, 0x20AC]);
        let pair = [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80];
        assert_eq!(decode_utf16(&pair).unwrap(), [0xD83D, 0xDE00]);
        assert_eq!(decode_utf16(&pair[..3]).unwrap(), [0xD83D]);
    }

    #[test]
    fn rejects_what_it_forbids() {
        assert_eq!(decode_utf16(&[0x61, 0]), Err(1));
        assert_eq!(decode_utf16(&[0xC3]), Err(0));
        assert_eq!(decode_utf16(&[0xE2, 0x82]), Err(0));
        assert_eq!(decode_utf16(&[0x80]), Err(0));
        assert_eq!(decode_utf16("😀".as_bytes()), Err(0));
    }
}
