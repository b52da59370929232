//! The JDK's `lib/modules` image: a header, a perfect hash over resource names, attribute streams, strings, and the
//! resources themselves, perhaps compressed by `jlink`. Only the index (a few megabytes) is held in memory; resources
//! are read from the file one at a time, so that opening an image costs next to nothing.

use crate::decompress;
use crate::error::Error;
use std::fs::File;
use std::path::{Path, PathBuf};

pub(crate) struct Image {
    path: PathBuf,
    file: File,
    big_endian: bool,
    redirect: Vec<u8>,
    offsets: Vec<u8>,
    locations: Vec<u8>,
    strings: Vec<u8>,
    /// Length of the tables above, which is the number of buckets of the hash.
    length: u32,
    data_start: u64,
}

const MAGIC: u32 = 0xCAFE_DADA;
const HEADER: u64 = 28;
const HASH_MULTIPLIER: u32 = 0x0100_0193;
/// An index beyond this is not a JDK's; the real one takes 2 to 4 MB.
const MAX_INDEX: u64 = 256 << 20;
/// The largest resource of a JDK takes a few megabytes.
const MAX_RESOURCE: u64 = 512 << 20;

/// One resource's attribute stream, decoded.
#[derive(Default, Clone, Copy)]
struct Location {
    module: u64,
    parent: u64,
    base: u64,
    extension: u64,
    offset: u64,
    compressed: u64,
    uncompressed: u64,
}

impl Image {
    pub fn open(path: &Path) -> Result<Image, Error> {
        let file = File::open(path).map_err(|e| Error::io(path, "open the JDK image", e))?;
        let size = file
            .metadata()
            .map_err(|e| Error::io(path, "read the JDK image", e))?
            .len();
        let mut image = Image {
            path: path.to_path_buf(),
            file,
            big_endian: false,
            redirect: Vec::new(),
            offsets: Vec::new(),
            locations: Vec::new(),
            strings: Vec::new(),
            length: 0,
            data_start: 0,
        };
        let header = image.read_at(0, HEADER)?;
        let word = |big: bool, index: usize| {
            let bytes = [0, 1, 2, 3].map(|i| header.get(index * 4 + i).copied().unwrap_or(0));
            match big {
                true => u32::from_be_bytes(bytes),
                false => u32::from_le_bytes(bytes),
            }
        };
        image.big_endian = match (word(false, 0), word(true, 0)) {
            (MAGIC, _) => false,
            (_, MAGIC) => true,
            _ => return image.fail("not a JDK image: its magic number is wrong"),
        };
        let word = |index| word(image.big_endian, index);
        let version = word(1);
        if version >> 16 != 1 {
            return image.fail(format!(
                "JDK image version {}.{} is unknown",
                version >> 16,
                version & 0xFFFF
            ));
        }
        let (length, locations, strings) = (word(4), u64::from(word(5)), u64::from(word(6)));
        let tables = u64::from(length) * 4;
        image.data_start = HEADER + 2 * tables + locations + strings;
        if length == 0 || image.data_start > size || image.data_start > MAX_INDEX {
            return image
                .fail("the JDK image is truncated or damaged: its index does not fit the file");
        }
        image.length = length;
        image.redirect = image.read_at(HEADER, tables)?;
        image.offsets = image.read_at(HEADER + tables, tables)?;
        image.locations = image.read_at(HEADER + 2 * tables, locations)?;
        image.strings = image.read_at(HEADER + 2 * tables + locations, strings)?;
        Ok(image)
    }

    /// The module that holds a package, as the image's own `/packages` directory says. The package in dots.
    pub fn module_of(&self, package: &str) -> Result<Option<String>, Error> {
        let name = format!("/packages/{package}");
        let Some(location) = self.find(&name)? else {
            return Ok(None);
        };
        // Pairs of words: whether the module's package is empty, and the module's name as a string offset.
        let data = self.data(location, &name)?;
        for pair in data.chunks_exact(8) {
            let empty = self.word(&pair[..4]);
            let module = self.word(&pair[4..]);
            if empty == 0 {
                return self.string(u64::from(module)).map(|m| Some(m.to_string()));
            }
        }
        Ok(None)
    }

    /// A resource by its full name, `/java.base/java/lang/Object.class`.
    pub fn resource(&self, name: &str) -> Result<Option<Vec<u8>>, Error> {
        match self.find(name)? {
            Some(location) => self.data(location, name).map(Some),
            None => Ok(None),
        }
    }

    /// The full names of all resources with the given extension, in no particular order.
    pub fn names(&self, extension: &str) -> Result<Vec<String>, Error> {
        let mut names = Vec::new();
        for bucket in 0..self.length {
            let location = self.location(bucket)?;
            if self.string(location.extension)? == extension {
                names.push(self.full_name(&location)?);
            }
        }
        Ok(names)
    }

    fn find(&self, name: &str) -> Result<Option<Location>, Error> {
        let bucket = hash(name, HASH_MULTIPLIER) % self.length;
        let redirect = self.word_in(&self.redirect, bucket)?.cast_signed();
        let index = match redirect {
            0 => bucket,
            seed if seed > 0 => hash(name, seed.cast_unsigned()) % self.length,
            direct => (-1 - direct).cast_unsigned(),
        };
        if index >= self.length {
            return self.fail("the JDK image is damaged: its hash table points outside");
        }
        let location = self.location(index)?;
        // The hash is perfect only for names that are there.
        Ok((self.full_name(&location)? == name).then_some(location))
    }

    fn full_name(&self, location: &Location) -> Result<String, Error> {
        let mut name = String::new();
        let module = self.string(location.module)?;
        if !module.is_empty() {
            name.push('/');
            name.push_str(module);
            name.push('/');
        }
        let parent = self.string(location.parent)?;
        if !parent.is_empty() {
            name.push_str(parent);
            name.push('/');
        }
        name.push_str(self.string(location.base)?);
        let extension = self.string(location.extension)?;
        if !extension.is_empty() {
            name.push('.');
            name.push_str(extension);
        }
        Ok(name)
    }

    fn location(&self, index: u32) -> Result<Location, Error> {
        let mut at = self.word_in(&self.offsets, index)? as usize;
        let mut location = Location::default();
        loop {
            // Each attribute: kind in the high five bits, length minus one in the low three, then the value.
            let Some(&tag) = self.locations.get(at) else {
                return self.fail("the JDK image is damaged: an entry runs past the index");
            };
            let kind = tag >> 3;
            if kind == 0 {
                return Ok(location);
            }
            let length = usize::from(tag & 7) + 1;
            let Some(bytes) = self.locations.get(at + 1..at + 1 + length) else {
                return self.fail("the JDK image is damaged: an entry runs past the index");
            };
            let value = bytes.iter().fold(0u64, |v, b| v << 8 | u64::from(*b));
            match kind {
                1 => location.module = value,
                2 => location.parent = value,
                3 => location.base = value,
                4 => location.extension = value,
                5 => location.offset = value,
                6 => location.compressed = value,
                7 => location.uncompressed = value,
                // Newer images may add kinds.
                _ => {}
            }
            at += 1 + length;
        }
    }

    fn data(&self, location: Location, name: &str) -> Result<Vec<u8>, Error> {
        let stored = match location.compressed {
            0 => location.uncompressed,
            compressed => compressed,
        };
        if stored > MAX_RESOURCE || location.uncompressed > MAX_RESOURCE {
            return self.fail(format!(
                "{name} claims to be {} bytes long",
                location.uncompressed
            ));
        }
        let start = self.data_start.checked_add(location.offset);
        let Some(start) = start else {
            return self.fail(format!("{name} lies outside the file"));
        };
        let bytes = self.read_at(start, stored)?;
        if location.compressed == 0 {
            return Ok(bytes);
        }
        let string = |offset: u32| self.string_bytes(u64::from(offset));
        decompress::resource(bytes, self.big_endian, location.uncompressed, &string)
            .or_else(|reason| self.fail(format!("{name} cannot be decompressed: {reason}")))
    }

    fn string(&self, offset: u64) -> Result<&str, Error> {
        let text = self.string_bytes(offset);
        match text.and_then(|bytes| std::str::from_utf8(bytes).ok()) {
            Some(text) => Ok(text),
            None => self.fail("the JDK image is damaged: a name lies outside its strings"),
        }
    }

    fn string_bytes(&self, offset: u64) -> Option<&[u8]> {
        let rest = self.strings.get(usize::try_from(offset).ok()?..)?;
        rest.split(|b| *b == 0).next()
    }

    fn word(&self, bytes: &[u8]) -> u32 {
        let bytes = [0, 1, 2, 3].map(|i| bytes.get(i).copied().unwrap_or(0));
        match self.big_endian {
            true => u32::from_be_bytes(bytes),
            false => u32::from_le_bytes(bytes),
        }
    }

    fn word_in(&self, table: &[u8], index: u32) -> Result<u32, Error> {
        let at = index as usize * 4;
        match table.get(at..at + 4) {
            Some(bytes) => Ok(self.word(bytes)),
            None => self.fail("the JDK image is damaged: an index lies outside its table"),
        }
    }

    fn fail<T>(&self, reason: impl Into<String>) -> Result<T, Error> {
        Err(Error::Image {
            path: self.path.clone(),
            reason: reason.into(),
        })
    }

    fn read_at(&self, offset: u64, length: u64) -> Result<Vec<u8>, Error> {
        let mut bytes = vec![0; usize::try_from(length).unwrap_or(usize::MAX)];
        read_exact_at(&self.file, &mut bytes, offset)
            .map_err(|e| Error::io(&self.path, "read the JDK image", e))?;
        Ok(bytes)
    }
}

fn hash(name: &str, seed: u32) -> u32 {
    name.bytes().fold(seed, |hash, byte| {
        hash.wrapping_mul(HASH_MULTIPLIER) ^ u32::from(byte)
    }) & 0x7FFF_FFFF
}

#[cfg(unix)]
fn read_exact_at(file: &File, buffer: &mut [u8], offset: u64) -> std::io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, buffer, offset)
}

#[cfg(windows)]
fn read_exact_at(file: &File, mut buffer: &mut [u8], mut offset: u64) -> std::io::Result<()> {
    while !buffer.is_empty() {
        let read = std::os::windows::fs::FileExt::seek_read(file, buffer, offset)?;
        if read == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        buffer = &mut buffer[read..];
        offset += read as u64;
    }
    Ok(())
}
