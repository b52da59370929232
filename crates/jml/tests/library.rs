//! The specifications of library classes: they resolve, cover what they should, and a user's own take their place.

mod common;

use common::PROGRAM;
use jml::Specifications;
use source::SourceFile;
use std::path::PathBuf;

#[test]
fn built_in() {
    let (specifications, diagnostics) = Specifications::read(&[], &[], &PROGRAM.classpath);
    let complaints: Vec<String> = diagnostics.iter().map(|d| d.to_string()).collect();
    assert!(complaints.is_empty(), "{complaints:#?}");
    let methods = specifications.methods();
    assert!(methods.len() >= 45, "{}", methods.len());
    for method in methods {
        let contract = (specifications)
            .contract(&method.class, &method.name, &method.descriptor)
            .expect("it exists");
        assert!(contract.is_specified, "{method:?}");
        assert!(contract.unsupported.is_empty(), "{contract}");
        // Calls of the library have effects that are known.
        assert!(
            contract.cases.iter().all(|c| c.assignable.is_some()),
            "{contract}"
        );
    }
    let shown = |class: &str, name: &str, descriptor: &str| {
        let contract = specifications.contract(class, name, descriptor);
        contract.expect("it exists").to_string()
    };
    assert_eq!(
        shown("java/lang/Math", "max", "(II)I"),
        "pure\nstrictly_pure\nnormal_behavior of java/lang/Math
  ensures (\\result == (($0 >= $1) ? $0 : $1))
  signals java/lang/Exception\n    false [normal_behavior]
  signals_only \\nothing\n  assignable \\strictly_nothing\n"
    );
    // Nobody inherits what equality means for objects that say nothing about it.
    let equals = specifications.contract("java/lang/Thread", "toString", "()Ljava/lang/String;");
    assert!(!equals.expect("it exists").is_specified);
    let copy = specifications.contract(
        "java/lang/System",
        "arraycopy",
        "(Ljava/lang/Object;ILjava/lang/Object;II)V",
    );
    assert_eq!(copy.expect("it exists").cases.len(), 1 + 2 * 9 + 3);
}

#[test]
fn of_the_user() {
    let text = "package java.lang;\npublic final class Math {\n  //@ ensures \\result >= 0;\n  /*@ pure @*/ static double sqrt(double a);\n  public Math(int none);\n}";
    let file = SourceFile::parse_declarations(text);
    let library = [(PathBuf::from("Math.jml"), file)];
    let (specifications, diagnostics) = Specifications::read(&[], &library, &PROGRAM.classpath);
    let complaints: Vec<String> = diagnostics.iter().map(|d| d.to_string()).collect();
    assert_eq!(
        complaints,
        ["Math.jml:5:10: error: the class file has no such method"]
    );
    let sqrt = specifications
        .contract("java/lang/Math", "sqrt", "(D)D")
        .expect("it exists");
    assert_eq!(
        sqrt.cases[0].to_string(),
        "lightweight of java/lang/Math\n  ensures (\\result >= (double)0)\n  signals_only \\nothing\n  assignable \\nothing\n"
    );
    let max = specifications
        .contract("java/lang/Math", "max", "(II)I")
        .expect("it exists");
    assert!(!max.is_specified);
}
