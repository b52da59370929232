//! What a method may name, and how much more may be put into it.

use crate::generator::random::Random;

pub struct Scope<'a> {
    pub random: &'a mut Random,
    /// Variables that may be read; the first `writable` of the ints may be written.
    pub ints: Vec<String>,
    pub writable: usize,
    pub nodes: Vec<String>,
    pub arrays: Vec<String>,
    /// Methods of lower numbers than this one may be called.
    pub callable: usize,
    /// Calls multiply what a program does; this many more.
    pub calls_left: usize,
    pub statements_left: usize,
    /// Loops around the place, and how many names were made.
    pub loops: usize,
    pub names: usize,
    pub returns: Returns,
}

/// What a `return` in this method looks like.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Returns {
    Int,
    Digest,
}

impl Scope<'_> {
    /// A name that is not taken.
    pub fn fresh(&mut self, letter: char) -> String {
        self.names += 1;
        format!("{letter}{}", self.names)
    }

    pub fn writable_int(&mut self) -> String {
        let index = self.random.below(self.writable);
        self.ints[index].clone()
    }
}
