//! Entries that are added to a constant pool (JVMS §4.4).

use std::collections::HashMap;

/// The additions to the pool of one class.
pub(crate) struct Pool {
    /// The next index; beyond what a class file can say if the pool has overflowed.
    next: u32,
    added: Vec<u8>,
    known: HashMap<Vec<u8>, u16>,
}

impl Pool {
    pub(super) fn new(count: u16) -> Pool {
        Pool {
            next: u32::from(count),
            added: Vec::new(),
            known: HashMap::new(),
        }
    }

    /// The pool's new count; none if it has become too large.
    pub(super) fn count(&self) -> Option<u16> {
        u16::try_from(self.next).ok()
    }

    pub(super) fn added(&self) -> &[u8] {
        &self.added
    }

    fn entry(&mut self, bytes: Vec<u8>) -> u16 {
        if let Some(index) = self.known.get(&bytes) {
            return *index;
        }
        // A pool that is too large is found out when it is counted.
        let index = u16::try_from(self.next).unwrap_or(0);
        self.next += 1;
        self.added.extend_from_slice(&bytes);
        self.known.insert(bytes, index);
        index
    }

    /// Text without NUL and without characters beyond the basic plane is the same in modified UTF-8 (JVMS §4.4.7).
    fn utf8(&mut self, text: &str) -> u16 {
        let mut bytes = Vec::new();
        for unit in text.encode_utf16() {
            match unit {
                1..=0x7f => bytes.push(unit as u8),
                0 | 0x80..=0x7ff => {
                    bytes.push(0xc0 | (unit >> 6) as u8);
                    bytes.push(0x80 | (unit & 0x3f) as u8);
                }
                _ => {
                    bytes.push(0xe0 | (unit >> 12) as u8);
                    bytes.push(0x80 | (unit >> 6 & 0x3f) as u8);
                    bytes.push(0x80 | (unit & 0x3f) as u8);
                }
            }
        }
        let mut entry = vec![1];
        match u16::try_from(bytes.len()) {
            Ok(length) => entry.extend_from_slice(&length.to_be_bytes()),
            Err(_) => {
                self.next = u32::from(u16::MAX) + 1;
                return 0;
            }
        }
        entry.extend_from_slice(&bytes);
        self.entry(entry)
    }

    fn pair(&mut self, tag: u8, first: u16, second: u16) -> u16 {
        let ([a, b], [c, d]) = (first.to_be_bytes(), second.to_be_bytes());
        self.entry(vec![tag, a, b, c, d])
    }

    /// A class by its internal name, or an array by its descriptor.
    pub(crate) fn class(&mut self, name: &str) -> u16 {
        let [high, low] = self.utf8(name).to_be_bytes();
        self.entry(vec![7, high, low])
    }

    /// A method of a class that is no interface.
    pub(crate) fn method(&mut self, class: &str, name: &str, descriptor: &str) -> u16 {
        let class = self.class(class);
        let (name, descriptor) = (self.utf8(name), self.utf8(descriptor));
        let name_and_type = self.pair(12, name, descriptor);
        self.pair(10, class, name_and_type)
    }

    pub(crate) fn integer(&mut self, value: i32) -> u16 {
        let mut entry = vec![3];
        entry.extend_from_slice(&value.to_be_bytes());
        self.entry(entry)
    }

    /// The name of an attribute.
    pub(super) fn attribute(&mut self, name: &str) -> u16 {
        self.utf8(name)
    }
}
