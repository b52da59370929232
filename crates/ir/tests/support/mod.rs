//! What the tests share: Java source compiled by the `javac` on the PATH.

#![allow(dead_code)]

pub mod assembler;
pub mod bytecode;
pub mod random;
pub mod registers;

use classpath::ClassFile;
use std::path::PathBuf;
use std::process::Command;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value {
    Int(i32),
    Long(i64),
    /// The only object there is: an `ArithmeticException`.
    Thrown,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    Returned(Value),
    Threw,
    OutOfFuel,
}

/// Runs `method` in both forms and demands the same outcome, which it returns.
pub fn agree(
    class: &ClassFile,
    method: &classpath::Method,
    body: &ir::Body,
    args: &[Value],
) -> Outcome {
    let expected = bytecode::run(class, method.code.as_ref().unwrap(), args, 20_000);
    if expected != Outcome::OutOfFuel {
        let actual = registers::run(body, args, 200_000);
        assert_eq!(
            actual,
            expected,
            "{args:?}\n{}",
            ir::print(class, method, body, &ir::Graphs::new(body))
        );
    }
    expected
}

/// Compiles `source`, whose top-level class is `name`, and reads that class back.
pub fn compile(name: &str, source: &str) -> ClassFile {
    let (dir, class) = compile_in(name, source);
    std::fs::remove_dir_all(&dir).unwrap();
    class
}

/// The same, but the directory with the class file is left for the caller to use and remove.
pub fn compile_in(name: &str, source: &str) -> (PathBuf, ClassFile) {
    let dir = std::env::temp_dir().join(format!("ir-test-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let file = dir.join(format!("{name}.java"));
    std::fs::write(&file, source).unwrap();
    let output = Command::new("javac")
        .args(["-g", "-Xlint:none", "--release", "17", "-d"])
        .args([&dir, &file])
        .output()
        .expect("javac is on the PATH");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let bytes = std::fs::read(dir.join(format!("{name}.class"))).unwrap();
    let class = ClassFile::parse(&bytes).unwrap();
    (dir, class)
}
