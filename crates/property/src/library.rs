//! The properties that come with Cortado, from `properties/` at the root of the repository. A file's documentation is the
//! property's manual page.

/// A property of the library, as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Builtin {
    pub name: &'static str,
    /// The file's name, for messages.
    pub file: &'static str,
    pub text: &'static str,
}

macro_rules! builtins {
    ($($name:literal),* $(,)?) => {
        &[$(Builtin {
            name: $name,
            file: concat!($name, ".prop"),
            text: include_str!(concat!("../../../properties/", $name, ".prop")),
        }),*]
    };
}

/// In the order in which they are listed: from one object to three.
pub const LIBRARY: &[Builtin] = builtins![
    "enumeration",
    "iterator",
    "iterator-strict",
    "reader",
    "writer",
    "socket",
    "scanner",
    "lock",
    "collection-iterator",
    "safe-iteration",
    "reader-stream",
    "writer-stream",
    "map-iterator",
];

pub fn builtin(name: &str) -> Option<&'static Builtin> {
    LIBRARY.iter().find(|builtin| builtin.name == name)
}

impl Builtin {
    /// What a program should do, in a line.
    pub fn title(&self) -> String {
        crate::prop::parse(self.text).0.title
    }
}
