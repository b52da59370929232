//! What a run exercised, for the comparison with a JVM: natives by name, and for each method with bytecode which of its
//! instructions ran. Recorded only with `Options::record_coverage`; the dispatch loop is compiled once with it and once
//! without.

use crate::class::MethodSource;
use crate::machine::Machine;
use classpath::ClassFile;
use std::collections::BTreeSet;
use std::sync::Arc;

/// What the machine notes while it runs.
#[derive(Default, Clone, Debug)]
pub struct Coverage {
    /// Natives and intrinsics called, as `class.name(descriptor)`.
    pub natives: BTreeSet<String>,
}

/// A method of which some instruction ran.
pub struct CoveredMethod {
    pub class: Arc<ClassFile>,
    /// Index into the class's methods.
    pub method: usize,
    /// The bytecode offset of every register instruction and whether it ran. What the lowering folded into others has
    /// no entry.
    pub instructions: Vec<(u32, bool)>,
}

impl Machine {
    /// The methods that ran so far, in the order in which they were linked.
    pub fn covered_methods(&self) -> Vec<CoveredMethod> {
        let mut found = Vec::new();
        for method in &self.linker.methods {
            let MethodSource::File(index) = method.source else {
                continue;
            };
            let Some(Ok(code)) = method.code.get() else {
                continue;
            };
            let Some(covered) = code.covered.get() else {
                continue;
            };
            let Some(class) = &self.class(method.class).file else {
                continue;
            };
            found.push(CoveredMethod {
                class: class.clone(),
                method: usize::from(index),
                instructions: code
                    .pcs
                    .iter()
                    .copied()
                    .zip(covered.iter().map(|c| c.get()))
                    .collect(),
            });
        }
        found
    }
}
