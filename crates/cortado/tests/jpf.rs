//! Configurations of Java PathFinder as targets, and arguments that become symbolic at calls.

mod common;

use common::Scratch;

const TOOL: &str = "
public class Tool {
    static int run(int x, int limit) {
        assert x != 77 || limit != 5;
        return x;
    }

    public static void main(String[] args) {
        run(1, args.length == 2 ? 5 : 4);
    }
}
";

fn scratch() -> Scratch {
    let scratch = Scratch::new();
    scratch.file("work/src/Tool.java", TOOL);
    scratch
}

#[test]
fn a_configuration_is_a_target() {
    let scratch = scratch();
    let text = "# comment\ntarget = Tool\ntarget.args = a,\\\n  b\nclasspath = ${root}/classes\n\
                sourcepath = ${root}/src\nsymbolic.method = Tool.run(sym#con)\nsymbolic.dp = z3\nlistener += x\n";
    scratch.file("work/Tool.jpf", text);
    let ran = scratch.run(&[
        "check",
        "--no-replay",
        "work/Tool.jpf",
        "-D",
        "root=../work",
    ]);
    assert_eq!(ran.status, Some(1), "{ran:?}");
    assert!(
        ran.stdout.contains("`x != 77 || limit != 5` can fail"),
        "{ran:?}"
    );
    assert!(ran.stdout.contains("x at line 9 = 77"), "{ran:?}");
    assert!(
        ran.stderr
            .contains("without effect on the verdict: symbolic.dp, listener"),
        "{ran:?}"
    );

    // The command line's arguments win.
    let ran = scratch.run(&["check", "work/Tool.jpf", "-D", "root=.", "--", "one"]);
    assert_eq!(ran.status, Some(0), "{ran:?}");
    assert!(ran.stdout.ends_with("verdict: safe\n"), "{ran:?}");
}

#[test]
fn without_a_class_path_the_program_is_beside_the_file() {
    let scratch = scratch();
    scratch.file(
        "work/src/Here.jpf",
        "target=Tool\nsymbolic.method=Tool.run(sym#sym)\n",
    );
    let ran = scratch.run(&["check", "work/src/Here.jpf"]);
    assert_eq!(ran.status, Some(1), "{ran:?}");
    assert!(ran.stdout.contains("confirmed"), "{ran:?}");
    let test = scratch.read("cortado-out/ToolCortadoTest.java");
    assert!(test.contains("Tool.main(new String[0]);"), "{test}");
}

#[test]
fn sources_count_where_classes_were_not_built() {
    let scratch = scratch();
    scratch.file(
        "work/conf/Tool.jpf",
        "target = Tool\nclasspath = ${root}/build,${root}/lib\nsourcepath = ${root}/src\n\
         symbolic.method = Tool.run(sym#con)\n",
    );
    scratch.file("work/build/readme.txt", "nothing was built");
    scratch.file("work/lib/Other.class", "not looked at");
    // As seen from the working directory, and from the file.
    for root in ["root=work", "root=.."] {
        let ran = scratch.run(&["check", "work/conf/Tool.jpf", "-D", root, "--", "a", "b"]);
        assert_eq!(ran.status, Some(1), "{ran:?}");
        assert!(ran.stdout.contains("x at line 9 = 77"), "{ran:?}");
    }
}

#[test]
fn what_is_wrong_has_status_2_and_a_line() {
    let scratch = scratch();
    let wrong = [
        (
            "target = Tool\nnonsense\n",
            "Wrong.jpf:2: expected `key = value`",
        ),
        (
            "classpath = ${home}/x\n",
            "Wrong.jpf:1: ${home} is not set; set it with -D home=VALUE",
        ),
        ("\nsymbolic.method = Tool.run(sym,con)\n", "Wrong.jpf:2: "),
        (
            "symbolic.method = Tool.run\n",
            "Wrong.jpf:1: expected CLASS.NAME(sym#con)",
        ),
        ("classpath = nowhere\n", "nowhere is not there"),
        (
            "target = Nobody\nsourcepath = src\n",
            "there is no class Nobody",
        ),
    ];
    for (text, part) in wrong {
        scratch.file("work/Wrong.jpf", text);
        let ran = scratch.run(&["check", "work/Wrong.jpf"]);
        assert_eq!(ran.status, Some(2), "{text}: {ran:?}");
        assert!(ran.stderr.contains(part), "{text}: {ran:?}");
    }
    let ran = scratch.run(&["check", "missing.jpf"]);
    ran.rejects(&["error: missing.jpf: no such file or directory\n"]);
    std::fs::create_dir(scratch.path().join("some.jpf")).expect("a directory is made");
    let ran = scratch.run(&["check", "some.jpf"]);
    ran.rejects(&["error: some.jpf: a directory, and not a file of configuration\n"]);
    // What a terminal would take for commands is not printed as it is.
    scratch.file(
        "odd.jpf",
        [b"\x1b]0;x\x07\x9b\xff".as_slice(), &[b'a'; 300]].concat(),
    );
    let ran = scratch.run(&["check", "odd.jpf"]);
    ran.rejects(&["odd.jpf:1: expected `key = value`, found `\\u{1b}]0;x\\u{7}"]);
    assert!(ran.stderr.len() < 200, "{ran:?}");
    // The file says who asked for it.
    scratch.file(
        "work/Marks.jpf",
        "target = Tool\nsourcepath = src\nsymbolic.method = Tool.run(sym)\n",
    );
    let ran = scratch.run(&["check", "work/Marks.jpf"]);
    ran.rejects(&["error: work/Marks.jpf: symbolic.method Tool.run(sym): one mark, and"]);
    scratch.file("work/Loop.jpf", "a = ${b}\ntarget = ${a}\n");
    let ran = scratch.run(&["check", "work/Loop.jpf"]);
    ran.rejects(&["work/Loop.jpf:2: ${b} is not set; set it with -D b=VALUE"]);
    // As in a file of properties, a space ends the name of a directive.
    scratch.file(
        "work/Include.jpf",
        "@include other.properties\ntarget = Tool\nsourcepath = src\n",
    );
    let ran = scratch.run(&["check", "work/Include.jpf"]);
    ran.complains(
        0,
        &["not followed, and may change what is explored: @include"],
    );
    let ran = scratch.run(&["check", "work/src/Tool.java", "-D", "a=b"]);
    ran.rejects(&["-D a: there is no .jpf file among the targets"]);
    let twice = ["check", "work/Include.jpf", "-D", "a=b", "-D", "a=c"];
    scratch
        .run(&twice)
        .rejects(&["-D gives a two values, `b` and `c`"]);
}

#[test]
fn symbolic_arguments_need_a_method_and_a_mark_for_each_parameter() {
    let scratch = scratch();
    let wrong = [
        (
            &["Tool.run(sym)"][..],
            "--symbolic Tool.run(sym): one mark, and a method needs one (sym or con) for each parameter; there is Tool.run(int, int)",
        ),
        (&["Tool.run"][..], "expected CLASS.NAME(sym#con)"),
        (&["Tool.walk(sym)"][..], "walk"),
        (&["Tool.run(sym#perhaps)"][..], "sym or con"),
        (
            &["Tool.run(sym#sym)", "--method", "Tool.run"][..],
            "--method",
        ),
    ];
    for (args, part) in wrong {
        let mut line = vec!["check", "work/src/Tool.java", "--symbolic"];
        line.extend(args);
        let ran = scratch.run(&line);
        assert_eq!(ran.status, Some(2), "{args:?}: {ran:?}");
        assert!(ran.stderr.contains(part), "{args:?}: {ran:?}");
    }
}

const RANGES: &str = "
import gov.nasa.jpf.symbc.Debug;

public class Ranges {
    static class Plane {
        private int height;
        Plane(int height) { this.height = height; }
        int height() { return height; }
    }

    static void all(int x, byte b, char c, short s, long l, double d, float f, Integer box, Plane plane) {
        assert -5 <= x && x <= 10;
        assert b >= 3;
        assert c <= 'z';
        assert s == 7;
        assert l < 100;
        assert -1.5 <= d && d <= 2.5;
        assert -1.5f <= f && f <= 2.5f;
        assert box <= 10;
        assert plane.height() >= -5;
    }

    public static void main(String[] args) {
        all(0, (byte) 4, 'a', (short) 7, 1L, 1.0, 1.0f, 3, new Plane(2));
        int wind = Debug.makeSymbolicInteger(\"wind\");
        assert wind == 1 || wind == 2;
        assert Debug.makeSymbolicInteger(\"other\") <= 10;
    }
}
";

const RANGES_JPF: &str = "target=Ranges
symbolic.method=Ranges.all(sym#sym#sym#sym#sym#sym#sym#sym#sym)
symbolic.min_int=-5
symbolic.max_int=10
symbolic.min_byte=3
symbolic.max_char=122
symbolic.min_short=7
symbolic.max_short=7
symbolic.max_long=99
symbolic.min_double=-1.5
symbolic.max_double=2.5
symbolic.min_int_wind=1
symbolic.max_int_wind=2
";

#[test]
fn ranges_hold_and_are_bounds() {
    let scratch = Scratch::new();
    scratch.file("work/Ranges.java", RANGES);
    scratch.file("work/Ranges.jpf", RANGES_JPF);
    let ran = scratch.run(&["check", "-v", "work/Ranges.jpf"]);
    assert_eq!(ran.status, Some(0), "{ran:?}");
    for bound in [
        "bound: inputs of type int from -5 to 10 (symbolic.min_int and symbolic.max_int in Ranges.jpf)\n",
        "bound: inputs of type byte from 3 on (symbolic.min_byte in Ranges.jpf)\n",
        "bound: inputs of type char up to 122 (symbolic.max_char in Ranges.jpf)\n",
        "bound: inputs of type short from 7 to 7 (",
        "bound: inputs of type long up to 99 (",
        "bound: inputs of type double from -1.5 to 2.5 (",
        "bound: inputs of type float from -1.5 to 2.5 (",
        "bound: input wind of type int from 1 to 2 (symbolic.min_int_wind and symbolic.max_int_wind in Ranges.jpf)\n",
        "verdict: safe within bounds\n",
    ] {
        assert!(ran.stdout.contains(bound), "{bound}: {ran:?}");
    }
}

/// Each range is needed: without it, or with one more value, an assertion fails.
#[test]
fn a_wider_range_has_more() {
    let scratch = Scratch::new();
    scratch.file("work/Ranges.java", RANGES);
    for (from, to, assertion) in [
        ("max_int=10", "max_int=11", "`-5 <= x && x <= 10`"),
        ("min_int=-5", "min_int=-6", "`plane.height() >= -5`"),
        ("min_byte=3", "min_byte=2", "`b >= 3`"),
        ("max_char=122", "max_char=123", "`c <= 'z'`"),
        ("min_short=7", "min_short=6", "`s == 7`"),
        ("symbolic.max_long=99\n", "", "`l < 100`"),
        (
            "max_double=2.5",
            "max_double=2.75",
            "`-1.5f <= f && f <= 2.5f`",
        ),
        ("symbolic.max_int_wind=2\n", "", "`wind == 1 || wind == 2`"),
    ] {
        assert!(RANGES_JPF.contains(from));
        scratch.file("work/Ranges.jpf", RANGES_JPF.replace(from, to));
        let ran = scratch.run(&["check", "--no-replay", "work/Ranges.jpf"]);
        assert_eq!(ran.status, Some(1), "{from}: {ran:?}");
        let failed = format!("{assertion} can fail");
        assert!(ran.stdout.contains(&failed), "{from}: {ran:?}");
    }
}

#[test]
fn ranges_without_values() {
    let scratch = Scratch::new();
    scratch.file("work/Ranges.java", RANGES);
    scratch.file("work/Ranges.jpf", RANGES_JPF);
    let empty = ["check", "work/Ranges.jpf", "-D", "symbolic.max_int=-6"];
    scratch
        .run(&empty)
        .rejects(&["Ranges.jpf with -D: symbolic.min_int is above symbolic.max_int"]);
    // Nothing is safe because no input fits.
    let none = ["check", "work/Ranges.jpf", "-D", "symbolic.min_int_c=70000"];
    let ran = scratch.run(&none);
    assert_eq!(ran.status, Some(3), "{ran:?}");
    let why = "symbolic.min_int_c in Ranges.jpf leaves no value of type char";
    assert!(ran.stdout.contains(why), "{ran:?}");
}

const KEYS: &str = "
public class Keys {
    static class Even {
        private int x;
        Even(int x) { this.x = 2 * x; }
        int x() { return x; }
    }

    static void run(Even even, int unused) {
        assert even.x() % 2 == 0;
    }

    public static void main(String[] args) {
        run(new Even(1), 2);
    }
}
";

#[test]
fn keys_stand_for_options() {
    let scratch = Scratch::new();
    scratch.file("work/Keys.java", KEYS);
    let check = |keys: &str, more: &[&str]| {
        let text = format!("target=Keys\nsymbolic.method=Keys.run(sym#con)\n{keys}");
        scratch.file("work/Keys.jpf", text);
        let mut line = vec!["check", "--no-replay", "work/Keys.jpf"];
        line.extend(more);
        scratch.run(&line)
    };
    let even = "`even.x() % 2 == 0` can fail";
    let ran = check("", &[]);
    assert_eq!(ran.status, Some(0), "{ran:?}");
    let ran = check("symbolic.lazy=true\n", &[]);
    assert!(ran.stdout.contains(even), "{ran:?}");
    let ran = check("symbolic.lazy=false\n", &[]);
    assert_eq!(ran.status, Some(0), "{ran:?}");
    // What may change what is explored, what more there would be to explore, and what has no effect.
    let ran = check(
        "symbolic.fields=static\nsearch.depth_limit=3\nsymbolic.strings=false\nsymbolic.arrays=true\nunheard.of=1\n",
        &[],
    );
    assert_eq!(ran.status, Some(0), "{ran:?}");
    let bound =
        "bound: what symbolic.fields asks for is not explored (symbolic.fields in Keys.jpf)";
    assert!(ran.stdout.contains(bound), "{ran:?}");
    assert!(
        ran.stdout.ends_with("verdict: safe within bounds\n"),
        "{ran:?}"
    );
    let other = "not followed, and may change what is explored: search.depth_limit, symbolic.strings, unheard.of\n";
    assert!(ran.stderr.contains(other), "{ran:?}");
    let nothing = "without effect on the verdict: symbolic.arrays\n";
    assert!(ran.stderr.contains(nothing), "{ran:?}");
}

const TWICE: &str = "
public class Twice {
    static int run(int d) {
        int[] three = new int[3];
        if (d > 10) return three[d];
        if (d < 0) return three[d];
        return 1 / check(d);
    }
    static int check(int d) { assert d != 3 && d != 4; return 1; }

    public static void main(String[] args) {
        int first = run(1);
        check(first < 0 ? 3 : args.length);
    }
}
";

#[test]
fn multiple_errors_are_all_violations() {
    let scratch = Scratch::new();
    scratch.file("work/Twice.java", TWICE);
    let count = |more: &[&str]| {
        let mut line = vec!["check", "--no-replay", "work/Twice.jpf"];
        line.extend(more);
        let ran = scratch.run(&line);
        assert_eq!(ran.status, Some(1), "{ran:?}");
        ran.stdout.matches("error[").count()
    };
    let jpf = "target=Twice\nsymbolic.method=Twice.run(sym),Twice.check(sym)\n";
    scratch.file("work/Twice.jpf", jpf);
    let (first, all) = (count(&[]), count(&["--all"]));
    assert!(first < all, "{first} {all}");
    scratch.file(
        "work/Twice.jpf",
        format!("{jpf}search.multiple_errors=true\n"),
    );
    assert_eq!(count(&[]), all);
    assert_eq!(count(&["--first"]), first);
}
