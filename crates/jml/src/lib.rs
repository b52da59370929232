//! The Java Modeling Language: annotations in comments of Java files become contracts, resolved against class files.
//!
//! - [`Specifications`] is the entry point: sources in, contracts of methods, specifications of classes and bodies out.
//! - [`contract`] has the types that leave this crate: [`contract::Contract`] with its cases, [`contract::ClassSpec`],
//!   [`contract::BodySpec`].
//! - [`resolved`] has the expressions in them.
//! - `syntax` is what the parser makes of a text, before names mean anything.
//! - [`Diagnostic`] says what is wrong with a specification. Nothing in a file makes this crate fail or panic; what it
//!   cannot give a meaning is listed as `unsupported` where it was written.

mod annotations;
mod attach;
mod bodies;
mod classes;
pub mod contract;
mod declared;
mod diagnostic;
mod groups;
mod inherit;
mod lexer;
mod library;
pub mod loops;
pub mod marks;
mod methods;
mod models;
mod modifiers;
mod own;
mod parser;
mod print;
mod print_contract;
mod resolve;
pub mod resolved;
mod scope;
mod similar;
mod specifications;
mod syntax;
mod types;

pub use diagnostic::{Diagnostic, Severity};
pub use parser::is_java_keyword;
pub use similar::nearest;
pub use specifications::Specifications;
