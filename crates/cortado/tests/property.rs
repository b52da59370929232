//! `cortado property` from outside.

mod common;

use common::Scratch;

const GOOD: &str = "/// Manual.
property mine \"do it right\"
object i : Iterator
event more = after i.hasNext()
event next = before i.next()
states
  start: more -> asked, next -> error \"not asked\"
  asked: next -> start
";

#[test]
fn the_library_is_listed_shown_and_drawn() {
    let scratch = Scratch::new();
    let listed = scratch.run(&["property", "list"]);
    assert_eq!(listed.status, Some(0));
    let names: Vec<&str> = listed
        .stdout
        .lines()
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    for name in [
        "enumeration",
        "iterator",
        "collection-iterator",
        "reader",
        "reader-stream",
        "writer",
        "writer-stream",
        "socket",
        "scanner",
        "lock",
        "map-iterator",
        "safe-iteration",
    ] {
        assert!(
            names.contains(&name),
            "{name} is missing in {}",
            listed.stdout
        );
    }
    for name in names {
        let shown = scratch.run(&["property", "show", name]);
        assert_eq!((shown.status, &*shown.stderr), (Some(0), ""));
        for word in [name, "objects\n", "events\n", "transitions\n", "> "] {
            assert!(shown.stdout.contains(word), "{}", shown.stdout);
        }
        let drawn = scratch.run(&["property", "draw", name, "--svg", "x.svg"]);
        assert_eq!(
            (drawn.status, &*drawn.stderr, &*drawn.stdout),
            (Some(0), "", "")
        );
        let svg = scratch.read("x.svg");
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    }
}

#[test]
fn a_file_is_shown_as_a_table() {
    let scratch = Scratch::new();
    scratch.file("mine.prop", GOOD);
    let shown = scratch.run(&["property", "show", "mine.prop"]);
    assert_eq!(
        shown.stdout,
        "mine: do it right

Manual.

objects
  i  java.util.Iterator

events
  more  after i.hasNext()
  next  before i.next()

transitions
  state    more   next
> start    asked  error
  asked    ·      start
  error !  ·      ·

error: not asked
"
    );
}

#[test]
fn files_are_checked() {
    let scratch = Scratch::new();
    scratch.file("mine.prop", GOOD);
    scratch.file(
        "bad.prop",
        GOOD.replace("before i.next()", "before i.nxt()"),
    );
    scratch.file("odd.prop", GOOD.replace("next -> start", "next -> asked"));
    scratch.file(
        "has.mop",
        "HasNext(Iterator i) {\n event next before(Iterator i) : call(* Iterator.next()) && target(i) {}\n ere : next next\n @match {}\n}",
    );
    let checked = scratch.run(&["property", "check", "mine.prop", "has.mop", "reader"]);
    assert_eq!((checked.status, &*checked.stderr), (Some(0), ""));
    let expected = "mine.prop: ok, mine\nhas.mop: ok, HasNext\nreader: ok, reader\n";
    assert_eq!(checked.stdout, expected);

    let checked = scratch.run(&[
        "property", "check", "odd.prop", "bad.prop", "no.prop", "nothing",
    ]);
    assert_eq!(checked.status, Some(2));
    let lines: Vec<&str> = checked.stdout.lines().collect();
    assert_eq!(
        lines,
        [
            "odd.prop: ok, mine, 1 warning",
            "bad.prop: 1 error",
            "no.prop: cannot be used",
            "nothing: cannot be used",
        ]
    );
    for word in [
        "error: no method of java.util.Iterator is called `nxt`\n --> bad.prop:5:21",
        "hint: did you mean `next`?",
        "warning: nothing can go wrong any more once the state `asked` is reached",
        "cannot read no.prop",
        "there is no property `nothing`",
        "collection-iterator",
    ] {
        assert!(
            checked.stderr.contains(word),
            "{word} is missing in {}",
            checked.stderr
        );
    }
    let shown = scratch.run(&["property", "show", "bad.prop"]);
    assert_eq!((shown.status, &*shown.stdout), (Some(2), ""));
    let drawn = scratch.run(&["property", "draw", "iterator", "--svg", "no/such/x.svg"]);
    assert_eq!(drawn.status, Some(2));
    assert_eq!(
        scratch.run(&["property", "draw", "iterator"]).status,
        Some(2)
    );
}

#[test]
fn classes_of_a_program_come_from_the_class_path() {
    let scratch = Scratch::new();
    scratch.file("classes/readme.txt", "");
    let text = "property mine object t : acme.Tool event a = before t.run() states s: a -> error";
    scratch.file("mine.prop", text);
    let checked = scratch.run(&["property", "check", "mine.prop", "--classpath", "classes"]);
    assert_eq!(checked.status, Some(2));
    assert!(
        checked.stderr.contains("there is no class `acme.Tool`"),
        "{}",
        checked.stderr
    );
    assert!(checked.stderr.contains("--classpath"), "{}", checked.stderr);
}

#[test]
fn events_that_the_program_cannot_raise_are_named() {
    let scratch = Scratch::new();
    scratch.file("mine.prop", GOOD);
    let program = |body: &str| {
        format!(
            "import java.util.*;
             class Main {{
                 public static void main(String[] args) {{
                     Iterator<String> i = new ArrayList<String>().iterator();
                     {body}
                 }}
             }}"
        )
    };
    for (body, note) in [
        (
            "i.hasNext();",
            "no call of the program can be the event `next` of mine",
        ),
        (
            "i.remove();",
            "no call of the program can be an event of mine",
        ),
        ("if (i.hasNext()) i.next();", ""),
    ] {
        scratch.file("Main.java", program(body));
        for strategy in ["dfs", "srv"] {
            let checked = scratch.run(&[
                "check",
                "Main.java",
                "--property",
                "mine.prop",
                "--strategy",
                strategy,
            ]);
            assert_eq!(checked.status, Some(0), "{}", checked.stderr);
            let said = match note {
                "" => !checked.stderr.contains("no call of"),
                _ => checked.stderr.contains(&format!("note: {note}\n")),
            };
            assert!(said, "{body} {strategy}: {}", checked.stderr);
        }
    }
}
