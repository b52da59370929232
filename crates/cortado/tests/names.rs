//! What is checked by name: overloads, methods without their class, inherited methods, classes, and single class files.

mod common;

use common::Scratch;

const OVER: &str = "package pack;
public class Over {
  public static int f(int x) { return x; }
  public static void f(long x) { assert x != 5; }
  public static void f(String s) { }
  static int once(int x) { return x + 1; }
}
";

#[test]
fn a_name_stands_for_all_overloads() {
    let scratch = Scratch::new();
    scratch.file("pack/Over.java", OVER);
    let ran = scratch.run(&[
        "check",
        "pack",
        "--method",
        "pack.Over.f",
        "--json",
        "out.json",
    ]);
    ran.answers("violated", 1);
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!(
        lines[..3],
        [
            "safe                pack.Over.f(int)",
            "violated            pack.Over.f(long)",
            "safe                pack.Over.f(java.lang.String)",
        ],
        "{}",
        ran.stdout
    );
    assert!(
        ran.stdout
            .contains("\nmethods: 2 safe, 1 violated\nverdict: "),
        "{}",
        ran.stdout
    );
    let json = scratch.read("out.json");
    assert!(json.contains("\"method\": \"pack.Over.f(long)\""), "{json}");
    // One of them alone has no table.
    let ran = scratch.run(&["check", "pack", "--method", "pack.Over.f(int)"]);
    assert_eq!(ran.stdout, "verdict: safe\n");
}

#[test]
fn a_method_needs_no_class_where_it_is_the_only_one() {
    let scratch = Scratch::new();
    scratch.file("src/pack/Over.java", OVER);
    let other = "package pack; class Other { static void f(int x) { assert x != 7; } }";
    scratch.file("src/pack/Other.java", other);
    let check = |method: &str| scratch.run(&["check", "src", "--method", method]);
    check("once").answers("safe", 0);
    check("once(int)").answers("safe", 0);
    check("f(long)").answers("violated", 1);
    check("f(int)").rejects(&[
        "several classes have a method f",
        "\n  pack.Over.f(int)",
        "\n  pack.Other.f(int)",
    ]);
    check("f").rejects(&["several classes have a method f"]);
    check("g").rejects(&["no method of the targets is called g"]);
    check("f(double)").rejects(&[
        "no method f of the targets has these types",
        "pack.Over.f(int)",
    ]);
    check("onse").rejects(&["no method of the targets is called onse; did you mean:\n  once"]);
    check("Ovre.once").rejects(&["there is no class Ovre; did you mean:\n  pack.Over"]);
    check("pack.Over").rejects(&["pack.Over is a class", "check --class pack.Over"]);
    check("public static int once(final int x)").answers("safe", 0);
    check("Integer.hashCode(int)").answers("safe", 0);
    let ran = scratch.run(&["ir", "once", "src"]);
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    assert!(ran.stdout.contains("once"), "{}", ran.stdout);
}

const INHERITED: &str = "
abstract class Base<T> {
  int calls;
  abstract int weight(T of);
  public int twice(T of) {
    calls++;
    int w = weight(of);
    assert w < 3 || calls > 1;
    return w + w;
  }
  public int limited(int n) {
    if (n < 0) throw new IllegalArgumentException(\"negative\");
    return weight(null) + n;
  }
  private void own() { }
}
interface Greets { default void greet(int n) { assert n != name(); } int name(); }
public class Light extends Base<String> implements Greets {
  int weight(String of) { return of == null ? 0 : of.isEmpty() ? 1 : 2; }
  public int name() { return 4; }
}
class Heavy extends Base<String> {
  int weight(String of) { return of == null ? 0 : 3; }
}
";

#[test]
fn inherited_methods_run_on_objects_of_the_named_class() {
    let scratch = Scratch::new();
    scratch.file("Light.java", INHERITED);
    let check = |method: &str| scratch.run(&["check", "Light.java", "--method", method]);
    // The type argument of the subclass counts: no Integer comes along to fail in a cast.
    let ran = check("Light.twice");
    assert!(ran.status == Some(0), "{ran:#?}");
    let ran = check("Heavy.twice");
    ran.answers("violated", 1);
    assert!(ran.stdout.contains(": confirmed"), "{}", ran.stdout);
    assert!(
        ran.stdout.contains("entry: Heavy.twice(java.lang.Object)"),
        "{}",
        ran.stdout
    );
    assert!(!ran.stdout.contains("ClassCast"), "{}", ran.stdout);
    // What the method itself refuses is no fault, as if the class declared it.
    let ran = check("Light.limited(int)");
    assert!(ran.status == Some(0), "{ran:#?}");
    // A default method of an interface.
    let ran = check("Light.greet");
    ran.answers("violated", 1);
    assert!(ran.stdout.contains("n = 4"), "{}", ran.stdout);
    assert!(ran.stdout.contains(": confirmed"), "{}", ran.stdout);
    check("Light.own").rejects(&["Light has no method own"]);
}

#[test]
fn all_public_methods_of_named_classes() {
    let scratch = Scratch::new();
    let source = "
public class Main {
  public static void main(String[] a) { }
  static class Base { public void inherited(int x) { assert x != value(); } int value() { return 0; } }
  static class Sub extends Base {
    @Override int value() { return 9; }
    public void own(int x) { }
    void hidden() { assert false; }
  }
  static class None { }
}
";
    scratch.file("Main.java", source);
    let ran = scratch.run(&["check", "Main.java", "--class", "Main.Sub"]);
    ran.answers("violated", 1);
    assert!(ran.stdout.contains("inputs: x = 9"), "{}", ran.stdout);
    assert!(
        ran.stdout
            .starts_with("safe                Main$Sub.own(int)\n"),
        "{}",
        ran.stdout
    );
    assert!(!ran.stdout.contains("hidden"), "{}", ran.stdout);
    let ran = scratch.run(&["check", "Main.java", "--class", "Sub", "--class", "Base"]);
    ran.answers("violated", 1);
    assert!(
        ran.stdout.contains("methods: 1 safe, 2 violated\n"),
        "{}",
        ran.stdout
    );
    scratch
        .run(&["check", "Main.java", "--class", "None"])
        .rejects(&["no public method"]);
}

const OFFERED: &str = "
public class Offered {
  int k = 3;
  public static class Nested { public int f(int x) { return 10 / (x - 4); } }
  public class Inner { public int g(int x) { return 10 / (x - k); } }
  static class Hidden { public int h(int x) { return 1 / x; } }
  public static class Hall extends Base implements Scales {
    protected int step() { return 2; }
    public int scale(int x) { return x; }
    public int due(long x) { return 1; }
  }
}
abstract class Base {
  protected abstract int step();
  public int due(int x) { return 10 / (x - step()); }
}
interface Scales {
  int scale(int x);
  default int twice(int x) { assert scale(x) != 7; return 2 * x; }
}
abstract class Nobody { public int n(int x) { return 1 / x; } }
";

#[test]
fn every_public_method_is_one_that_others_can_call() {
    let scratch = Scratch::new();
    scratch.file("Offered.java", OFFERED);
    let ran = scratch.run(&["check", "Offered.java"]);
    ran.answers("violated", 1);
    // Methods of an abstract class and of an interface run on objects of a subclass.
    for line in [
        "violated            Base.due(int)\n",
        "violated            Offered$Nested.f(int)\n",
        "violated            Offered$Inner.g(int)\n",
        "violated            Scales.twice(int)\n",
        "safe                Offered$Hall.due(long)\n",
    ] {
        assert!(ran.stdout.contains(line), "{line}{ran:#?}");
    }
    assert!(!ran.stdout.contains("Hidden"), "{ran:#?}");
    let title = "error[assertion]: `scale(x) != 7` can fail";
    assert!(ran.stdout.contains(title), "{ran:#?}");
    // The test needs to know which.
    let inputs = "  inputs: this = new Hall(), x = 2\n  replayed";
    assert!(ran.stdout.contains(inputs), "{ran:#?}");
    assert!(!ran.stdout.contains("not replayed"), "{ran:#?}");
    let why = "not checked: n of Nobody, which is abstract and has no subclass among the targets";
    assert!(ran.stderr.contains(why), "{ran:#?}");

    let ran = scratch.run(&["check", "Offered.java", "--class", "Hall"]);
    for line in [
        "violated            Offered$Hall.due(int)\n",
        "violated            Offered$Hall.twice(int)\n",
    ] {
        assert!(ran.stdout.contains(line), "{line}{ran:#?}");
    }
    scratch
        .run(&["check", "Offered.java", "--class", "Nobody"])
        .rejects(&["nothing to check", why]);
}

#[test]
fn overloads_may_be_inherited() {
    let scratch = Scratch::new();
    scratch.file("Offered.java", OFFERED);
    let check = |method: &str| scratch.run(&["check", "Offered.java", "--method", method]);
    let ran = check("Hall.due");
    ran.answers("violated", 1);
    assert!(ran.stdout.contains("Offered$Hall.due(int)\n"), "{ran:#?}");
    assert!(ran.stdout.contains("Offered$Hall.due(long)\n"), "{ran:#?}");
    let both = "name one of:\n  Offered$Hall.due(long)\n  Offered$Hall.due(int)\n";
    check("Hall.due(String)").rejects(&["no method fits Hall.due(String); ", both]);
    check("Hall.dued").rejects(&[
        "Offered$Hall has no method dued; did you mean:",
        "\n  Offered$Hall.due(int)\n",
    ]);
    check("Hall.due)").rejects(&["`Hall.due)` is no method"]);
}

#[test]
fn a_class_file_is_checked_with_its_neighbours() {
    let scratch = Scratch::new();
    scratch.file(
        "src/p/Tax.java",
        "package p; public class Tax { public int due(int x) { return Rate.of(x); } }",
    );
    scratch.file(
        "src/p/Rate.java",
        "package p; public class Rate { public static int of(int x) { assert x != 3; return x; } }",
    );
    scratch.javac(&["src/p/Tax.java", "src/p/Rate.java"]);
    let ran = scratch.run(&["check", "-v", "classes/p/Tax.class"]);
    ran.answers("violated", 1);
    // Rate is found, but its methods are no entries.
    assert!(!ran.stderr.contains("entry: p.Rate"), "{}", ran.stderr);
    assert!(
        ran.stdout.contains("entry: p.Tax.due(int)"),
        "{}",
        ran.stdout
    );
    scratch
        .run(&["check", "classes/p/Rate.class", "--method", "due"])
        .rejects(&["no method of the targets is called due"]);

    let class = std::fs::read(scratch.path().join("classes/p/Tax.class")).expect("a class file");
    scratch.file("classes/q/Tax.class", &class);
    scratch.file("classes/p/Fax.class", &class);
    for wrong in ["classes/q/Tax.class", "classes/p/Fax.class"] {
        scratch
            .run(&["check", wrong])
            .rejects(&[wrong, "holds class p/Tax, so its place is p/Tax.class"]);
    }
    scratch.file("classes/p/Half.class", &class[..class.len() / 2]);
    scratch
        .run(&["check", "classes/p/Half.class"])
        .rejects(&["Half.class", "not a valid class file"]);
    scratch.file("None.class", "text");
    scratch
        .run(&["check", "None.class"])
        .rejects(&["None.class: not a valid class file"]);
}
