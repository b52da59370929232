//! What the tests share: directories that clean up after themselves, the JDK's compiler, and jars made to order.
#![allow(dead_code, reason = "each test file uses its own part")]

use classpath::{ClassFile, ClassPath, ClassPathBuilder, Jdk};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

pub struct TempDir(PathBuf);

impl TempDir {
    pub fn new() -> TempDir {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let id = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("classpath-test-{}-{id}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        TempDir(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file, its directories included.
    pub fn write(&self, relative: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(relative);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, content).unwrap();
        path
    }
}

impl Drop for TempDir {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A builder whose cache is in the given directory.
pub fn builder(directory: &TempDir) -> ClassPathBuilder {
    ClassPathBuilder::new()
        .cache_dir(directory.path().join("cache"))
        .repositories(None, None)
}

/// Compiles sources given as `(path, text)` with the flags that the class path uses, and more.
pub fn compile(sources: &[(&str, &str)], into: &Path) {
    let directory = TempDir::new();
    let jdk = Jdk::locate(None).unwrap();
    let mut javac = std::process::Command::new(jdk.javac.expect("the tests need javac"));
    javac.args(["-g", "-Xjcov", "-parameters", "-proc:none", "-nowarn", "-d"]);
    javac.arg(into);
    for (path, text) in sources {
        javac.arg(directory.write(path, text));
    }
    let output = javac.output().unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// The class path over the compiled sources.
pub fn compiled(sources: &[(&str, &str)]) -> (TempDir, ClassPath) {
    let directory = TempDir::new();
    let classes = directory.path().join("classes");
    std::fs::create_dir_all(&classes).unwrap();
    compile(sources, &classes);
    let path = builder(&directory).target(&classes).build().unwrap();
    (directory, path)
}

pub fn class_bytes(sources: &[(&str, &str)], name: &str) -> Vec<u8> {
    let directory = TempDir::new();
    compile(sources, directory.path());
    std::fs::read(directory.path().join(format!("{name}.class"))).unwrap()
}

pub fn parse(bytes: &[u8]) -> ClassFile {
    ClassFile::parse(bytes).unwrap()
}

/// A jar with the given entries, deflated.
pub fn jar(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    for (name, content) in entries {
        writer.start_file(*name, options).unwrap();
        writer.write_all(content).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// A small deterministic generator (splitmix64), so that a failing case can be repeated.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    pub fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound.max(1) as u64).unwrap()
    }
}
