//! Resources that `jlink --compress` stored: a stack of layers, each with a header naming its decompressor. `zip` is
//! deflate; `compact-cp` keeps a class's texts in the image's strings.

use std::io::Read;

const MAGIC: u32 = 0xCAFE_FAFA;
const HEADER: usize = 29;
/// jlink writes at most two layers.
const MAX_LAYERS: usize = 8;

/// The image's strings by offset: modified UTF-8, hence bytes.
type Strings<'a> = dyn Fn(u32) -> Option<&'a [u8]> + 'a;

pub(crate) fn resource(
    mut bytes: Vec<u8>,
    big_endian: bool,
    expected: u64,
    strings: &Strings,
) -> Result<Vec<u8>, String> {
    for _ in 0..MAX_LAYERS {
        let word = |at: usize| -> Option<u32> {
            let bytes: [u8; 4] = bytes.get(at..at + 4)?.try_into().ok()?;
            Some(match big_endian {
                true => u32::from_be_bytes(bytes),
                false => u32::from_le_bytes(bytes),
            })
        };
        if word(0) != Some(MAGIC) || bytes.len() < HEADER {
            return match bytes.len() as u64 == expected {
                true => Ok(bytes),
                false => Err(format!("{} bytes instead of {expected}", bytes.len())),
            };
        }
        // magic u4, compressed size u8, uncompressed size u8, decompressor name u4, its configuration u4, last layer u1
        let (low, high) = (word(12).unwrap_or(0), word(16).unwrap_or(0));
        let size = match big_endian {
            true => u64::from(low) << 32 | u64::from(high),
            false => u64::from(high) << 32 | u64::from(low),
        };
        // A layer may be larger than the resource, but not by much: the limit stops bombs, not real images.
        if size > expected.saturating_mul(4).saturating_add(1 << 20) {
            return Err(format!("a layer claims to expand to {size} bytes"));
        }
        let name = word(20).and_then(strings).unwrap_or_default();
        let content = &bytes[HEADER..];
        bytes = match name {
            b"zip" => inflate(content, size)?,
            b"compact-cp" => share_strings(content, strings)?,
            other => {
                return Err(format!(
                    "its compression `{}` is unknown",
                    String::from_utf8_lossy(other)
                ));
            }
        };
        if bytes.len() as u64 != size {
            return Err(format!(
                "a layer has {} bytes instead of {size}",
                bytes.len()
            ));
        }
    }
    Err("too many layers".into())
}

fn inflate(content: &[u8], size: u64) -> Result<Vec<u8>, String> {
    let mut out = Vec::new();
    flate2::read::ZlibDecoder::new(content)
        .take(size + 1)
        .read_to_end(&mut out)
        .map_err(|e| e.to_string())?;
    Ok(out)
}

/// Tag of a text that is wholly in the image's strings.
const EXTERNALIZED_STRING: u8 = 23;
/// Tag of a descriptor whose class names are in the image's strings.
const EXTERNALIZED_DESCRIPTOR: u8 = 25;

fn share_strings(content: &[u8], strings: &Strings) -> Result<Vec<u8>, String> {
    let mut input = Input(content);
    let mut out = input.take(8)?.to_vec();
    let count = input.take(2)?;
    out.extend_from_slice(count);
    let count = u16::from_be_bytes([count[0], count[1]]);
    let mut index = 1;
    while index < count {
        let tag = input.take(1)?[0];
        match tag {
            EXTERNALIZED_STRING => {
                let text =
                    strings(input.compressed_int()?).ok_or("a text lies outside the image")?;
                push_text(&mut out, text)?;
            }
            EXTERNALIZED_DESCRIPTOR => {
                let text = descriptor(&mut input, strings)?;
                push_text(&mut out, &text)?;
            }
            1 => {
                let length = input.take(2)?;
                let text = input.take(usize::from(u16::from_be_bytes([length[0], length[1]])))?;
                push_text(&mut out, text)?;
            }
            _ => {
                let size = match tag {
                    7 | 8 | 16 | 19 | 20 => 2,
                    15 => 3,
                    3 | 4 | 9..=12 | 17 | 18 => 4,
                    5 | 6 => 8,
                    _ => return Err(format!("constant pool tag {tag}")),
                };
                out.push(tag);
                out.extend_from_slice(input.take(size)?);
            }
        }
        index += if matches!(tag, 5 | 6) { 2 } else { 1 };
    }
    out.extend_from_slice(input.0);
    Ok(out)
}

/// A template descriptor whose `L` are followed by nothing; package and class of each come as string offsets.
fn descriptor(input: &mut Input, strings: &Strings) -> Result<Vec<u8>, String> {
    let template = strings(input.compressed_int()?).ok_or("a descriptor lies outside the image")?;
    let length = input.compressed_int()? as usize;
    let mut offsets = Input(input.take(length)?);
    if length == 0 {
        return Ok(template.to_vec());
    }
    let mut text = Vec::new();
    for &c in template {
        text.push(c);
        if c == b'L' {
            let package =
                strings(offsets.compressed_int()?).ok_or("a package lies outside the image")?;
            if !package.is_empty() {
                text.extend_from_slice(package);
                text.push(b'/');
            }
            text.extend_from_slice(
                strings(offsets.compressed_int()?).ok_or("a class lies outside the image")?,
            );
        }
    }
    Ok(text)
}

fn push_text(out: &mut Vec<u8>, text: &[u8]) -> Result<(), String> {
    let length = u16::try_from(text.len()).map_err(|_| "a text is too long".to_string())?;
    out.push(1);
    out.extend_from_slice(&length.to_be_bytes());
    out.extend_from_slice(text);
    Ok(())
}

struct Input<'a>(&'a [u8]);

impl<'a> Input<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8], String> {
        let (head, tail) = self.0.split_at_checked(length).ok_or("it is truncated")?;
        self.0 = tail;
        Ok(head)
    }

    /// One to four bytes: the top bit says that bits 5 and 6 hold the length, otherwise four plain bytes follow.
    fn compressed_int(&mut self) -> Result<u32, String> {
        let first = *self.0.first().ok_or("it is truncated")?;
        if first & 0x80 == 0 {
            let bytes = self.take(4)?;
            return Ok(u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]));
        }
        let length = usize::from(first >> 5 & 3);
        let bytes = self.take(length.max(1))?;
        let head = u32::from(bytes[0] & 0x1F);
        Ok(bytes[1..].iter().fold(head, |v, b| v << 8 | u32::from(*b)))
    }
}
