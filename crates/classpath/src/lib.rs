//! Directories, jars, the JDK's image, `javac`, class files and their hierarchy.

mod class_file;

pub use class_file::*;
