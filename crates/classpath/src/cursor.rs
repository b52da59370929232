//! A bounds-checked reader over the bytes of a class file. Every position is absolute, so that an error can say where
//! in the file it was found.

use crate::error::ClassFileError;

pub(crate) type Parsed<T> = Result<T, ClassFileError>;

#[derive(Clone, Copy)]
pub(crate) struct Cursor<'a> {
    bytes: &'a [u8],
    position: usize,
    end: usize,
}

impl<'a> Cursor<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Cursor {
            bytes,
            position: 0,
            end: bytes.len(),
        }
    }

    pub fn position(&self) -> usize {
        self.position
    }

    pub fn remaining(&self) -> usize {
        self.end - self.position
    }

    pub fn fail<T>(&self, reason: impl Into<String>) -> Parsed<T> {
        Err(ClassFileError::new(self.position, reason))
    }

    pub fn take(&mut self, length: usize, what: &str) -> Parsed<&'a [u8]> {
        if length > self.remaining() {
            return self.fail(format!(
                "the file is truncated: {what} needs {length} bytes, {} are left",
                self.remaining()
            ));
        }
        let start = self.position;
        self.position += length;
        Ok(&self.bytes[start..self.position])
    }

    /// Cuts the next `length` bytes off as a cursor of their own, which keeps absolute positions.
    pub fn section(&mut self, length: usize, what: &str) -> Parsed<Cursor<'a>> {
        let start = self.position;
        self.take(length, what)?;
        Ok(Cursor {
            bytes: self.bytes,
            position: start,
            end: self.position,
        })
    }

    /// What is left.
    pub fn rest(&self) -> &'a [u8] {
        &self.bytes[self.position..self.end]
    }

    pub fn u1(&mut self, what: &str) -> Parsed<u8> {
        Ok(self.take(1, what)?[0])
    }

    pub fn u2(&mut self, what: &str) -> Parsed<u16> {
        let b = self.take(2, what)?;
        Ok(u16::from_be_bytes([b[0], b[1]]))
    }

    pub fn u4(&mut self, what: &str) -> Parsed<u32> {
        let b = self.take(4, what)?;
        Ok(u32::from_be_bytes([b[0], b[1], b[2], b[3]]))
    }

    /// Room for `count` items of at least `size` bytes each: a count that the remaining bytes cannot hold must not
    /// decide an allocation.
    pub fn capacity(&self, count: u16, size: usize) -> usize {
        usize::from(count).min(self.remaining() / size.max(1))
    }

    pub fn finish(&self, what: &str) -> Parsed<()> {
        if self.remaining() == 0 {
            return Ok(());
        }
        self.fail(format!(
            "{} bytes are left over at the end of {what}",
            self.remaining()
        ))
    }
}
