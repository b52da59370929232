//! How many queries a branch costs. A program with n independent symbolic branches in sequence has 2ⁿ paths; since a
//! path's own model answers one side of each branch, at most one query is due per branching point: 2ⁿ − 1.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use classpath::ClassPathBuilder;
use explore::{Config, Entry, Merge, explore};

use super::Row;

/// Explores programs with these numbers of branches. An error says that a bound does not hold.
pub fn measure(counts: &[u32], directory: &Path) -> Result<Vec<Row>, String> {
    counts.iter().map(|n| measure_one(*n, directory)).collect()
}

fn measure_one(n: u32, directory: &Path) -> Result<Row, String> {
    let class = format!("Branches{n}");
    let source = directory.join(format!("{class}.java"));
    fs::write(&source, program(&class, n))
        .map_err(|error| format!("cannot write {}: {error}", source.display()))?;
    let classpath = ClassPathBuilder::new()
        .target(source)
        .build()
        .map_err(|error| error.to_string())?;
    let entry = Entry::Main {
        class,
        args: Vec::new(),
    };
    // The bound is on paths that are kept apart.
    let config = Config {
        merge: Merge::None,
        ..Config::default()
    };
    let outcome = explore(Arc::new(classpath), &entry, &config);
    let stats = outcome.stats();
    let (paths, bound) = (1u64 << n, (1u64 << n) - 1);
    if stats.paths != paths || stats.queries > bound {
        return Err(format!(
            "{n} branches took {} paths and {} queries; {paths} paths and at most {bound} queries are right",
            stats.paths, stats.queries
        ));
    }
    Ok(Row::new(
        format!("{n} independent branches"),
        format!(
            "{} paths, {} queries (bound {bound}), {} ms, {} ms of it in the solver",
            stats.paths, stats.queries, stats.wall_ms, stats.solver_ms
        ),
    ))
}

fn program(class: &str, n: u32) -> String {
    let mut body = String::new();
    for i in 0..n {
        // Writing to a string cannot fail.
        let _ = writeln!(
            body,
            "        if (cortado.Any.anInt() > {}) sum += {};",
            7 * i,
            1u64 << i
        );
    }
    format!(
        "public class {class} {{\n    public static void main(String[] args) {{\n        int sum = 0;\n{body}        assert sum >= 0;\n    }}\n}}\n"
    )
}
