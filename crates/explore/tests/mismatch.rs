//! Class files that were not compiled together: where a JVM refuses to link them, so does the machine, with the same
//! error.

use classpath::ClassPathBuilder;
use explore::{Config, Entry, explore};
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

fn compile(into: &Path, file: &str, text: &str) {
    let source = into.join(file);
    std::fs::create_dir_all(into).expect("a temporary directory");
    std::fs::write(&source, text).expect("a source file");
    let javac = Command::new("javac")
        .arg("-cp")
        .arg(into)
        .arg(&source)
        .status();
    assert!(javac.expect("javac is on the PATH").success());
    std::fs::remove_file(source).expect("the source was written");
}

/// What escapes when `Main` was compiled against the first `Other` and runs with the second.
fn escapes(name: &str, first: &str, second: &str, main: &str) -> String {
    let dir = std::env::temp_dir().join(format!("cortado-mismatch-{}-{name}", std::process::id()));
    compile(&dir, "Other.java", &format!("class Other {{ {first} }}"));
    let main = format!("class Main {{ public static void main(String[] a) {{ {main} }} }}");
    compile(&dir, "Main.java", &main);
    compile(&dir, "Other.java", &format!("class Other {{ {second} }}"));
    let classpath = ClassPathBuilder::new().target(&dir).build();
    let entry = Entry::Main {
        class: "Main".to_owned(),
        args: vec![],
    };
    let classpath = Arc::new(classpath.expect("a directory of classes"));
    let outcome = explore(classpath, &entry, &Config::default());
    std::fs::remove_dir_all(&dir).expect("the directory was made");
    outcome
        .violations()
        .iter()
        .map(|v| v.what.clone())
        .collect()
}

#[test]
fn what_has_become_private_is_out_of_reach() {
    let field = escapes(
        "field",
        "static int x;",
        "private static int x;",
        "Other.x = 1;",
    );
    assert_eq!(field, "java.lang.IllegalAccessError");
    let method = escapes(
        "method",
        "void f() {}",
        "private void f() {}",
        "new Other().f();",
    );
    assert_eq!(method, "java.lang.IllegalAccessError");
}

#[test]
fn what_is_gone_or_has_changed_is_missed() {
    let gone = escapes("gone", "static void f() {}", "", "Other.f();");
    assert_eq!(gone, "java.lang.NoSuchMethodError");
    let field = escapes("gone-field", "static int x;", "", "Other.x++;");
    assert_eq!(field, "java.lang.NoSuchFieldError");
    let changed = escapes("static", "static void f() {}", "void f() {}", "Other.f();");
    assert_eq!(changed, "java.lang.IncompatibleClassChangeError");
}

#[test]
fn what_is_still_visible_works() {
    let same = escapes("same", "int x;", "protected int x;", "new Other().x = 1;");
    assert_eq!(same, "");
}
