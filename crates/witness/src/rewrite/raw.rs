//! A class file as the byte ranges that a rewriter keeps and the methods that it replaces (JVMS §4.1).

use super::{Pool, Unfit};

pub(super) struct File<'a> {
    /// Magic number and version.
    head: &'a [u8],
    pub pool_count: u16,
    pool: &'a [u8],
    /// From the access flags to the last field.
    middle: &'a [u8],
    pub methods: Vec<Member<'a>>,
    /// The attributes of the class.
    tail: &'a [u8],
}

/// A method.
pub(super) struct Member<'a> {
    pub bytes: &'a [u8],
    /// Where in the bytes each attribute begins and ends, with the index of its name.
    attributes: Vec<(u16, usize, usize)>,
}

/// The part of an attribute before its contents.
const ATTRIBUTE_HEAD: usize = 6;

impl<'a> File<'a> {
    pub fn read(bytes: &'a [u8]) -> Option<File<'a>> {
        let mut at = Reader { bytes, position: 0 };
        at.skip(8)?;
        let head = &bytes[..at.position];
        let pool_count = at.u2()?;
        let pool_start = at.position;
        let mut index = 1;
        while index < pool_count {
            let tag = at.u1()?;
            match tag {
                1 => {
                    let length = at.u2()?;
                    at.skip(usize::from(length))?;
                }
                7 | 8 | 16 | 19 | 20 => at.skip(2)?,
                15 => at.skip(3)?,
                3 | 4 | 9 | 10 | 11 | 12 | 17 | 18 => at.skip(4)?,
                5 | 6 => {
                    at.skip(8)?;
                    index += 1;
                }
                _ => return None,
            }
            index += 1;
        }
        let pool_end = at.position;
        at.skip(6)?;
        let interfaces = at.u2()?;
        at.skip(2 * usize::from(interfaces))?;
        for _ in 0..at.u2()? {
            at.member()?;
        }
        let middle = &bytes[pool_end..at.position];
        let count = at.u2()?;
        let methods: Option<Vec<Member>> = (0..count).map(|_| at.member()).collect();
        Some(File {
            head,
            pool_count,
            pool: &bytes[pool_start..pool_end],
            middle,
            methods: methods?,
            tail: &bytes[at.position..],
        })
    }

    /// The file with other methods; none if the pool has overflowed.
    pub fn write(&self, pool: &Pool, methods: &[Vec<u8>]) -> Option<Vec<u8>> {
        let count = pool.count()?;
        let mut out = Vec::new();
        out.extend_from_slice(self.head);
        out.extend_from_slice(&count.to_be_bytes());
        out.extend_from_slice(self.pool);
        out.extend_from_slice(pool.added());
        out.extend_from_slice(self.middle);
        out.extend_from_slice(&u16::try_from(methods.len()).ok()?.to_be_bytes());
        for method in methods {
            out.extend_from_slice(method);
        }
        out.extend_from_slice(self.tail);
        Some(out)
    }
}

impl Member<'_> {
    fn find(&self, is_wanted: impl Fn(u16) -> bool) -> Option<(usize, usize)> {
        let mut attributes = self.attributes.iter();
        let (_, start, end) = attributes.find(|(name, ..)| is_wanted(*name))?;
        Some((*start, *end))
    }

    /// The contents of the code attribute, if there is one.
    pub fn code(&self, is_code: impl Fn(u16) -> bool) -> Option<&[u8]> {
        let (start, end) = self.find(is_code)?;
        Some(&self.bytes[start + ATTRIBUTE_HEAD..end])
    }

    /// The method with the contents of its code attribute replaced.
    pub fn with_code(
        &self,
        is_code: impl Fn(u16) -> bool,
        replace: impl FnOnce(&[u8]) -> Result<Vec<u8>, Unfit>,
    ) -> Result<Vec<u8>, Unfit> {
        let (start, end) = self.find(is_code).ok_or(Unfit::Malformed)?;
        let code = replace(&self.bytes[start + ATTRIBUTE_HEAD..end])?;
        let length = u32::try_from(code.len()).map_err(|_| Unfit::TooLarge)?;
        let mut out = self.bytes[..start + 2].to_vec();
        out.extend_from_slice(&length.to_be_bytes());
        out.extend_from_slice(&code);
        out.extend_from_slice(&self.bytes[end..]);
        Ok(out)
    }
}

/// Reads big-endian numbers; `None` behind the end.
pub(super) struct Reader<'a> {
    pub bytes: &'a [u8],
    pub position: usize,
}

impl<'a> Reader<'a> {
    pub fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { bytes, position: 0 }
    }

    pub fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let end = self.position.checked_add(length)?;
        let taken = self.bytes.get(self.position..end)?;
        self.position = end;
        Some(taken)
    }

    pub fn skip(&mut self, length: usize) -> Option<()> {
        self.take(length).map(|_| ())
    }

    pub fn u1(&mut self) -> Option<u8> {
        Some(self.take(1)?[0])
    }

    pub fn u2(&mut self) -> Option<u16> {
        let bytes = self.take(2)?;
        Some(u16::from_be_bytes([bytes[0], bytes[1]]))
    }

    pub fn u4(&mut self) -> Option<u32> {
        let bytes = self.take(4)?;
        Some(u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }

    fn member(&mut self) -> Option<Member<'a>> {
        let start = self.position;
        self.skip(6)?;
        let mut attributes = Vec::new();
        for _ in 0..self.u2()? {
            let begin = self.position;
            let name = self.u2()?;
            let length = self.u4()?;
            self.skip(usize::try_from(length).ok()?)?;
            attributes.push((name, begin - start, self.position - start));
        }
        Some(Member {
            bytes: &self.bytes[start..self.position],
            attributes,
        })
    }
}
