//! Lowers the JDK's own classes: real code of every shape. All methods of java.base in release builds, a sample otherwise.

use classpath::{ClassFile, Jdk};
use ir::Graphs;
use std::time::{Duration, Instant};

fn classes() -> Vec<ClassFile> {
    let jdk = Jdk::locate(None).expect("a JDK");
    let names = jdk.classes_of_module("java.base").expect("java.base");
    let step = if cfg!(debug_assertions) { 16 } else { 1 };
    let parse = |name: &String| {
        let bytes = jdk.class_bytes_in("java.base", name).ok()??;
        Some(ClassFile::parse(&bytes).expect("the JDK's classes are readable"))
    };
    names.iter().step_by(step).filter_map(parse).collect()
}

#[derive(Debug, Default)]
struct Seen {
    methods: usize,
    blocks: usize,
    instructions: usize,
    /// Exceptional ones not counted.
    loops: usize,
    loops_in_one_piece: usize,
    irreducible_loops: usize,
    lowering: Duration,
    checking: Duration,
    graphs: Duration,
}

#[test]
fn every_method_of_java_base_lowers_to_a_valid_body() {
    let classes = classes();
    assert!(classes.len() > 300, "{} classes", classes.len());
    let mut seen = Seen::default();
    let mut faults = Vec::new();
    for class in &classes {
        for method in class.methods.iter().filter(|m| m.code.is_some()) {
            seen.methods += 1;
            let start = Instant::now();
            let lowered = ir::lower(class, method);
            seen.lowering += start.elapsed();
            let body = match lowered {
                Ok(body) => body,
                Err(e) => {
                    faults.push(e.to_string());
                    continue;
                }
            };
            let start = Instant::now();
            if let Err(e) = ir::check(&body) {
                faults.push(format!(
                    "{}.{}{}: {e}",
                    class.name, method.name, method.descriptor
                ));
            }
            seen.checking += start.elapsed();
            let start = Instant::now();
            let graphs = Graphs::new(&body);
            seen.graphs += start.elapsed();
            seen.blocks += body.blocks.len();
            seen.instructions += body.blocks.iter().map(|b| b.insts.len() + 1).sum::<usize>();
            for (_, l) in graphs.loops.iter().filter(|(_, l)| !l.exceptional) {
                let span = l.blocks[l.blocks.len() - 1].0 - l.blocks[0].0 + 1;
                seen.loops += 1;
                seen.loops_in_one_piece += usize::from(span as usize == l.blocks.len());
                seen.irreducible_loops += usize::from(l.irreducible);
            }
        }
    }
    println!("{seen:#?}");
    let shown = faults[..faults.len().min(20)].join("\n");
    assert!(faults.is_empty(), "{} faults:\n{shown}", faults.len());
    assert!(seen.loops_in_one_piece * 100 >= seen.loops * 99);
    // `javac` makes none.
    assert_eq!(seen.irreducible_loops, 0);
    if !cfg!(debug_assertions) {
        // About half a second on an idle machine; this only catches what grew out of proportion.
        assert!(seen.lowering + seen.checking < Duration::from_secs(15));
    }
}
