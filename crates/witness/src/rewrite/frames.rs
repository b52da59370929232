//! The frames of a StackMapTable (JVMS §4.7.4), written out in full: each says all that the verifier knows at one
//! position.

use super::Pool;
use super::raw::Reader;
use classpath::{FieldType, Method, MethodDescriptor, access};
use std::collections::BTreeSet;

/// What the verifier knows about a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// Top, the numbers, null: a tag and nothing else.
    Simple(u8),
    /// The object under construction, before its superclass has been.
    This,
    /// An index into the pool.
    Object(u16),
    /// Made by the `new` at this position and not constructed yet.
    New(u32),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Frame {
    pub pc: u32,
    pub locals: Vec<Known>,
    pub stack: Vec<Known>,
}

const INTEGER: Known = Known::Simple(1);
const FLOAT: Known = Known::Simple(2);
const DOUBLE: Known = Known::Simple(3);
const LONG: Known = Known::Simple(4);

/// What the local variables hold when a method begins.
pub(super) fn at_entry(pool: &mut Pool, class: &str, method: &Method) -> Option<Vec<Known>> {
    let descriptor = MethodDescriptor::parse(&method.descriptor).ok()?;
    let mut locals = Vec::new();
    if method.access & access::STATIC == 0 {
        locals.push(match &*method.name {
            "<init>" if class != "java/lang/Object" => Known::This,
            _ => Known::Object(pool.class(class)),
        });
    }
    for ty in &descriptor.params {
        locals.push(match ty {
            FieldType::Float => FLOAT,
            FieldType::Double => DOUBLE,
            FieldType::Long => LONG,
            FieldType::Object(name) => Known::Object(pool.class(name)),
            FieldType::Array(_) => Known::Object(pool.class(&ty.to_string())),
            _ => INTEGER,
        });
    }
    Some(locals)
}

/// Reads a table, given what holds at the method's entry.
pub(super) fn read(body: &[u8], at_entry: Vec<Known>) -> Option<Vec<Frame>> {
    let mut at = Reader::new(body);
    let mut frames: Vec<Frame> = Vec::new();
    let mut locals = at_entry;
    for _ in 0..at.u2()? {
        let tag = at.u1()?;
        let mut stack = Vec::new();
        let delta = match tag {
            0..=63 => u32::from(tag),
            64..=127 => {
                stack.push(known(&mut at)?);
                u32::from(tag - 64)
            }
            247 => {
                let delta = at.u2()?;
                stack.push(known(&mut at)?);
                u32::from(delta)
            }
            248..=250 => {
                let delta = at.u2()?;
                let fewer = usize::from(251 - tag);
                locals.truncate(locals.len().checked_sub(fewer)?);
                u32::from(delta)
            }
            251 => u32::from(at.u2()?),
            252..=254 => {
                let delta = at.u2()?;
                for _ in 251..tag {
                    locals.push(known(&mut at)?);
                }
                u32::from(delta)
            }
            255 => {
                let delta = at.u2()?;
                locals = list(&mut at)?;
                stack = list(&mut at)?;
                u32::from(delta)
            }
            _ => return None,
        };
        let pc = match frames.last() {
            Some(last) => last.pc + delta + 1,
            None => delta,
        };
        frames.push(Frame {
            pc,
            locals: locals.clone(),
            stack,
        });
    }
    Some(frames)
}

fn list(at: &mut Reader) -> Option<Vec<Known>> {
    let count = at.u2()?;
    (0..count).map(|_| known(at)).collect()
}

fn known(at: &mut Reader) -> Option<Known> {
    Some(match at.u1()? {
        6 => Known::This,
        7 => Known::Object(at.u2()?),
        8 => Known::New(u32::from(at.u2()?)),
        tag @ 0..=5 => Known::Simple(tag),
        _ => return None,
    })
}

/// Writes a table; the frames are sorted by position. None if a number does not fit.
pub(super) fn write(frames: &[Frame]) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let put = |out: &mut Vec<u8>, number: u32| -> Option<()> {
        out.extend_from_slice(&u16::try_from(number).ok()?.to_be_bytes());
        Some(())
    };
    put(&mut out, frames.len() as u32)?;
    let mut next = 0;
    for frame in frames {
        out.push(255);
        put(&mut out, frame.pc.checked_sub(next)?)?;
        next = frame.pc + 1;
        for list in [&frame.locals, &frame.stack] {
            put(&mut out, list.len() as u32)?;
            for known in list {
                match *known {
                    Known::Simple(tag) => out.push(tag),
                    Known::This => out.push(6),
                    Known::Object(index) => {
                        out.push(7);
                        put(&mut out, u32::from(index))?;
                    }
                    Known::New(pc) => {
                        out.push(8);
                        put(&mut out, pc)?;
                    }
                }
            }
        }
    }
    Some(out)
}

impl Frame {
    /// Whether the object under construction has no superclass part yet.
    pub fn is_before_super(&self) -> bool {
        self.values().any(|known| *known == Known::This)
    }

    /// How many objects have been made and not constructed.
    pub fn pending(&self) -> usize {
        let made = self.values().filter_map(|known| match known {
            Known::New(pc) => Some(*pc),
            _ => None,
        });
        made.collect::<BTreeSet<u32>>().len()
    }

    fn values(&self) -> impl Iterator<Item = &Known> {
        self.locals.iter().chain(&self.stack)
    }

    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut Known> {
        self.locals.iter_mut().chain(&mut self.stack)
    }
}
