//! Directories, jars, the JDK's image, `javac`, class files and their hierarchy.

mod api;
mod attributes;
mod cache;
mod class_file;
mod class_path;
mod compile;
mod cursor;
mod decompress;
mod descriptor;
mod error;
mod files;
mod gradle;
mod hierarchy;
mod image;
mod interner;
mod jar;
mod jdk;
mod maven;
mod missing;
mod mutf8;
mod pool;
mod positions;
mod project;
mod reader;
mod siblings;
mod targets;

pub use api::API_SOURCES;
pub use class_file::*;
pub use class_path::{ClassPath, LeftOut, Role};
pub use descriptor::{DescriptorError, FieldType, MethodDescriptor, behind_type_variables};
pub use error::{ClassFileError, Error};
pub use files::holds_program;
pub use jar::JarLimits;
pub use jdk::Jdk;
pub use positions::range;
pub use targets::ClassPathBuilder;
