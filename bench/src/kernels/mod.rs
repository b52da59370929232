//! The five timing kernels: ordinary Java whose speed is that of the interpreter on concrete values. Their sources live in
//! `bench/kernels`; the default size in each makes it run for at least two seconds under `java -Xint`.

use std::fs;
use std::path::Path;

use crate::jvm::Jdk;

/// A kernel's class and source.
#[derive(Debug, Clone, Copy)]
pub struct Kernel {
    pub class: &'static str,
    source: &'static str,
}

/// A program that does nothing: what it takes is start-up.
pub const EMPTY: Kernel = Kernel {
    class: "Empty",
    source: include_str!("../../kernels/Empty.java"),
};

/// The kernels, in the order of the table.
pub const KERNELS: [Kernel; 5] = [
    Kernel {
        class: "Sieve",
        source: include_str!("../../kernels/Sieve.java"),
    },
    Kernel {
        class: "MatrixProduct",
        source: include_str!("../../kernels/MatrixProduct.java"),
    },
    Kernel {
        class: "HashMapTraffic",
        source: include_str!("../../kernels/HashMapTraffic.java"),
    },
    Kernel {
        class: "StringBuilding",
        source: include_str!("../../kernels/StringBuilding.java"),
    },
    Kernel {
        class: "Fibonacci",
        source: include_str!("../../kernels/Fibonacci.java"),
    },
];

/// Compiles all kernels and the empty program into `classes`.
pub fn compile_all(jdk: &Jdk, classes: &Path) -> Result<(), String> {
    let mut sources = Vec::new();
    for kernel in KERNELS.iter().chain([&EMPTY]) {
        let path = classes.join(format!("{}.java", kernel.class));
        fs::write(&path, kernel.source)
            .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        sources.push(path);
    }
    jdk.compile(&sources, classes)
}
