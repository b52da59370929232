//! Lowers the JDK's own classes: real code of every shape. All methods of java.base in release builds, a sample otherwise.

use classpath::{ClassFile, Jdk};
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

#[test]
fn every_method_of_java_base_lowers_to_a_valid_body() {
    let classes = classes();
    assert!(classes.len() > 300, "{} classes", classes.len());
    let mut faults = Vec::new();
    let (mut methods, mut blocks, mut insts) = (0usize, 0usize, 0usize);
    let mut lowering = Duration::ZERO;
    let mut checking = Duration::ZERO;
    for class in &classes {
        for method in class.methods.iter().filter(|m| m.code.is_some()) {
            methods += 1;
            let start = Instant::now();
            let lowered = ir::lower(class, method);
            lowering += start.elapsed();
            let start = Instant::now();
            match lowered {
                Err(e) => faults.push(e.to_string()),
                Ok(body) => {
                    blocks += body.blocks.len();
                    insts += body.blocks.iter().map(|b| b.insts.len() + 1).sum::<usize>();
                    if let Err(e) = ir::check(&body) {
                        faults.push(format!(
                            "{}.{}{}: {e}",
                            class.name, method.name, method.descriptor
                        ));
                    }
                }
            }
            checking += start.elapsed();
        }
    }
    println!(
        "{methods} methods, {blocks} blocks, {insts} instructions: lowered in {lowering:?}, checked in {checking:?}"
    );
    assert!(
        faults.is_empty(),
        "{} faults:\n{}",
        faults.len(),
        faults[..faults.len().min(20)].join("\n")
    );
}
