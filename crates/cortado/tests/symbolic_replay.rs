//! Replays that are the reported execution: static initialisers that throw, and symbolic arguments of several calls.

mod common;

use common::Scratch;

fn confirmed(program: &str, arguments: &[&str]) {
    let scratch = Scratch::new();
    scratch.file("work/Boot.java", program);
    let mut line = vec!["check", "work/Boot.java"];
    line.extend(arguments);
    let ran = scratch.run(&line);
    assert_eq!(ran.status, Some(1), "{ran:?}");
    assert!(ran.stdout.contains("confirmed"), "{ran:?}");
    assert!(!ran.stdout.contains("refuted"), "{ran:?}");
}

const ENTRY: &str = "
public class Boot {
    static int[] table = new int[2];
    static int last = table[Integer.parseInt(\"5\")];

    static int twice(int x) {
        return 2 * x;
    }

    public static void main(String[] args) {
        System.out.println(last);
    }
}
";

#[test]
fn the_initialiser_of_the_entry_class_throws() {
    confirmed(ENTRY, &[]);
}

#[test]
fn the_initialiser_of_the_class_of_a_method_throws() {
    confirmed(ENTRY, &["--method", "Boot.twice"]);
}

const OTHER: &str = "
public class Boot {
    static class Table {
        static int last = new int[2][Integer.parseInt(\"5\")];
    }

    public static void main(String[] args) {
        System.out.println(Table.last);
    }
}
";

#[test]
fn the_initialiser_of_another_class_throws() {
    confirmed(
        &OTHER.replace("new int[2][", "Boot.table()[").replace(
            "    public static",
            "    static int[] table() { return new int[2]; }\n\n    public static",
        ),
        &[],
    );
}

const AGAIN: &str = "
public class Boot {
    static class Table {
        static int last = Integer.parseInt(\"x\");
    }

    public static void main(String[] args) {
        try {
            System.out.println(Table.last);
        } catch (ExceptionInInitializerError expected) {
            System.out.println(\"first\");
        }
        System.out.println(Table.last);
    }
}
";

#[test]
fn a_class_whose_initialiser_has_thrown_is_used_again() {
    confirmed(AGAIN, &[]);
}

const STEPS: &str = "
public class Boot {
    int sum;

    void step(int x) {
        sum += x;
        assert x < 3 || sum == x;
    }

    public static void main(String[] args) {
        Boot boot = new Boot();
        boot.step(0);
        boot.step(0);
    }
}
";

/// A test of the last call alone is another execution, whatever it throws.
#[test]
fn the_last_of_several_calls_confirms_nothing() {
    let scratch = Scratch::new();
    scratch.file("work/Boot.java", STEPS);
    let ran = scratch.run(&["check", "work/Boot.java", "--symbolic", "Boot.step(sym)"]);
    assert_eq!(ran.status, Some(1), "{ran:?}");
    assert!(!ran.stdout.contains("confirmed"), "{ran:?}");
}
