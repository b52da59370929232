//! What is found in Java text, shown as the text itself.

use source::{SourceFile, StatementKind};

const PROGRAM: &str = r#"package a;

class Outer {
    int field = "x".length();

    Outer(int size) { this(size, 0); }

    static int middle(final int lo, int[] hi[], String... rest) {
        int mid = lo; assert mid >= lo; assert
            mid // the middle
                <  7
            : "too large: " + mid;
        if (lo > 0 && mid < 9) {
            mid++;
        } else return 1;
        while (mid < lo) mid++;
        do { mid--; } while (mid > 3);
        for (int i = 0; i < 3; i++) { continue; }
        return mid;
    }

    record Pair(int left, long right) {
        Pair { assert left < right; }
        class Deep { void run(Object o) { new Object() { void hidden(int h) { assert h == 1; } }; } }
    }
}
"#;

fn file() -> SourceFile {
    SourceFile::parse(PROGRAM)
}

#[test]
fn assertions_by_line_and_column() {
    let file = file();
    assert!(!file.is_broken());
    let condition = |line, column| file.assert_condition_at(line, column).map(|(_, text)| text);
    assert_eq!(condition(9, None).as_deref(), Some("mid >= lo"));
    assert_eq!(condition(9, Some(23)).as_deref(), Some("mid >= lo"));
    assert_eq!(condition(9, Some(41)).as_deref(), Some("mid < 7"));
    assert_eq!(condition(11, None).as_deref(), Some("mid < 7"));
    assert_eq!(condition(9, Some(10)), None);
    assert_eq!(condition(13, None), None);
    assert_eq!(condition(0, None), None);
    assert_eq!(condition(9999, Some(1)), None);

    let assertion = file.assertion_at(9, None).unwrap();
    assert_eq!(file.slice(assertion.span), "assert mid >= lo;");
    assert_eq!(
        (assertion.span.from.column, assertion.span.to.column),
        (23, 40)
    );
    let detail = file.assertion_at(12, None).unwrap().detail.unwrap();
    assert_eq!(file.slice(detail), "\"too large: \" + mid");
}

#[test]
fn statements_with_headers_and_conditions() {
    let file = file();
    let shown = |line, column| {
        let statement = file.statement_at(line, column).unwrap();
        let condition = statement.condition.map(|span| file.slice(span));
        (statement.kind, file.slice(statement.header), condition)
    };
    assert_eq!(
        shown(4, None),
        (
            StatementKind::Declaration,
            "int field = \"x\".length();",
            None
        )
    );
    assert_eq!(
        shown(6, None),
        (StatementKind::ConstructorCall, "this(size, 0);", None)
    );
    assert_eq!(
        shown(13, None),
        (
            StatementKind::If,
            "if (lo > 0 && mid < 9)",
            Some("lo > 0 && mid < 9")
        )
    );
    assert_eq!(shown(14, None), (StatementKind::Simple, "mid++;", None));
    assert_eq!(shown(15, None), (StatementKind::Return, "return 1;", None));
    assert_eq!(
        shown(16, None),
        (StatementKind::While, "while (mid < lo)", Some("mid < lo"))
    );
    assert_eq!(shown(16, Some(26)), (StatementKind::Simple, "mid++;", None));
    assert_eq!(
        shown(17, None),
        (
            StatementKind::DoWhile,
            "do { mid--; } while (mid > 3);",
            Some("mid > 3")
        )
    );
    assert_eq!(
        shown(18, None),
        (
            StatementKind::For,
            "for (int i = 0; i < 3; i++)",
            Some("i < 3")
        )
    );
}

#[test]
fn methods_with_their_parameters() {
    let file = file();
    let shown: Vec<String> = (file.methods().iter())
        .map(|m| {
            let parameters: Vec<_> = (m.parameters.iter())
                .map(|p| format!("{} {}", p.ty, p.name))
                .collect();
            let class = m.class.as_deref().unwrap_or("?");
            format!("{class}.{}({})", m.name, parameters.join(", "))
        })
        .collect();
    assert_eq!(
        shown,
        [
            "Outer.<init>(int size)",
            "Outer.middle(int lo, int[][] hi, String... rest)",
            "Outer$Pair.<init>(int left, long right)",
            "Outer$Pair$Deep.run(Object o)",
            "?.hidden(int h)",
        ]
    );
    assert_eq!(file.parameter_names(10).unwrap(), ["lo", "hi", "rest"]);
    assert_eq!(file.method_at(1), None);
}

#[test]
fn spans_between_positions() {
    use source::Position;
    let file = SourceFile::parse("class A { String s = \"😀é\"; int x; }");
    let at = |column| Position { line: 1, column };
    let span = file.span(at(22), at(27)).unwrap();
    assert_eq!(file.slice(span), "\"😀é\"");
    assert_eq!(file.slice(file.span(at(29), at(35)).unwrap()), "int x;");
    assert_eq!(file.span(at(9), at(3)), None);
    assert_eq!(file.line(1).map(str::len), Some(file.text().len()));
}

#[test]
fn comments_and_literals_squeeze_well() {
    let file = SourceFile::parse(
        "class A { void m() { assert /* why */ \"a  // b\" . length()\n == '\"' ; } }",
    );
    let (_, text) = file.assert_condition_at(1, None).unwrap();
    assert_eq!(text, "\"a  // b\" . length() == '\"'");
}

#[test]
fn broken_text_never_panics() {
    let mut deep = "class A { void m() { assert ".to_owned();
    deep.push_str(&"(".repeat(20_000));
    for text in [
        "",
        "\u{0}",
        "class",
        "assert",
        "class A { void m( { assert ; } }",
        "class A { void m() { assert x > ; assert \"abc; } }",
        "/* never ends",
        "class A { void m() { assert '\\",
        "}}}}))))",
        &deep,
    ] {
        let file = SourceFile::parse(text);
        for line in 0..4 {
            for column in [None, Some(0), Some(1), Some(30)] {
                file.assert_condition_at(line, column);
                file.statement_at(line, column);
            }
            file.method_at(line);
        }
    }
    // Every prefix of a real program, cut at any character.
    for (end, _) in PROGRAM.char_indices().step_by(7) {
        let file = SourceFile::parse(&PROGRAM[..end]);
        file.assert_condition_at(9, None);
    }
}

#[test]
fn declarations() {
    let text = "package a.b; import java.util.*; import static x.Y.z;
/*@ first @*/ public class C<T extends Comparable<T>, U> {
    private /*@ second @*/ final int a = 1, b[];
    @Deprecated <V> T get(final @Nullable V v) { // third
        here: for (int i = 0, j = 1; ; ) { var x = i; }
        for (String s : null) { } try { } catch (A | B e) { }
        return null;
    }
    { int k; }
}";
    let file = SourceFile::parse(text);
    assert_eq!(file.package(), Some("a.b"));
    let imports: Vec<_> = (file.imports().iter())
        .map(|i| (i.path.as_str(), i.is_static, i.on_demand))
        .collect();
    assert_eq!(
        imports,
        [("java.util", false, true), ("x.Y.z", true, false)]
    );
    let comments: Vec<_> = file.comments().iter().map(|c| file.slice(*c)).collect();
    assert_eq!(comments, ["/*@ first @*/", "/*@ second @*/", "// third"]);
    let class = &file.types()[0];
    assert_eq!(class.name.as_deref(), Some("C"));
    assert_eq!(class.modifiers, ["public"]);
    let parameters: Vec<_> = (class.type_parameters.iter())
        .map(|p| (p.name.as_str(), p.bound.as_deref()))
        .collect();
    assert_eq!(parameters, [("T", Some("Comparable<T>")), ("U", None)]);
    let field = &file.fields()[0];
    assert_eq!(field.modifiers, ["private", "final"]);
    let names: Vec<_> = (field.declarators.iter())
        .map(|d| (d.name.as_str(), d.ty.as_str()))
        .collect();
    assert_eq!(names, [("a", "int"), ("b", "int[]")]);
    let method = &file.methods()[0];
    assert_eq!(method.modifiers, ["@Deprecated"]);
    assert_eq!(method.result.as_deref(), Some("T"));
    assert_eq!(method.parameters[0].modifiers, ["final", "@Nullable"]);
    let locals: Vec<_> = (file.local_variables().iter())
        .map(|l| (l.name.as_str(), l.ty.as_str(), file.one_line(l.scope)))
        .collect();
    let expected = [
        ("i", "int", "i = 0, j = 1; ; ) { var x = i; }"),
        ("j", "int", "j = 1; ; ) { var x = i; }"),
        ("x", "var", "x = i; }"),
        ("s", "String", "s : null) { }"),
        ("e", "A | B", "e) { }"),
        ("k", "int", "k; }"),
    ];
    let expected: Vec<_> = (expected.iter())
        .map(|(n, t, s)| (*n, *t, s.to_string()))
        .collect();
    assert_eq!(locals, expected);
    assert_eq!(file.labels()[0].name, "here");
    assert_eq!(file.initializers().len(), 1);
}

#[test]
fn declarations_without_bodies() {
    let text = "class C { int x = f(3); C(int a); /* C(); */ C() throws E;\n void m(); }";
    let file = SourceFile::parse_declarations(text);
    assert!(!file.is_broken());
    assert_eq!(file.text(), text);
    let names: Vec<_> = file
        .methods()
        .iter()
        .map(|m| (m.name.as_str(), m.parameters.len()))
        .collect();
    assert_eq!(names, [("<init>", 1), ("<init>", 0), ("m", 0)]);
}

#[test]
fn variables_of_patterns_and_groups() {
    let text = "class C { void m(Object o, int y) { { if (!(o instanceof String s)) return; f(s); }\n\
                switch (y) { case 1: int x = 3; break; case 2: x = 4; }\n\
                switch (o) { case P(int a, var b) -> f(a); case String t -> f(t); default -> f(o); } } }";
    let file = SourceFile::parse(text);
    assert!(!file.is_broken());
    let locals: Vec<_> = (file.local_variables().iter())
        .map(|l| (l.name.as_str(), l.ty.as_str(), file.one_line(l.scope)))
        .collect();
    let group = "x = 3; break; case 2: x = 4; }";
    let rest = "-> f(a); case String t -> f(t); default -> f(o); }";
    let expected = [
        ("s", "String", "s)) return; f(s); }".to_owned()),
        ("x", "int", group.to_owned()),
        ("a", "int", format!("a, var b) {rest}")),
        ("b", "var", format!("b) {rest}")),
        ("t", "String", "t -> f(t); default -> f(o); }".to_owned()),
    ];
    assert_eq!(locals, expected);
}
