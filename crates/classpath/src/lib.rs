//! Directories, jars, the JDK's image, `javac`, class files and their hierarchy.

mod attributes;
mod cache;
mod class_file;
mod class_path;
mod cursor;
mod decompress;
mod descriptor;
mod error;
mod files;
mod image;
mod interner;
mod jar;
mod jdk;
mod mutf8;
mod pool;
mod positions;
mod reader;
mod targets;

pub use class_file::*;
pub use class_path::{ClassPath, Role};
pub use descriptor::{DescriptorError, FieldType, MethodDescriptor};
pub use error::{ClassFileError, Error};
pub use jar::JarLimits;
pub use jdk::Jdk;
pub use positions::range;
pub use targets::ClassPathBuilder;
