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

#[test]
fn the_test_makes_every_call() {
    confirmed(STEPS, &["--symbolic", "Boot.step(sym)"]);
}

/// Checks a program with symbolic methods: its assertion fails on a JVM with the values that were found.
#[track_caller]
fn fails(program: &str, symbolic: &[&str], more: &[&str]) -> (Scratch, String) {
    let scratch = Scratch::new();
    scratch.file("work/Boot.java", program);
    let mut line = vec!["check", "work/Boot.java", "--check", "assertions"];
    line.extend(symbolic.iter().flat_map(|method| ["--symbolic", method]));
    line.extend(more);
    let ran = scratch.run(&line);
    assert_eq!(ran.status, Some(1), "{ran:?}");
    assert!(ran.stdout.contains("confirmed"), "{ran:?}");
    let test = scratch.read("cortado-out/BootCortadoTest.java");
    assert!(test.contains("Boot.main("), "{test}");
    (scratch, ran.stdout)
}

const KINDS: &str = "
public class Boot {
    interface Shape { int area(int w, int h); }
    static class Square implements Shape {
        int side;
        Square(int side) { this.side = side; }
        public int area(int w, int h) {
            if (w < 0) throw new IllegalArgumentException();
            return w * side;
        }
    }
    static int sum;
    static void add(int x) { sum += x; }
    static boolean all(boolean f, long l, double d, String s) { return f && l == 5L && d > 1.5 && s.equals(\"hey\"); }
    static void never(int q) { throw new IllegalStateException(); }
    static int deep(int n, int left) { return left == 0 ? n : n + deep(0, left - 1); }
    static synchronized char loop(char c, byte b, short s, float f) {
        while (c == 'x' && b == 3 && s == -2 && f == 0.5f) return 'y';
        return c;
    }
    static int array(int[] xs, Integer box) { return xs.length > 1 && xs[1] == 7 && box == 9 ? 1 : 0; }

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) add(i);
        int caught = 0;
        try {
            caught = new Square(2).area(1, 1);
        } catch (IllegalArgumentException expected) {
            caught = -1;
        }
        int area = new Square(3).area(1, 1);
        boolean all = all(false, 1, 2, \"x\");
        int deep = deep(1, 2);
        char c = loop('a', (byte) 1, (short) 1, 1f);
        int array = array(null, 1);
        assert !(sum == 30 && caught == -1 && area == 12 && all && deep == 111 && c == 'y' && array == 1
                && args.length == 1);
    }
}
";

#[test]
fn values_of_all_kinds_in_calls_of_all_kinds() {
    let symbolic = [
        "Boot.add(sym)",
        "Boot.Square.area(sym#con)",
        "Boot.all(sym#sym#sym#sym)",
        "Boot.never(sym)",
        "Boot.deep(sym#con)",
        "Boot.loop(sym#sym#sym#sym)",
        "Boot.array(sym#sym)",
    ];
    fails(KINDS, &symbolic, &["--", "one"]);
}

/// Overriding methods, calls by `super`, of default methods, by a lambda, by reflection and by the JDK, in an initialiser,
/// on null; and a method whose code jumps back to its first instruction.
const WAYS: &str = "
import java.util.*;
import java.util.function.*;

public class Boot {
    static class Item implements Comparable<Item> {
        int key;
        Item(int key) { this.key = key; }
        int put(int x) { return x; }
        public int compareTo(Item other) { return less(key, other.key); }
        static int less(int a, int b) { return a < b ? -1 : a == b ? 0 : 1; }
    }
    static class Sub extends Item {
        Sub() { super(1); }
        @Override int put(int x) { return super.put(x) + x; }
    }
    static class Box<T> { void set(T t) {} }
    static class Number extends Box<Integer> { int n; @Override void set(Integer n) { this.n = n; } }
    interface Default { default int same(int x) { return x; } }
    static class First { static int made = Boot.next(5); static int minus(int x) { return made - x; } }
    static int loop(int n) { while (true) { n = n / 2; if (n < 4) return n; } }
    static int next(int x) { return x + 1; }

    public static void main(String[] args) throws Exception {
        int put = new Sub().put(3);
        int loop = loop(2);
        IntUnaryOperator lambda = Boot::next;
        int next = lambda.applyAsInt(1);
        int same = new Default() {}.same(4);
        int first = First.minus(3);
        int reflected = (Integer) Boot.class.getDeclaredMethod(\"next\", int.class).invoke(null, 4);
        Item[] items = {new Item(1), new Item(2)};
        Arrays.sort(items);
        Item nothing = args.length == 0 ? null : items[0];
        int absent = 0;
        try { nothing.put(3); } catch (NullPointerException expected) { absent = 1; }
        Number number = new Number();
        ((Box<Integer>) number).set(1);
        assert !(put == 13 && loop == 3 && next == 7 && same == -8 && first == 20 && reflected == 42
                && items[0].key == 2 && absent == 1 && number.n == 8);
    }
}
";

#[test]
fn whoever_calls_a_method() {
    let symbolic = [
        "Boot.Item.put(sym)",
        "Boot.Item.less(sym#sym)",
        "Boot.Number.set(sym)",
        "Boot.Default.same(sym)",
        "Boot.First.minus(sym)",
        "Boot.loop(sym)",
        "Boot.next(sym)",
    ];
    fails(WAYS, &symbolic, &[]);
}

const OBJECTS: &str = "
import java.util.List;

public class Boot {
    static class Account {
        private int balance;
        Account(int balance) { this.balance = balance; }
        int balance() { return balance; }
    }
    enum Color { RED, GREEN }
    static int two(Account a, Account b) { return a == b ? 1 : a.balance() - b.balance(); }
    static boolean parts(List<Integer> xs, String[] ss, int[][] m) {
        return xs.size() == 2 && xs.get(0) == 4 && ss.length == 1 && ss[0].equals(\"q\") && m.length == 1
                && m[0].length == 1 && m[0][0] == 3;
    }
    static boolean green(Color c, Object o) { return c == Color.GREEN && \"z\".equals(o); }

    public static void main(String[] args) {
        int same = two(new Account(1), new Account(2));
        int others = two(null, null);
        assert !(same == 1 && others == 55 && parts(null, null, null) && green(null, null));
    }
}
";

#[test]
fn objects_are_put_in() {
    let symbolic = [
        "Boot.two(sym#sym)",
        "Boot.parts(sym#sym#sym)",
        "Boot.green(sym#sym)",
    ];
    fails(OBJECTS, &symbolic, &[]);
}

const CLOCK: &str = "
public class Boot {
    static long at(int x) { return System.currentTimeMillis() + x; }

    public static void main(String[] args) {
        long before = System.nanoTime();
        long a = at(1), b = at(2);
        assert !(before == 12345 && a == 1000 && b == 77);
    }
}
";

#[test]
fn clocks_in_the_same_class_are_put_in_as_well() {
    fails(CLOCK, &["Boot.at(sym)"], &[]);
}

const EVENTS: &str = "
import java.util.*;

public class Boot {
    static int pick(int x) { return x; }

    public static void main(String[] args) {
        Iterator<Integer> it = List.of(1, 2, 3).iterator();
        for (int i = 0; i < 2; i++) {
            if (pick(i) != 41 + i) it.hasNext();
            it.next();
        }
        int last = pick(0);
        assert last != 5;
    }
}
";

#[test]
fn monitors_see_the_calls_with_their_arguments() {
    let (scratch, out) = fails(EVENTS, &["Boot.pick(sym)"], &["--property", "iterator"]);
    assert_eq!(out.matches("confirmed").count(), 2, "{out}");
    let test = scratch.read("cortado-out/BootCortadoTest.java");
    let both = test + &scratch.read("cortado-out/Boot2CortadoTest.java");
    assert!(both.contains("cortado.property.Watch.expect(\"iterator\""));
    assert!(both.contains("requireUse(\"monitored\")"), "{both}");
}

/// What stays beside the test is enough to run it, and without it the test does not pass for the wrong reason.
#[test]
fn the_test_that_stays_needs_the_copies() {
    let (scratch, _) = fails(STEPS, &["Boot.step(sym)"], &[]);
    scratch.javac(&["work/Boot.java"]);
    let statements = |line: &&str| {
        let line = line.trim_start();
        !line.starts_with("import") && !line.starts_with('@')
    };
    // Without JUnit.
    let test = scratch.read("cortado-out/BootCortadoTest.java");
    let test: Vec<&str> = test.lines().filter(statements).collect();
    let test = test.join("\n").replace("class BootCortadoTest {", "class BootCortadoTest { public static void main(String[] none) throws Throwable { new BootCortadoTest().mainFails(); }");
    let test = scratch.file("BootCortadoTest.java", test);
    let java = |class_path: &str| {
        let ran = std::process::Command::new("java")
            .args(["-ea", "-cp", class_path])
            .arg(&test)
            .current_dir(scratch.path())
            .output()
            .expect("java runs");
        assert!(!ran.status.success());
        String::from_utf8_lossy(&ran.stderr).into_owned()
    };
    let failed = java("cortado-out/symbolic:classes");
    assert!(failed.contains("AssertionError"), "{failed}");
    assert!(failed.contains("Boot.step(Boot.java:7)"), "{failed}");
    let failed = java("classes:cortado-out/symbolic");
    assert!(
        failed.contains("must come first on the class path"),
        "{failed}"
    );
}

/// No test can choose arguments of the JDK's own methods, nor those of calls that the making of an object needs.
#[test]
fn what_cannot_be_put_in_is_not_replayed() {
    let library = "
public class Boot {
    public static void main(String[] args) {
        assert Math.floorMod(args.length, 7) != 5;
    }
}
";
    let making = "
public class Boot {
    final int x;
    Boot(int x) { this.x = checked(x); }
    static int checked(int x) { return x; }
    static int of(Boot boot) { return boot.x; }

    public static void main(String[] args) {
        assert of(null) != 5;
    }
}
";
    let cases = [
        (
            library,
            vec!["java.lang.Math.floorMod(sym#con)"],
            "a method of a class of the JDK",
        ),
        (
            making,
            vec!["Boot.checked(sym)", "Boot.of(sym)"],
            "while an object among the inputs is made",
        ),
    ];
    for (program, symbolic, why) in cases {
        let scratch = Scratch::new();
        scratch.file("work/Boot.java", program);
        let mut line = vec!["check", "work/Boot.java"];
        line.extend(symbolic.iter().flat_map(|method| ["--symbolic", method]));
        let ran = scratch.run(&line);
        assert_eq!(ran.status, Some(1), "{ran:?}");
        assert!(ran.stdout.contains("not replayed"), "{ran:?}");
        assert!(ran.stdout.contains(why), "{ran:?}");
        assert!(!scratch.path().join("cortado-out/symbolic").exists());
    }
}

#[test]
fn what_holds_for_all_arguments_is_safe() {
    let scratch = Scratch::new();
    let program = STEPS.replace("x < 3 || sum == x", "sum == before + x");
    let program = program.replace("sum += x;", "int before = sum; sum += x;");
    scratch.file("work/Boot.java", program);
    let ran = scratch.run(&["check", "work/Boot.java", "--symbolic", "Boot.step(sym)"]);
    assert_eq!(ran.status, Some(0), "{ran:?}");
    assert!(ran.stdout.contains("verdict: safe"), "{ran:?}");
}
