//! Lists of the JDK. A `java.util.ArrayList` is an object with the length and elements of an array, without the capacity that
//! nobody sees: its array is taken to be the list itself, and as long as that. Methods that only look at a list, and its
//! iterators, are then the JDK's own; those that make it longer or shorter are statements (`graph::Change`).
//!
//! What a method is given through a type that lists have is a list of this class, which verdicts name as a bound. Its
//! elements are of the type that the generic signature says.

use crate::graph::MapInfo;
use crate::meaning::Callee;
use crate::program::Program;
use classpath::{ClassFile, MemberRef, MethodDescriptor, Name};

pub const LIST: &str = "java/util/ArrayList";

/// The types of the library that say of a value that it is a list, or no more than that it may be one.
const TYPES: [&str; 7] = [
    LIST,
    "java/util/AbstractList",
    "java/util/AbstractCollection",
    "java/util/List",
    "java/util/SequencedCollection",
    "java/util/Collection",
    "java/lang/Iterable",
];

/// Whether a map has how often lists have changed.
pub fn counts_changes(info: &MapInfo) -> bool {
    matches!(info, MapInfo::Field { class, name, .. }
        if &**class == "java/util/AbstractList" && &**name == "modCount")
}

/// Types that lists have and that say nothing of their elements.
pub const VAGUE: [&str; 4] = [
    "java/lang/Object",
    "java/lang/Cloneable",
    "java/io/Serializable",
    "java/util/RandomAccess",
];

pub fn is_list(class: &str) -> bool {
    class == LIST
}

/// Whether values of a type are lists, as far as they are not of the program's own classes.
pub fn is_list_type(class: &str) -> bool {
    TYPES.contains(&class)
}

/// Whether a class of the library looks into the fields of lists.
pub fn knows_lists(class: &str) -> bool {
    class == LIST || class.starts_with("java/util/ArrayList$")
}

/// Whether the code of a method that looks into lists means the same without a capacity: it changes no length, and what it
/// reads of the array lies below the size.
pub fn is_followed(class: &str, name: &str) -> bool {
    match class {
        LIST => matches!(
            name,
            "size"
                | "isEmpty"
                | "get"
                | "set"
                | "elementData"
                | "elementAt"
                | "contains"
                | "indexOf"
                | "indexOfRange"
                | "lastIndexOf"
                | "lastIndexOfRange"
                | "iterator"
                | "listIterator"
                | "remove"
                | "forEach"
                | "rangeCheckForAdd"
                | "outOfBoundsMsg"
        ),
        "java/util/ArrayList$Itr" | "java/util/ArrayList$ListItr" => name != "forEachRemaining",
        _ => false,
    }
}

/// Whether a method that a specification calls only looks at a list.
pub fn is_read(callee: &Callee) -> bool {
    let changes = matches!(
        callee.name(),
        "set" | "remove" | "iterator" | "listIterator"
    );
    callee.class.name.as_ref() == LIST && is_followed(LIST, callee.name()) && !changes
}

/// Whether a method does nothing but look whether an index is below a length.
pub fn checks_index(method: &MemberRef) -> bool {
    let ints = method.descriptor.starts_with("(II");
    &*method.name == "checkIndex"
        && ints
        && matches!(
            &*method.class,
            "java/util/Objects" | "jdk/internal/util/Preconditions"
        )
}

/// A type as a signature has it (JVMS 4.7.9.1), as far as lists matter.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Generic {
    /// The erased type, as a descriptor.
    pub descriptor: Name,
    /// Of a list, what its elements are; of an array, what its elements are. None if that may be anything.
    pub of: Option<Box<Generic>>,
}

impl Generic {
    fn plain(descriptor: &str) -> Generic {
        Generic {
            descriptor: descriptor.into(),
            of: None,
        }
    }

    /// The name of the class, of an array its descriptor.
    pub fn class(&self) -> Option<&str> {
        class_of(&self.descriptor)
    }
}

/// The class that a descriptor names; of an array the descriptor.
pub fn class_of(descriptor: &str) -> Option<&str> {
    match descriptor.as_bytes().first()? {
        b'L' => descriptor[1..].strip_suffix(';'),
        b'[' => Some(descriptor),
        _ => None,
    }
}

/// The type of a field; none if the class has no such field.
pub fn of_field(program: &Program, class: &str, name: &str) -> Option<Generic> {
    let file = program.classpath.find(class).ok().flatten()?;
    let field = file.fields.iter().find(|field| &*field.name == name)?;
    let plain = || Generic::plain(&field.descriptor);
    let Some(signature) = &field.signature else {
        return Some(plain());
    };
    let mut reader = Reader::new(&file, None, signature);
    Some(reader.ty().unwrap_or_else(plain))
}

/// The types of a method's parameters, without the receiver.
pub fn of_parameters(class: &ClassFile, method: usize) -> Vec<Generic> {
    let info = &class.methods[method];
    let Ok(descriptor) = MethodDescriptor::parse(&info.descriptor) else {
        return Vec::new();
    };
    let erased: Vec<Generic> = (descriptor.params.iter())
        .map(|ty| Generic::plain(&ty.to_string()))
        .collect();
    let Some(signature) = &info.signature else {
        return erased;
    };
    let Some(start) = signature.find('(') else {
        return erased;
    };
    let formal = &signature[..start];
    let mut reader = Reader::new(class, Some(formal), &signature[start + 1..]);
    let mut found = Vec::new();
    while !reader.rest.starts_with(')') {
        match reader.ty() {
            Some(ty) => found.push(ty),
            None => return erased,
        }
    }
    // The compiler gives some parameters no place in the signature: those of inner classes and enums.
    let same = found.len() == erased.len()
        && (found.iter().zip(&erased)).all(|(a, b)| a.descriptor == b.descriptor);
    match same {
        true => found,
        false => erased,
    }
}

/// How deep types are looked into; a bound, which may lead back to its variable, counts for several levels.
const DEEP: u32 = 64;
const OF_BOUNDS: u32 = 16;

/// Reads signatures.
struct Reader<'a> {
    class: &'a ClassFile,
    /// The type variables of the method.
    formal: Option<&'a str>,
    rest: &'a str,
    depth: u32,
}

impl<'a> Reader<'a> {
    fn new(class: &'a ClassFile, formal: Option<&'a str>, rest: &'a str) -> Reader<'a> {
        Reader {
            class,
            formal,
            rest,
            depth: 0,
        }
    }

    /// None for what is no signature, or nested deeper than anybody writes.
    fn ty(&mut self) -> Option<Generic> {
        if self.depth > DEEP {
            return None;
        }
        self.depth += 1;
        let ty = self.any();
        self.depth -= 1;
        ty
    }

    fn any(&mut self) -> Option<Generic> {
        let first = *self.rest.as_bytes().first()?;
        match first {
            b'L' => self.object(),
            b'[' => {
                self.rest = &self.rest[1..];
                let element = self.ty()?;
                Some(Generic {
                    descriptor: format!("[{}", element.descriptor).into(),
                    of: Some(Box::new(element)),
                })
            }
            b'T' => {
                let end = self.rest.find(';')?;
                let name = &self.rest[1..end];
                self.rest = &self.rest[end + 1..];
                Some(Generic::plain(&self.bound(name)))
            }
            b'B' | b'C' | b'D' | b'F' | b'I' | b'J' | b'S' | b'Z' => {
                let (one, rest) = self.rest.split_at(1);
                self.rest = rest;
                Some(Generic::plain(one))
            }
            _ => None,
        }
    }

    fn object(&mut self) -> Option<Generic> {
        let end = self.rest.find(['<', ';', '.'])?;
        let mut name = self.rest[1..end].to_owned();
        self.rest = &self.rest[end..];
        let mut arguments: Vec<Option<Generic>> = Vec::new();
        loop {
            match self.rest.as_bytes().first()? {
                b'<' => {
                    self.rest = &self.rest[1..];
                    arguments.clear();
                    while !self.rest.starts_with('>') {
                        arguments.push(self.argument()?);
                    }
                    self.rest = &self.rest[1..];
                }
                b'.' => {
                    let rest = &self.rest[1..];
                    let end = rest.find(['<', ';', '.'])?;
                    name = format!("{name}${}", &rest[..end]);
                    arguments.clear();
                    self.rest = &rest[end..];
                }
                b';' => {
                    self.rest = &self.rest[1..];
                    break;
                }
                _ => return None,
            }
        }
        let of = match &mut arguments[..] {
            [one] if is_list_type(&name) => one.take().map(Box::new),
            _ => None,
        };
        Some(Generic {
            descriptor: format!("L{name};").into(),
            of,
        })
    }

    /// A type argument; none if it may be anything.
    fn argument(&mut self) -> Option<Option<Generic>> {
        match self.rest.as_bytes().first()? {
            b'*' => {
                self.rest = &self.rest[1..];
                Some(None)
            }
            b'+' => {
                self.rest = &self.rest[1..];
                self.ty().map(Some)
            }
            b'-' => {
                self.rest = &self.rest[1..];
                self.ty()?;
                Some(None)
            }
            _ => self.ty().map(Some),
        }
    }

    /// What a type variable is erased to: its first bound.
    fn bound(&self, name: &str) -> String {
        let object = || "Ljava/lang/Object;".to_owned();
        if self.depth > DEEP - OF_BOUNDS {
            return object();
        }
        let of_class = (self.class.signature.as_deref()).filter(|s| s.starts_with('<'));
        for formal in [self.formal, of_class].into_iter().flatten() {
            for opening in ["<", ";"] {
                let Some(at) = formal.find(&format!("{opening}{name}:")) else {
                    continue;
                };
                // An empty class bound is followed by one of an interface.
                let bounds = formal[at + opening.len() + name.len() + 1..].trim_start_matches(':');
                let mut reader = Reader {
                    rest: bounds,
                    depth: self.depth + OF_BOUNDS,
                    ..*self
                };
                return match reader.ty() {
                    Some(bound) => bound.descriptor.to_string(),
                    None => object(),
                };
            }
        }
        // A variable of a class around this one.
        object()
    }
}
