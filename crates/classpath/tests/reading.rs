//! Reading what javac writes: every attribute that the types model, with exact offsets.

mod common;
use classpath::*;
use common::*;

const SHAPES: &str = r#"
package p;
import java.lang.annotation.*;
import java.util.function.*;

@Deprecated
public sealed class Shapes permits Shapes.Round {
    @Retention(RetentionPolicy.CLASS) @interface Mark { int value() default 3; String[] names() default {}; }
    static final int SIZE = 42;
    static final long BIG = 1L << 40;
    static final double NAN = 0.0 / 0.0;
    static final String TEXT = "a\u0000b\ud800c\ud83d\ude00";
    static final boolean YES = true;
    final int notStatic = 7;
    record Point(int x, java.util.List<String> names) {}
    static final class Round extends Shapes {}
    int divide(@Mark(names = {"a", "b"}) int a, String b) throws java.io.IOException {
        int result = 0;
        try {
            result = a / b.length();
        } catch (ArithmeticException e) {
            result = -1;
        } finally {
            result++;
        }
        return result;
    }
    Supplier<String> lambda(String s) {
        Object o = new Object() { public String toString() { return s; } };
        return () -> s + o + 1;
    }
}
"#;

fn shapes() -> (TempDir, ClassPath) {
    compiled(&[("p/Shapes.java", SHAPES)])
}

#[test]
fn classes_members_and_attributes() {
    let (_directory, path) = shapes();
    let class = path.find("p/Shapes").unwrap().unwrap();
    assert_eq!(&*class.name, "p/Shapes");
    assert_eq!(class.super_name.as_deref(), Some("java/lang/Object"));
    assert_eq!(class.source_file.as_deref(), Some("Shapes.java"));
    assert_eq!(class.package(), "p");
    assert_eq!(class.permitted_subclasses, [Name::from("p/Shapes$Round")]);
    assert!(class.nest_members.iter().any(|n| &**n == "p/Shapes$Point"));
    assert_eq!(
        &*class.annotations[0].type_descriptor,
        "Ljava/lang/Deprecated;"
    );
    let anonymous = class
        .inner_classes
        .iter()
        .find(|c| &*c.inner == "p/Shapes$1")
        .unwrap();
    assert!(anonymous.inner_name.is_none() && anonymous.outer.is_none());

    let constant = |name: &str| {
        let field = class.fields.iter().find(|f| &*f.name == name).unwrap();
        field.constant_value.clone()
    };
    assert_eq!(constant("SIZE"), Some(Constant::Int(42)));
    assert_eq!(constant("BIG"), Some(Constant::Long(1 << 40)));
    assert_eq!(
        constant("NAN"),
        Some(Constant::Double(0x7ff8_0000_0000_0000))
    );
    assert_eq!(constant("YES"), Some(Constant::Int(1)));
    let text: Vec<u16> = vec![0x61, 0, 0x62, 0xD800, 0x63, 0xD83D, 0xDE00];
    assert_eq!(constant("TEXT"), Some(Constant::String(text.into())));
    assert_eq!(constant("notStatic"), None);

    let divide = class.method("divide", "(ILjava/lang/String;)I").unwrap();
    assert_eq!(divide.exceptions, [Name::from("java/io/IOException")]);
    assert_eq!(
        &*divide.parameter_annotations[0][0].type_descriptor,
        "Lp/Shapes$Mark;"
    );
    assert!(divide.parameter_annotations[1].is_empty());
    assert_eq!(
        divide.parameter_names,
        [Some(Name::from("a")), Some(Name::from("b"))]
    );

    let inner = path.find("p/Shapes$1").unwrap().unwrap();
    assert_eq!(inner.nest_host.as_deref(), Some("p/Shapes"));
    let enclosing = inner.enclosing_method.as_ref().unwrap();
    assert_eq!(&*enclosing.class, "p/Shapes");
    assert_eq!(&*enclosing.method.as_ref().unwrap().0, "lambda");
}

#[test]
fn records_and_bootstrap_methods() {
    let (_directory, path) = shapes();
    let point = path.find("p/Shapes$Point").unwrap().unwrap();
    let components: Vec<String> = point
        .record
        .as_ref()
        .unwrap()
        .iter()
        .map(|c| format!("{} {}", c.name, c.descriptor))
        .collect();
    assert_eq!(components, ["x I", "names Ljava/util/List;"]);
    let bootstrap = &point.bootstrap_methods[0];
    assert_eq!(bootstrap.handle.kind, HandleKind::InvokeStatic);
    assert_eq!(
        &*bootstrap.handle.member.class,
        "java/lang/runtime/ObjectMethods"
    );
    assert!(
        matches!(&bootstrap.arguments[0], Constant::Class(name) if &**name == "p/Shapes$Point")
    );
    assert!(
        matches!(&bootstrap.arguments[2], Constant::MethodHandle(h) if h.kind == HandleKind::GetField)
    );

    let class = path.find("p/Shapes").unwrap().unwrap();
    assert!(class.record.is_none());
    let sites: Vec<&DynamicRef> = (0..u16::MAX)
        .map_while(|i| class.pool.get(i))
        .filter_map(|entry| match entry {
            PoolEntry::InvokeDynamic(site) => Some(site),
            _ => None,
        })
        .collect();
    let names: Vec<&str> = sites.iter().map(|site| &*site.name).collect();
    assert!(
        names.contains(&"get") && names.contains(&"makeConcatWithConstants"),
        "{names:?}"
    );
}

#[test]
fn handlers_lines_locals_and_ranges_are_byte_offsets() {
    let (_directory, path) = shapes();
    let class = path.find("p/Shapes").unwrap().unwrap();
    let divide = class.method("divide", "(ILjava/lang/String;)I").unwrap();
    let code = divide.code.as_ref().unwrap();
    let line_of = |text: &str| 1 + SHAPES.lines().position(|l| l.contains(text)).unwrap() as u32;
    // iconst_0, istore_3, iload_1, aload_2, invokevirtual, idiv: the division is the byte after the call.
    let division = code.bytes.iter().position(|b| *b == 0x6C).unwrap() as u32;
    assert_eq!(code.line_at(division), Some(line_of("a / b.length()")));
    assert_eq!(code.line_at(0), Some(line_of("int result = 0")));
    let handler = code
        .handlers
        .iter()
        .find(|h| h.catch_type.as_deref() == Some("java/lang/ArithmeticException"))
        .unwrap();
    assert!(handler.start_pc <= division && division < handler.end_pc);
    assert_eq!(
        code.line_at(handler.handler_pc),
        Some(line_of("catch (Arith"))
    );
    assert!(code.handlers.iter().any(|h| h.catch_type.is_none()));
    let result = code.locals.iter().find(|l| &*l.name == "result").unwrap();
    assert_eq!((&*result.descriptor, result.index), ("I", 3));

    let range = code.range_at(division).unwrap();
    let line = SHAPES.lines().nth(range.start_line as usize - 1).unwrap();
    let text = &line[range.start_column as usize - 1..range.end_column as usize - 1];
    assert!(range.flags & range::STATEMENT != 0, "{range:?}");
    assert_eq!(text.trim_end_matches(';'), "result = a / b.length()");
}

#[test]
fn branch_ranges_are_chosen_inside_statements() {
    let source = "class B { int f(int x) { if (x > 3 && x < 9) { return x; } return 0; } }";
    let class = parse(&class_bytes(&[("B.java", source)], "B"));
    let code = class.method("f", "(I)I").unwrap().code.clone().unwrap();
    // The first comparison is at 2, after iload_1 and iconst_3.
    let range = code.range_at(2).unwrap();
    let text = &source[range.start_column as usize - 1..range.end_column as usize - 1];
    assert_eq!(text, "x > 3");
    assert!(range.flags & (range::BRANCH_TRUE | range::BRANCH_FALSE) != 0);
    assert!(code.range_at(60_000).is_none());
}

#[test]
fn package_and_module_descriptions_parse() {
    let sources = [
        (
            "module-info.java",
            "/** m */ module m { requires java.logging; exports q; uses Runnable; }",
        ),
        ("q/package-info.java", "@Deprecated package q;"),
        ("q/C.java", "package q; public class C {}"),
    ];
    let directory = TempDir::new();
    compile(&sources, directory.path());
    let read = |name: &str| parse(&std::fs::read(directory.path().join(name)).unwrap());
    let module = read("module-info.class");
    assert_eq!(&*module.name, "module-info");
    assert!(module.super_name.is_none());
    assert_eq!(&*read("q/package-info.class").name, "q/package-info");
}

/// A JDK 21 or newer, named by `CORTADO_TEST_JDK21`: its whole library parses.
#[test]
fn newer_images_parse_completely() {
    let Some(home) = std::env::var_os("CORTADO_TEST_JDK21") else {
        return;
    };
    let directory = TempDir::new();
    let path = builder(&directory).jdk(home).build().unwrap();
    for name in path.jdk().classes_of_module("java.base").unwrap() {
        path.find(&name).unwrap();
    }
}

/// Switches over qualified enum constants put dynamic constants among the bootstrap arguments. With a JDK 21 or newer as
/// above; a class made by hand in `broken.rs` covers it without one.
#[test]
fn newer_pattern_switches_have_dynamic_arguments() {
    let Some(home) = std::env::var_os("CORTADO_TEST_JDK21") else {
        return;
    };
    if Jdk::at(home.as_ref()).unwrap().javac.is_none() {
        return;
    }
    let directory = TempDir::new();
    let source = directory.write(
        "S.java",
        "class S { sealed interface I permits E, R {} enum E implements I { A, B } record R(int x) implements I {}
           static int f(I i) { return switch (i) { case E.A -> 1; case E.B -> 2; case R(int x) when x > 3 -> x; case R r -> 0; }; } }",
    );
    let path = builder(&directory)
        .jdk(home)
        .target(source)
        .build()
        .unwrap();
    let class = path.find("S").unwrap().unwrap();
    let arguments = class.bootstrap_methods.iter().flat_map(|b| &b.arguments);
    assert!(
        arguments
            .filter(|a| matches!(a, Constant::Dynamic(_)))
            .count()
            > 0
    );
    // JDK 25's javac fails on this program with -Xjcov; there are lines at least.
    let code = class.method("f", "(LS$I;)I").unwrap().code.as_ref();
    assert!(!code.unwrap().lines.is_empty());
}
