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
        ran.stderr.contains("not looked at: symbolic.dp, listener"),
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
    assert!(test.contains("Tool.run(x, limit);"), "{test}");
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
    assert_eq!(ran.status, Some(2), "{ran:?}");
}

#[test]
fn symbolic_arguments_need_a_method_and_a_mark_for_each_parameter() {
    let scratch = scratch();
    let wrong = [
        (&["Tool.run(sym)"][..], "has 1 parameters"),
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
