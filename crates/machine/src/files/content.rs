//! What is in the files of a path: sizes, times, reading and writing.

use super::{Answer, Content, Errno, Kind, Node};
use crate::halt::{Halt, Step};
use crate::inputs::InputValue;
use crate::machine::Machine;
use crate::state::{OpenLength, State};
use crate::text::{LONGEST, character_symbol, length_symbol};
use crate::value::Slot;
use logic::{Sort, Term};
use std::rc::Rc;

const ASCII: &str = "files: those that were there before have ASCII text";

/// What is told about a node.
pub struct Attributes {
    pub kind: Kind,
    pub node: u32,
    pub size: Slot,
    /// The name at the start, if the program left it as it was.
    pub original: Option<super::Name>,
}

impl Machine {
    pub fn attributes(&mut self, st: &mut State, node: u32) -> Attributes {
        let found = st.files.nodes[node as usize].clone();
        let size = match (&found.kind, &found.content) {
            (Kind::Directory { .. }, _) => Slot::long(4096),
            (_, Content::Known(bytes)) => Slot::long(bytes.len() as i64),
            (_, Content::Initial(name)) => {
                let length = length_symbol(&content_symbol(name));
                let length = self.pool.symbol(&length, Sort::Bv(32));
                let wide = self.pool.zext(length, 64);
                self.slot(wide)
            }
        };
        Attributes {
            kind: found.kind,
            node,
            size,
            original: found.original,
        }
    }

    /// The size of a file in bytes, which makes its content an input.
    pub fn file_size(&mut self, st: &mut State, node: u32) -> Step<Slot> {
        self.initial_content(st, node)?;
        Ok(self.attributes(st, node).size)
    }

    /// Makes the content that a file had at the start an input, whatever the program did to it since.
    pub fn initial_content(&mut self, st: &mut State, node: u32) -> Step<()> {
        let found = st.files.nodes.get(node as usize).cloned();
        if let Some(Node {
            kind: Kind::File,
            content: Content::Initial(name),
            ..
        }) = found
        {
            self.content_input(st, &name)?;
        }
        Ok(())
    }

    /// When a file was last written, in seconds since 1970. The program's own writes all happen at one time.
    pub fn file_time(&mut self, st: &mut State, original: Option<&str>) -> Step<Slot> {
        let Some(name) = original else {
            self.approximations
                .insert("files: all that the program writes is written at one time");
            return Ok(Slot::long(WRITTEN));
        };
        let symbol = self.pool.symbol(&time_symbol(name), Sort::Bv(64));
        let (first, last) = (self.pool.bv64(0), self.pool.bv64(WRITTEN));
        let (from, to) = (self.pool.sle(first, symbol), self.pool.sle(symbol, last));
        let possible = self.pool.and(from, to);
        if st.facts.get(&possible) != Some(&1) {
            return Err(Halt::Assume(possible));
        }
        Ok(Slot::symbolic(symbol))
    }

    /// Makes a time that [`Machine::file_time`] gave an input.
    pub fn tell_file_time(&mut self, st: &mut State, time: Term) {
        let name = self.pool.symbol_name(time).to_owned();
        self.file_input(st, &name, "long", InputValue::Primitive(time));
    }

    /// Makes the content that a file had at the start an input.
    fn content_input(&mut self, st: &mut State, name: &str) -> Step<(Term, Rc<str>)> {
        let symbol: Rc<str> = content_symbol(name).into();
        let length = self.pool.symbol(&length_symbol(&symbol), Sort::Bv(32));
        let (most, limit) = (self.pool.bv32(LONGEST as i32), self.pool.bv(16, 128));
        let mut possible = self.pool.ule(length, most);
        for i in 0..self.options.string_length as usize {
            let character = self
                .pool
                .symbol(&character_symbol(&symbol, i), Sort::Bv(16));
            let ascii = self.pool.ult(character, limit);
            possible = self.pool.and(possible, ascii);
        }
        if st.facts.get(&possible) != Some(&1) {
            return Err(Halt::Assume(possible));
        }
        let call = format!("Files.readString(\"{name}\")");
        if !st.inputs.iter().any(|input| *input.name == *call) {
            self.approximations.insert(ASCII);
            let text = InputValue::String {
                length,
                symbol: symbol.clone(),
                cut: Some(self.options.string_length),
                object: None,
            };
            self.file_input(st, &call, "java.lang.String", text);
            st.open_lengths.push_back(OpenLength {
                length,
                name: symbol.clone(),
                questions: 0,
            });
        }
        Ok((length, symbol))
    }

    /// The bytes of a file.
    fn file_bytes(&mut self, st: &mut State, node: u32) -> Step<Rc<Vec<Slot>>> {
        let name = match &st.files.nodes[node as usize].content {
            Content::Known(bytes) => return Ok(bytes.clone()),
            Content::Initial(name) => name.clone(),
        };
        let (length, symbol) = self.content_input(st, &name)?;
        self.within_bound(st, &symbol)?;
        let count = self.concretize(st, length)? as usize;
        let mut bytes = Vec::with_capacity(count);
        for i in 0..count {
            let character = self
                .pool
                .symbol(&character_symbol(&symbol, i), Sort::Bv(16));
            let byte = self.pool.extract(character, 7, 0);
            let wide = self.pool.sext(byte, 32);
            bytes.push(self.slot(wide));
        }
        let bytes = Rc::new(bytes);
        if let Some(node) = st.files.nodes.get_mut(node as usize) {
            node.content = Content::Known(bytes.clone());
        }
        Ok(bytes)
    }

    /// Reads from a place in an open file, or from where it stands; nothing at its end.
    pub fn read_file(
        &mut self,
        st: &mut State,
        number: i32,
        at: Option<u64>,
        wanted: usize,
    ) -> Answer<Vec<Slot>> {
        let Some(open) = st.files.open.get(&number).cloned() else {
            return Ok(Err(Errno::BAD_DESCRIPTOR));
        };
        if !open.reads {
            return Ok(Err(Errno::BAD_DESCRIPTOR));
        }
        if st.files.nodes[open.node as usize].kind != Kind::File {
            return Ok(Err(Errno::IS_DIRECTORY));
        }
        let bytes = self.file_bytes(st, open.node)?;
        let from = (at.unwrap_or(open.position) as usize).min(bytes.len());
        let to = from.saturating_add(wanted).min(bytes.len());
        if at.is_none() {
            self.seek_file(st, number, to.max(open.position as usize) as u64);
        }
        Ok(Ok(bytes[from..to].to_vec()))
    }

    pub fn write_file(
        &mut self,
        st: &mut State,
        number: i32,
        at: Option<u64>,
        written: &[Slot],
    ) -> Answer<()> {
        let open = match st.files.open.get(&number).cloned() {
            Some(open) if open.writes => open,
            _ => return Ok(Err(Errno::BAD_DESCRIPTOR)),
        };
        let mut bytes = (*self.file_bytes(st, open.node)?).clone();
        let from = match (open.append, at) {
            (true, _) => bytes.len(),
            (false, at) => at.unwrap_or(open.position) as usize,
        };
        let Some(end) = from.checked_add(written.len()) else {
            return Ok(Err(Errno::INVALID));
        };
        if written.is_empty() {
            return Ok(Ok(()));
        }
        self.check_room(st, ir::ElementKind::Byte, end as u64)?;
        if bytes.len() < end {
            bytes.resize(end, Slot::ZERO);
        }
        bytes[from..end].copy_from_slice(written);
        write_all(st, open.node, bytes);
        if at.is_none() {
            self.seek_file(st, number, end as u64);
        }
        Ok(Ok(()))
    }

    /// Cuts an open file off, or fills it up with zeros.
    pub fn resize_file(&mut self, st: &mut State, number: i32, size: u64) -> Answer<()> {
        let open = match st.files.open.get(&number).cloned() {
            Some(open) if open.writes => open,
            _ => return Ok(Err(Errno::INVALID)),
        };
        let mut bytes = (*self.file_bytes(st, open.node)?).clone();
        self.check_room(st, ir::ElementKind::Byte, size)?;
        bytes.resize(size as usize, Slot::ZERO);
        write_all(st, open.node, bytes);
        Ok(Ok(()))
    }

    pub fn seek_file(&mut self, st: &mut State, number: i32, position: u64) {
        if let Some(open) = st.files.open.get_mut(&number) {
            open.position = position;
        }
    }

    /// Where an open file stands, and its node.
    pub fn opened_file(&self, st: &State, number: i32) -> Option<(u64, u32)> {
        let open = st.files.open.get(&number)?;
        Some((open.position, open.node))
    }

    pub fn close_file(&mut self, st: &mut State, number: i32) {
        st.files.open.remove(&number);
    }
}

/// In the middle of 2024, in seconds.
const WRITTEN: i64 = 1_720_000_000;

fn time_symbol(name: &str) -> String {
    format!("Files.getLastModifiedTime(\"{name}\") in seconds")
}

fn content_symbol(name: &str) -> String {
    format!("Files.readString(\"{name}\")")
}

pub(super) fn write_all(st: &mut State, node: u32, bytes: Vec<Slot>) {
    if let Some(node) = st.files.nodes.get_mut(node as usize) {
        node.content = Content::Known(Rc::new(bytes));
        node.original = None;
    }
}
