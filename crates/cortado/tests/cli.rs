//! The command line seen from outside: help, wrong usage, unreadable input, and the choice of the entry.

mod common;

use common::{Scratch, run};

const SAFE: &str = "public class Safe { public static int twice(int x) { return x + x; } }";

#[test]
fn help_teaches() {
    let scratch = Scratch::new();
    let ran = scratch.run(&["--help"]);
    assert_eq!(ran.status, Some(0));
    for word in ["check", "ir", "examples/BinarySearch.java"] {
        assert!(
            ran.stdout.contains(word),
            "{word} is missing in {}",
            ran.stdout
        );
    }
    let ran = scratch.run(&["check", "--help"]);
    assert_eq!(ran.status, Some(0));
    for word in [
        "Examples:",
        "What is checked:",
        "exit status",
        "safe within bounds",
        "cortado.Any",
        "--method",
        "--unwind",
        "--json",
        "--timeout",
        "[default: 5m]",
    ] {
        assert!(
            ran.stdout.contains(word),
            "{word} is missing in {}",
            ran.stdout
        );
    }
    let ran = scratch.run(&["ir", "--help"]);
    assert!(ran.stdout.contains("java.lang.Math.abs"), "{}", ran.stdout);
    let ran = scratch.run(&["svcomp", "--help"]);
    for word in ["--property", "--witness", "G assert", "UNKNOWN (reason)"] {
        assert!(ran.stdout.contains(word), "{}", ran.stdout);
    }
    assert!(scratch.run(&["--version"]).stdout.starts_with("cortado 0."));
}

#[test]
fn wrong_usage_has_status_2() {
    let scratch = Scratch::new();
    scratch.file("Safe.java", SAFE);
    let wrong: &[(&[&str], &[&str])] = &[
        (&[], &["Usage"]),
        (&["prove"], &["prove"]),
        (&["check"], &["TARGET"]),
        (
            &["check", "--solving", "guessing", "Safe.java"],
            &["guessing", "baseline", "partitioning", "shared", "auto"],
        ),
        (
            &["check", "--check", "proofs", "Safe.java"],
            &["assertions", "exceptions"],
        ),
        (&["check", "--frobnicate", "Safe.java"], &["--frobnicate"]),
        (
            &["check", "--timeout", "soon", "Safe.java"],
            &["500ms, 2m or 1h"],
        ),
        (
            &["check", "--timeout", "0", "Safe.java"],
            &["more than zero"],
        ),
        (&["check", "--memory", "lots", "Safe.java"], &["200M or 2G"]),
        (
            &["check", "--search", "astar", "Safe.java"],
            &["dfs, bfs, random"],
        ),
        (
            &["check", "--unwind", "many", "Safe.java"],
            &["Parking.fee:5=20"],
        ),
        (
            &["check", "--unwind", "Safe.twice:1=3", "Safe.java"],
            &["no loop Safe.twice:1", "--list-loops"],
        ),
        (
            &["check", "--unwind", "Unsafe.twice:1=3", "Safe.java"],
            &["no class Unsafe"],
        ),
        (&["check", "--jobs", "0", "Safe.java"], &["--jobs"]),
        (
            &["check", "--string-length", "9999", "Safe.java"],
            &["--string-length"],
        ),
        (
            &["check", "--allow", "Exception", "Safe.java"],
            &["java.lang.Exception"],
        ),
        (
            &[
                "check",
                "--main",
                "Safe",
                "--method",
                "Safe.twice",
                "Safe.java",
            ],
            &["cannot be used with"],
        ),
        (
            &["check", "--main", "Safe", "Safe.java"],
            &["Safe has no public static void main(String[])"],
        ),
        (
            &["check", "--method", "thrice", "Safe.java"],
            &["no method of the targets is called thrice", "twice"],
        ),
        (
            &["check", "--method", "unheardOf", "Safe.java"],
            &["no method of the targets is called unheardOf", "CLASS.NAME"],
        ),
        (
            &["check", "--method", "Safe.thrice", "Safe.java"],
            &["no method thrice", "Safe.twice(int)"],
        ),
        (
            &["check", "--method", "Sad.twice", "Safe.java"],
            &["no class Sad", "  Safe"],
        ),
        (
            &["check", "--method", "Safe.twice(long)", "Safe.java"],
            &["Safe.twice(int)"],
        ),
        (
            &["check", "--method", "Safe.<init>", "Safe.java"],
            &["constructor"],
        ),
        (
            &["check", "--class", "Sad", "Safe.java"],
            &["no class Sad", "  Safe"],
        ),
        (
            &["check", "--class", "Safe", "--main", "Safe", "Safe.java"],
            &["cannot be used with"],
        ),
        (&["check", "Safe.java", "--", "x"], &["`x` after --"]),
        (
            &["check", "--json", "no/such/dir/out.json", "Safe.java"],
            &["no/such/dir/out.json"],
        ),
        (&["check", "--jdk", "no-jdk", "Safe.java"], &["no-jdk"]),
        (
            &["check", "--classpath", "no.jar", "Safe.java"],
            &["no.jar"],
        ),
        (&["check", "--stub", "no-stubs", "Safe.java"], &["no-stubs"]),
        (&["check", "Missing.java"], &["Missing.java: no such file"]),
        (
            &["check", "/dev/null"],
            &["/dev/null: not something to check"],
        ),
        (
            &["check", "--main", "", "Safe.java"],
            &["--main", "expected the name of a class"],
        ),
        (
            &["check", "--allow", "", "Safe.java"],
            &["--allow", "expected the name of a class"],
        ),
        (
            &["check", "--initial", "99999999999999999999", "Safe.java"],
            &["does not fit into a long"],
        ),
        (
            &["check", "--record", "Safe.java", "Safe.java"],
            &["cannot record in Safe.java"],
        ),
        (&["ir", "Safe", "Safe.java"], &["Safe is a class"]),
        (&["ir", "Nowhere.nothing"], &["no class Nowhere"]),
    ];
    for (args, words) in wrong {
        scratch.run(args).rejects(words);
    }
}

#[test]
fn values_without_a_use_are_named() {
    let scratch = Scratch::new();
    scratch.file(
        "First.java",
        "public class First { public static void f(byte b, String s) { } }",
    );
    let ran = scratch.run(&["check", "First.java", "--initial", "300,7,1,2"]);
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    for words in [
        "300 for b does not fit into byte",
        "7 for s is not used: it is a java.lang.String",
        "4 values were given, but the first path has 2 inputs",
    ] {
        assert!(ran.stderr.contains(words), "{words}: {}", ran.stderr);
    }
    let ran = scratch.run(&["check", "First.java", "--initial", "-128"]);
    assert!(!ran.stderr.contains("--initial"), "{}", ran.stderr);
}

#[test]
fn a_text_that_looks_like_a_file_is_questioned() {
    let scratch = Scratch::new();
    let source = "public class In { public static void main(String[] a) throws Exception { System.in.read(); } }";
    scratch.file("In.java", source);
    for name in ["input.tx", "data/numbers"] {
        let ran = scratch.run(&["check", "In.java", "--stdin", name]);
        assert_eq!(ran.status, Some(0), "{}", ran.stderr);
        let warned = format!("warning: --stdin {name}: there is no such file");
        assert!(ran.stderr.contains(&warned), "{}", ran.stderr);
    }
    for text in ["3.14", "1/2", "hello world.txt", "a\\n", "yes", ""] {
        let ran = scratch.run(&["check", "In.java", "--stdin", text]);
        assert!(!ran.stderr.contains("warning"), "{text}: {}", ran.stderr);
    }
}

#[test]
fn what_cannot_be_read_is_named_with_the_reason() {
    let scratch = Scratch::new();
    scratch.file("Broken.java", "public class Broken { int f( }");
    scratch
        .run(&["check", "Broken.java"])
        .rejects(&["Broken.java:1"]);

    scratch.file("notes.txt", "not Java");
    scratch
        .run(&["check", "notes.txt"])
        .rejects(&["notes.txt", "a .java file, a .class file, a jar"]);

    scratch.file("empty/README", "nothing");
    scratch
        .run(&["check", "empty"])
        .rejects(&["empty", "no .java, .class or .jar"]);

    scratch.file("Safe.java", SAFE);
    scratch.javac(&["Safe.java"]);
    let class = std::fs::read(scratch.path().join("classes/Safe.class")).expect("a class file");
    scratch.file("truncated/Safe.class", &class[..class.len() / 2]);
    scratch
        .run(&["check", "truncated"])
        .rejects(&["truncated/Safe.class", "not a valid class file"]);

    let mut newer = class.clone();
    newer[6..8].copy_from_slice(&999u16.to_be_bytes());
    scratch.file("newer/Safe.class", &newer);
    scratch
        .run(&["check", "newer"])
        .rejects(&["newer/Safe.class", "999"]);

    scratch.file("magic/Safe.class", b"not a class file");
    scratch
        .run(&["check", "magic"])
        .rejects(&["magic/Safe.class"]);

    scratch.file("renamed/Other.class", &class);
    scratch
        .run(&["check", "renamed"])
        .rejects(&["holds class Safe"]);

    scratch.file("broken.jar", b"PK\x03\x04 and no more");
    scratch
        .run(&["check", "broken.jar"])
        .rejects(&["broken.jar"]);
}

#[test]
fn without_a_jdk_one_line_says_what_to_do() {
    let scratch = Scratch::new();
    scratch.file("Safe.java", SAFE);
    let mut command = scratch.command(&["check", "Safe.java"]);
    command.env("PATH", scratch.path()).env_remove("JAVA_HOME");
    let ran = run(&mut command);
    ran.rejects(&["no JDK found", "--jdk PATH or JAVA_HOME"]);
    assert_eq!(ran.stderr.lines().count(), 1, "{}", ran.stderr);
}

#[test]
fn every_public_method_is_an_entry_without_a_main() {
    let scratch = Scratch::new();
    scratch.file(
        "Two.java",
        "public class Two {
           public static void first(int x) { assert x != 1; }
           public void second(int y) { assert y != 2; }
           static void hidden(int z) { assert z != 3; }
         }
         abstract class Part { public abstract void a(); public void b() {} }",
    );
    let ran = scratch.run(&["check", "-v", "Two.java"]);
    ran.answers("violated", 1);
    assert!(
        ran.stdout.contains("`x != 1` can fail") && ran.stdout.contains("`y != 2` can fail"),
        "{}",
        ran.stdout
    );
    assert!(!ran.stdout.contains("z != 3"), "{}", ran.stdout);
    assert!(
        ran.stderr.contains("entry: Two.first(int)\n"),
        "{}",
        ran.stderr
    );
    assert!(
        ran.stderr.contains(
            "not checked: b of Part, which is abstract and has no subclass among the targets"
        ),
        "{}",
        ran.stderr
    );
    let tests = [
        "cortado-out/TwoCortadoTest.java",
        "cortado-out/Two2CortadoTest.java",
    ];
    for test in tests {
        assert!(scratch.path().join(test).is_file(), "{test} is missing");
    }
}

#[test]
fn one_of_several_mains_is_chosen_by_the_user() {
    let scratch = Scratch::new();
    let main = |class: &str, body: &str| {
        format!("class {class} {{ public static void main(String[] a) {{ {body} }} }}")
    };
    scratch.file("src/A.java", main("A", "assert a.length == 0;"));
    scratch.file("src/B.java", main("B", ""));
    scratch.run(&["check", "src"]).rejects(&[
        "several classes have a main",
        "--main A",
        "--main B",
    ]);
    scratch
        .run(&["check", "src", "--main", "A"])
        .answers("safe within bounds", 0);
    scratch
        .run(&["check", "src", "--main", "A", "--", "x"])
        .answers("violated", 1);
    // The file's own class wins over others in it.
    let both = format!("{}\n{}", main("C", ""), main("D", "assert false;"));
    scratch.file("C.java", both);
    scratch.run(&["check", "C.java"]).answers("safe", 0);
}

#[test]
fn overloads_are_told_apart_by_types() {
    let scratch = Scratch::new();
    scratch.file(
        "pack/Over.java",
        "package pack;
         public class Over {
           public static class In { public static void f(String[] s) {} }
           public static void f(int x) {}
           public static void f(long x) { assert x != 5; }
           public static void f(String s, int... more) {}
         }",
    );
    let check = |method: &str| scratch.run(&["check", "pack", "--method", method]);
    check("pack.Over.f(int)").answers("safe", 0);
    check("Over.f(long)").answers("violated", 1);
    let ran = check("pack.Over.f( java.lang.String , int[] )");
    assert_ne!(ran.status, Some(2), "{ran:#?}");
    let ran = check("Over.In.f(String[])");
    assert!(!ran.stderr.contains("no class"), "{ran:#?}");
}

#[test]
fn loops_are_listed_by_name() {
    let scratch = Scratch::new();
    scratch.example("Parking.java");
    let ran = scratch.run(&["check", "--list-loops", "Parking.java"]);
    assert_eq!(ran.stdout, "Parking.fee:5  Parking.java:5\n");
    assert_eq!(ran.status, Some(0));
    let ran = scratch.run(&["check", "--unwind", "Parking.fee:5=3", "Parking.java"]);
    ran.answers("safe within bounds", 0);
    assert!(
        ran.stdout
            .contains("loop Parking.fee:5 unrolled 3 times (--unwind)"),
        "{}",
        ran.stdout
    );
}
