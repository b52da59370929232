//! What documentation comments say.

use source::SourceFile;

const TEXT: &str = "package a.b;
import java.io.*;
import other.BadException;
class C {
    /** Nothing: @throws in the middle is text, {@link X}. */
    int first() { return 0; }

    /**
     * Does it.
     * @param n a number
     * @throws IllegalArgumentException if n is negative,
     *   or an {@code @throws Odd}
     * @exception java.util.NoSuchElementException never
     * @throws
     *     IOException on the next line
     * @throwsNothing at all
     */
    // in between
    @Deprecated
    int second(int n) { return n; }

    /* @throws Plain comment */
    int third() { return 0; }
    int fourth() { return 0; }
    static class Mine extends RuntimeException { }
}
";

#[test]
fn exceptions_in_documentation() {
    let file = SourceFile::parse(TEXT);
    let of = |name: &str| {
        let method = file.methods().iter().find(|m| m.name == name).unwrap();
        file.documented_exceptions(method)
    };
    assert_eq!(of("first"), [""; 0]);
    assert_eq!(
        of("second"),
        [
            "IllegalArgumentException",
            "java.util.NoSuchElementException",
            "IOException"
        ]
    );
    assert_eq!(of("third"), [""; 0]);
    assert_eq!(of("fourth"), [""; 0]);
}

#[test]
fn names_in_documentation() {
    let file = SourceFile::parse(TEXT);
    for (written, full) in [
        ("a.X", "a.X"),
        ("RuntimeException", "java.lang.RuntimeException"),
        ("IOException", "java.io.IOException"),
        ("Near", "a.b.Near"),
        ("Mine", "a.b.C.Mine"),
        ("C.Mine", "a.b.C.Mine"),
        ("BadException", "other.BadException"),
    ] {
        assert!(file.names_class(written, full), "{written} {full}");
    }
    for (written, full) in [
        ("BadException", "a.b.BadException"),
        ("Far", "a.c.Far"),
        ("Exception", "java.lang.RuntimeException"),
        ("NoSuchElementException", "java.util.NoSuchElementException"),
    ] {
        assert!(!file.names_class(written, full), "{written} {full}");
    }
}
