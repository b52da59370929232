//! The files that a path sees. What is there at the start is up to inputs: whether a name exists, whether it is a
//! directory, and a file's content, an ASCII text up to the bound on strings. From then on only the program changes
//! anything, and what it wrote is what it reads back. A relative name stands for one in the working directory.

use crate::halt::{Halt, Step};
use crate::inputs::{InputValue, Role};
use crate::machine::Machine;
use crate::state::State;
use crate::value::Slot;
use logic::{Sort, Term};
use std::rc::Rc;

mod content;

pub use content::Attributes;
use content::write_all;

/// The working directory; inside of it names are kept relative, as a replay has another one.
pub const WORKING_DIRECTORY: &str = "/work";
/// Where temporary files go, and where nothing else is looked for.
pub const TEMPORARY_DIRECTORY: &str = "/tmp";

/// What the answers rest on besides the inputs.
const UNDISTURBED: &str = "files: nobody else changes them, what exists may be read and written, no disk fails or is \
                           full, and no name is a link";

/// What a system call answers instead of a result, with Linux's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Errno(pub i32);

impl Errno {
    pub const NO_ENTRY: Errno = Errno(2);
    pub const BAD_DESCRIPTOR: Errno = Errno(9);
    pub const NO_ACCESS: Errno = Errno(13);
    pub const EXISTS: Errno = Errno(17);
    pub const NO_DIRECTORY: Errno = Errno(20);
    pub const IS_DIRECTORY: Errno = Errno(21);
    pub const INVALID: Errno = Errno(22);
    pub const NOT_EMPTY: Errno = Errno(39);

    pub fn message(self) -> &'static str {
        match self.0 {
            2 => "No such file or directory",
            9 => "Bad file descriptor",
            13 => "Permission denied",
            17 => "File exists",
            20 => "Not a directory",
            21 => "Is a directory",
            22 => "Invalid argument",
            39 => "Directory not empty",
            95 => "Operation not supported",
            _ => "Input/output error",
        }
    }
}

pub type Answer<T> = Step<Result<T, Errno>>;

/// `?` for the system's answer within a question of the machine's.
macro_rules! granted {
    ($answer:expr) => {
        match $answer? {
            Ok(value) => value,
            Err(errno) => return Ok(Err(errno)),
        }
    };
}
pub(crate) use granted;

pub type Name = Rc<str>;

/// A file of the JDK's, if there is such a one: its bytes as `byte` registers.
pub type JdkFile = Option<Rc<Vec<Slot>>>;

/// What `java.home` names. The files there belong to the JDK like its classes, and are what they are.
pub const JDK: &str = "/usr/lib/jvm/java";

#[derive(Clone, PartialEq)]
enum Content {
    /// That of the file as it was at the start, under this name.
    Initial(Name),
    /// The bytes, as `byte` registers.
    Known(Rc<Vec<Slot>>),
}

#[derive(Clone, PartialEq)]
pub enum Kind {
    /// Whether the program made it, so that it has nothing but what the program put there.
    Directory {
        made: bool,
    },
    File,
}

#[derive(Clone, PartialEq)]
struct Node {
    kind: Kind,
    content: Content,
    /// The name that it had at the start; none if the program made it or wrote to it.
    original: Option<Name>,
}

#[derive(Clone, PartialEq)]
struct Open {
    node: u32,
    position: u64,
    append: bool,
    reads: bool,
    writes: bool,
}

/// How a file is opened.
#[derive(Clone, Copy, Default)]
pub struct Mode {
    pub reads: bool,
    pub writes: bool,
    pub append: bool,
    pub create: bool,
    pub exclusive: bool,
    pub truncate: bool,
}

#[derive(Clone, Default, PartialEq)]
pub struct Files {
    /// What a name stands for, where that is known: the number of a node, or nothing.
    names: imbl::OrdMap<Name, Option<u32>>,
    nodes: imbl::Vector<Node>,
    open: imbl::OrdMap<i32, Open>,
    opened: i32,
    /// Directories that are being listed: what is left of them.
    listings: imbl::OrdMap<i64, Rc<[String]>>,
    /// Temporary files and directories of the program's own.
    temporary: imbl::OrdSet<Name>,
}

/// The directory that a name is in; none for the roots of what is known.
fn parent(name: &str) -> Option<&str> {
    match name.rfind('/') {
        _ if is_given(name) => None,
        None => Some(""),
        Some(0) => Some("/"),
        Some(at) => Some(&name[..at]),
    }
}

/// Directories that every run has.
fn is_given(name: &str) -> bool {
    matches!(name, "" | "/") || name == TEMPORARY_DIRECTORY
}

fn join(directory: &str, name: &str) -> String {
    match directory {
        "" => name.to_owned(),
        "/" => format!("/{name}"),
        _ => format!("{directory}/{name}"),
    }
}

/// As a name is kept: that of the working directory is empty.
fn relative(name: String) -> String {
    match name.strip_prefix(WORKING_DIRECTORY) {
        Some("") => String::new(),
        Some(rest) if rest.starts_with('/') => rest[1..].to_owned(),
        _ => name,
    }
}

impl Machine {
    /// The name behind a path, which must lead through directories.
    pub fn file_name(&mut self, st: &mut State, path: &str) -> Answer<Name> {
        let mut at = match path.starts_with('/') {
            true => "/".to_owned(),
            false => String::new(),
        };
        let parts = path.split('/').filter(|part| !matches!(*part, "" | "."));
        for part in parts {
            if part == ".." {
                let node = granted!(self.find_file(st, &at));
                if !matches!(st.files.nodes[node as usize].kind, Kind::Directory { .. }) {
                    return Ok(Err(Errno::NO_DIRECTORY));
                }
                at = match parent(&at) {
                    Some(above) => above.to_owned(),
                    None if at.is_empty() => parent(WORKING_DIRECTORY).unwrap_or("/").to_owned(),
                    None => "/".to_owned(),
                };
            } else {
                at = relative(join(&at, part));
            }
        }
        Ok(Ok(at.into()))
    }

    /// Asks for an answer about the start that is an input under this name.
    fn file_question(&mut self, st: &mut State, question: &str, name: &str) -> Step<bool> {
        let condition = self.file_condition(st, question, name, true);
        self.decide(st, condition)
    }

    fn file_condition(&mut self, st: &mut State, question: &str, name: &str, tell: bool) -> Term {
        let call = format!("Files.{question}(\"{name}\")");
        let symbol = self.pool.symbol(&call, Sort::Bv(1));
        if tell {
            self.file_input(st, &call, "boolean", InputValue::Primitive(symbol));
        }
        let one = self.pool.bv(1, 1);
        self.pool.eq(symbol, one)
    }

    /// The program is about to change what is there under a name. A replay must know, lest it harms the host.
    fn tell_change(&mut self, st: &mut State, name: &str) {
        let own = |own: &Name| {
            name.strip_prefix(&**own)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        if name.starts_with('/') && !st.files.temporary.iter().any(own) {
            let yes = self.pool.bv(1, 1);
            let call = format!("Files.isWritable(\"{name}\")");
            self.file_input(st, &call, "boolean", InputValue::Primitive(yes));
        }
    }

    fn file_input(&mut self, st: &mut State, call: &str, ty: &str, value: InputValue) {
        if !st.inputs.iter().any(|input| *input.name == *call) {
            self.record(st, call, ty, value);
            if let Some(input) = st.inputs.back_mut() {
                input.role = Role::Environment;
            }
        }
    }

    /// What holds of any tree of files about this name: it is in a directory if it exists, and that is then not empty.
    fn assume_tree(&mut self, st: &mut State, name: &str) -> Step<()> {
        let mut all = self.pool.bool(true);
        let mut at = name;
        while let Some(above) = parent(at) {
            let exists = self.file_condition(st, "exists", at, false);
            let directory = self.file_condition(st, "isDirectory", at, false);
            let mut facts = vec![self.pool.implies(directory, exists)];
            if !is_given(above) {
                let inside = self.file_condition(st, "isDirectory", above, false);
                facts.push(self.pool.implies(exists, inside));
            }
            let empty = self.file_condition(st, "isEmpty", above, false);
            let full = self.pool.not(empty);
            facts.push(self.pool.implies(exists, full));
            for fact in facts {
                all = self.pool.and(all, fact);
            }
            at = above;
        }
        match st.facts.get(&all) == Some(&1) || self.pool.as_bool(all) == Some(true) {
            true => Ok(()),
            false => Err(Halt::Assume(all)),
        }
    }

    /// The node behind a name.
    pub fn find_file(&mut self, st: &mut State, name: &str) -> Answer<u32> {
        if let Some(inside) = name
            .strip_prefix(JDK)
            .and_then(|rest| rest.strip_prefix('/'))
        {
            return self.find_jdk_file(st, name, inside);
        }
        // Where the JDK looks for random numbers.
        if matches!(name, "/dev/random" | "/dev/urandom") {
            self.approximations.insert("files: no devices");
            return Ok(Err(Errno::NO_ENTRY));
        }
        self.approximations.insert(UNDISTURBED);
        if let Some(known) = st.files.names.get(name) {
            if let Some(node) = known {
                return Ok(Ok(*node));
            }
        } else if is_given(name) {
            return Ok(Ok(self.initial_node(st, name, true)));
        }
        // What the program knows or did further up.
        let mut unknown = Vec::new();
        let mut at = name;
        while let Some(above) = parent(at) {
            let known = st.files.names.get(above).copied();
            match known {
                Some(None) => return Ok(Err(Errno::NO_ENTRY)),
                Some(Some(node)) => match st.files.nodes[node as usize].kind {
                    Kind::File => return Ok(Err(Errno::NO_DIRECTORY)),
                    Kind::Directory { made: true } => return Ok(Err(Errno::NO_ENTRY)),
                    Kind::Directory { made: false } => break,
                },
                None if is_given(above) => break,
                None => unknown.push(above.to_owned()),
            }
            at = above;
        }
        if st.files.names.contains_key(name) {
            return Ok(Err(Errno::NO_ENTRY));
        }
        self.assume_tree(st, name)?;
        if self.file_question(st, "exists", name)? {
            let directory = self.file_question(st, "isDirectory", name)?;
            return Ok(Ok(self.initial_node(st, name, directory)));
        }
        // A file in the place of one of the directories on the way.
        let mut blocked = self.pool.bool(false);
        for above in &unknown {
            let exists = self.file_condition(st, "exists", above, true);
            let directory = self.file_condition(st, "isDirectory", above, true);
            let plain = self.pool.not(directory);
            let file = self.pool.and(exists, plain);
            blocked = self.pool.or(blocked, file);
        }
        if self.decide(st, blocked)? {
            return Ok(Err(Errno::NO_DIRECTORY));
        }
        st.files.names.insert(name.into(), None);
        Ok(Err(Errno::NO_ENTRY))
    }

    /// A file beneath the JDK's home; the program is not expected to change any.
    fn find_jdk_file(&mut self, st: &mut State, name: &str, inside: &str) -> Answer<u32> {
        if let Some(Some(node)) = st.files.names.get(name) {
            return Ok(Ok(*node));
        }
        if !self.jdk_files.contains_key(inside) {
            let read = self.classpath().jdk().data_file(inside);
            let bytes = read.map_err(|error| Halt::unsupported(error.to_string()))?;
            let slot = |byte: u8| Slot::int(i32::from(byte as i8));
            let bytes = bytes.map(|bytes| Rc::new(bytes.into_iter().map(slot).collect()));
            self.jdk_files.insert(inside.to_owned(), bytes);
        }
        let Some(Some(bytes)) = self.jdk_files.get(inside) else {
            return Ok(Err(Errno::NO_ENTRY));
        };
        let node = Node {
            kind: Kind::File,
            content: Content::Known(bytes.clone()),
            original: None,
        };
        Ok(Ok(add_node(st, name.into(), node)))
    }

    fn initial_node(&mut self, st: &mut State, name: &str, directory: bool) -> u32 {
        let name: Name = name.into();
        let node = Node {
            kind: match directory {
                true => Kind::Directory { made: false },
                false => Kind::File,
            },
            content: Content::Initial(name.clone()),
            original: Some(name.clone()),
        };
        add_node(st, name, node)
    }

    /// Opens what a name stands for, and returns the number of a descriptor.
    pub fn open_file(&mut self, st: &mut State, name: &str, mode: Mode) -> Answer<i32> {
        let node = match self.find_file(st, name)? {
            Ok(_) if mode.create && mode.exclusive => return Ok(Err(Errno::EXISTS)),
            Ok(node) => {
                let directory =
                    matches!(st.files.nodes[node as usize].kind, Kind::Directory { .. });
                if directory && (mode.writes || mode.create) {
                    return Ok(Err(Errno::IS_DIRECTORY));
                }
                if self.is_refused(st, name, mode) {
                    return Ok(Err(Errno::NO_ACCESS));
                }
                if mode.writes {
                    self.tell_change(st, name);
                }
                if mode.truncate && mode.writes {
                    write_all(st, node, Vec::new());
                }
                node
            }
            Err(Errno::NO_ENTRY) if mode.create => granted!(self.make_file(st, name, Kind::File)),
            Err(errno) => return Ok(Err(errno)),
        };
        // The first numbers are those of the standard streams.
        let number = 3 + st.files.opened;
        st.files.opened += 1;
        let open = Open {
            node,
            position: 0,
            append: mode.append,
            reads: mode.reads,
            writes: mode.writes,
        };
        st.files.open.insert(number, open);
        Ok(Ok(number))
    }

    /// Whether the program has asked for access to a file and been told that there is none.
    fn is_refused(&mut self, st: &mut State, name: &str, mode: Mode) -> bool {
        [("isReadable", mode.reads), ("isWritable", mode.writes)]
            .iter()
            .any(|(question, wanted)| {
                let condition = self.file_condition(st, question, name, false);
                *wanted && st.facts.get(&condition) == Some(&0)
            })
    }

    /// Whether a file that exists may be accessed; what the program made itself may.
    pub fn may_access(&mut self, st: &mut State, name: &str, question: &str) -> Answer<bool> {
        let node = granted!(self.find_file(st, name));
        let found = &st.files.nodes[node as usize];
        let made = match found.kind {
            Kind::Directory { made } => made,
            Kind::File => found.original.is_none(),
        };
        if made || is_given(name) {
            let executes = question == "isExecutable" && found.kind == Kind::File;
            return Ok(Ok(!executes));
        }
        Ok(Ok(self.file_question(st, question, name)?))
    }

    /// A new file or directory under a name that stands for nothing.
    pub fn make_file(&mut self, st: &mut State, name: &str, kind: Kind) -> Answer<u32> {
        let above = parent(name).unwrap_or("/").to_owned();
        let directory = granted!(self.find_file(st, &above));
        if st.files.nodes[directory as usize].kind == Kind::File {
            return Ok(Err(Errno::NO_DIRECTORY));
        }
        let mode = Mode {
            writes: true,
            ..Mode::default()
        };
        if self.is_refused(st, &above, mode) {
            return Ok(Err(Errno::NO_ACCESS));
        }
        self.tell_change(st, name);
        let node = Node {
            kind,
            content: Content::Known(Rc::default()),
            original: None,
        };
        Ok(Ok(add_node(st, name.into(), node)))
    }

    pub fn make_directory(&mut self, st: &mut State, name: &str) -> Answer<u32> {
        match self.find_file(st, name)? {
            Ok(_) => Ok(Err(Errno::EXISTS)),
            Err(Errno::NO_ENTRY) => self.make_file(st, name, Kind::Directory { made: true }),
            Err(errno) => Ok(Err(errno)),
        }
    }

    /// A name for a temporary file that nobody has taken.
    pub fn temporary_name(
        &mut self,
        st: &mut State,
        directory: &str,
        prefix: &str,
        suffix: &str,
    ) -> Answer<String> {
        self.approximations
            .insert("files: each temporary file has one name that nobody else has");
        let name = format!(
            "{prefix}{}{suffix}",
            1_000_000_001 + st.files.temporary.len()
        );
        let directory = granted!(self.file_name(st, directory));
        granted!(self.find_file(st, &directory));
        let path: Name = join(&directory, &name).into();
        st.files.temporary.insert(path.clone());
        st.files.names.insert(path, None);
        Ok(Ok(name))
    }

    /// Removes a file, or an empty directory if `directory` says so; either of them without.
    pub fn remove_file(
        &mut self,
        st: &mut State,
        name: &str,
        directory: Option<bool>,
    ) -> Answer<()> {
        let node = granted!(self.find_file(st, name));
        let is_directory = st.files.nodes[node as usize].kind != Kind::File;
        match directory {
            Some(true) if !is_directory => return Ok(Err(Errno::NO_DIRECTORY)),
            Some(false) if is_directory => return Ok(Err(Errno::IS_DIRECTORY)),
            _ => {}
        }
        if is_directory {
            if is_given(name) {
                return Ok(Err(Errno::NO_ACCESS));
            }
            if !self.is_empty_directory(st, name, node)? {
                return Ok(Err(Errno::NOT_EMPTY));
            }
        }
        self.tell_change(st, name);
        st.files.names.insert(name.into(), None);
        Ok(Ok(()))
    }

    fn is_empty_directory(&mut self, st: &mut State, name: &str, node: u32) -> Step<bool> {
        if !children(st, name).is_empty() {
            return Ok(false);
        }
        if st.files.nodes[node as usize].kind == (Kind::Directory { made: true }) {
            return Ok(true);
        }
        let known = (st.files.names.keys()).any(|known| parent(known) == Some(name));
        let empty = self.file_question(st, "isEmpty", name)?;
        if !empty && known {
            return Err(Halt::unsupported(
                "whether anything is left in a directory that the program did not make",
            ));
        }
        Ok(empty)
    }

    /// What is in a directory, in the order of the names.
    pub fn list_files(&mut self, st: &mut State, name: &str) -> Answer<Vec<String>> {
        let node = granted!(self.find_file(st, name));
        match st.files.nodes[node as usize].kind {
            Kind::File => return Ok(Err(Errno::NO_DIRECTORY)),
            Kind::Directory { made: true } => {}
            Kind::Directory { made: false } => {
                if !self.file_question(st, "isEmpty", name)? {
                    return Err(Halt::unsupported(
                        "the names in a directory that the program did not make",
                    ));
                }
            }
        }
        Ok(Ok(children(st, name)))
    }

    /// A number under which these names are handed out.
    pub fn begin_listing(&mut self, st: &mut State, names: Vec<String>) -> i64 {
        let number = st.files.listings.len() as i64 + 1;
        st.files.listings.insert(number, names.into());
        number
    }

    pub fn next_listed(&mut self, st: &mut State, number: i64) -> Option<String> {
        let left = st.files.listings.get(&number)?.clone();
        let (first, rest) = left.split_first()?;
        st.files.listings.insert(number, rest.into());
        Some(first.clone())
    }

    pub fn rename_file(&mut self, st: &mut State, from: &str, to: &str) -> Answer<()> {
        let node = granted!(self.find_file(st, from));
        let is_directory = st.files.nodes[node as usize].kind != Kind::File;
        if is_directory {
            let inside = format!("{from}/");
            if st.files.nodes[node as usize].kind != (Kind::Directory { made: true })
                || to.starts_with(&inside)
                || !children(st, from).is_empty()
            {
                return Err(Halt::unsupported("renaming a directory with what is in it"));
            }
        }
        match self.find_file(st, to)? {
            Ok(there) if there == node => return Ok(Ok(())),
            Ok(there) => {
                let other = st.files.nodes[there as usize].kind != Kind::File;
                match (is_directory, other) {
                    (false, true) => return Ok(Err(Errno::IS_DIRECTORY)),
                    (true, false) => return Ok(Err(Errno::NO_DIRECTORY)),
                    (true, true) if !self.is_empty_directory(st, to, there)? => {
                        return Ok(Err(Errno::NOT_EMPTY));
                    }
                    _ => {}
                }
            }
            Err(Errno::NO_ENTRY) => {
                let above = parent(to).unwrap_or("/").to_owned();
                let directory = granted!(self.find_file(st, &above));
                if st.files.nodes[directory as usize].kind == Kind::File {
                    return Ok(Err(Errno::NO_DIRECTORY));
                }
            }
            Err(errno) => return Ok(Err(errno)),
        }
        self.tell_change(st, from);
        self.tell_change(st, to);
        st.files.names.insert(from.into(), None);
        st.files.names.insert(to.into(), Some(node));
        Ok(Ok(()))
    }
}

fn add_node(st: &mut State, name: Name, node: Node) -> u32 {
    let number = st.files.nodes.len() as u32;
    st.files.nodes.push_back(node);
    st.files.names.insert(name, Some(number));
    number
}

/// The names in a directory that are known to stand for something.
fn children(st: &State, directory: &str) -> Vec<String> {
    let there = st.files.names.iter().filter(|(_, node)| node.is_some());
    let inside = there.filter(|(name, _)| parent(name) == Some(directory));
    inside
        .filter_map(|(name, _)| name.rsplit('/').next())
        .map(str::to_owned)
        .collect()
}
