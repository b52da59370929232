//! Where execution begins, as far as a generated test must know it.

use outcome::JavaString;

/// Who may name a method, constructor or class from a class in the same package.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Anyone in the package: public, protected or package-private.
    Package,
    /// Only the class itself; a test needs reflection.
    Private,
}

/// What the method is called on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Receiver {
    /// A static method needs none.
    None,
    /// A fresh object from the constructor without parameters.
    New(Access),
    /// None can be made; the text says why, for the user.
    Impossible(String),
}

/// The entry of an analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// `public static void main(String[])`.
    Main {
        /// Binary name: `com.acme.Tool`.
        class: String,
        args: Vec<JavaString>,
    },
    Method {
        /// Binary name: `com.acme.Outer$Inner`.
        class: String,
        /// The class as Java source names it, `com.acme.Outer.Inner`; none for a class that source cannot name
        /// (private, local or anonymous), which is then reached by reflection.
        source_class: Option<String>,
        /// The class that declares the method, a binary name, where the entry's class inherits it.
        declared_in: Option<String>,
        /// `<init>` for a constructor.
        name: String,
        /// As in [`outcome::Input::ty`]: source spelling with full class names.
        parameter_types: Vec<String>,
        access: Access,
        receiver: Receiver,
    },
}

impl Entry {
    pub fn class(&self) -> &str {
        match self {
            Entry::Main { class, .. } | Entry::Method { class, .. } => class,
        }
    }

    /// The package of the entry's class; empty for the unnamed one.
    pub fn package(&self) -> &str {
        self.class()
            .rsplit_once('.')
            .map_or("", |(package, _)| package)
    }

    /// The method's name as the class file has it.
    pub fn name(&self) -> &str {
        match self {
            Entry::Main { .. } => "main",
            Entry::Method { name, .. } => name,
        }
    }

    /// The method's name, fit for a Java identifier.
    pub fn method(&self) -> &str {
        match self {
            Entry::Main { .. } => "main",
            Entry::Method { name, .. } if name == "<init>" => "constructor",
            Entry::Method { name, .. } => name,
        }
    }
}
