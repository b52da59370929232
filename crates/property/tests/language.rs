//! The property language: what files mean, and what is said about files that mean nothing.

use classpath::{ClassPath, ClassPathBuilder};
use property::{Argument, LIBRARY, Property, Returned, Target, When, parse_mop, parse_prop};
use std::sync::LazyLock;

static JDK: LazyLock<ClassPath> = LazyLock::new(|| ClassPathBuilder::new().build().expect("a JDK"));

fn read(text: &str) -> Property {
    let mut loaded = parse_prop(text, &JDK);
    let complaints: String = loaded
        .diagnostics
        .iter()
        .map(|d| d.render("x.prop", text))
        .collect();
    assert!(complaints.is_empty(), "{complaints}");
    loaded.properties.remove(0)
}

/// The complaints about a file, a line each: `line:column kind: message (hint)`.
fn complaints(text: &str) -> Vec<String> {
    let loaded = parse_prop(text, &JDK);
    assert_eq!(loaded.has_errors(), loaded.properties.is_empty());
    told(&loaded.diagnostics, text)
}

fn told(diagnostics: &[property::Diagnostic], text: &str) -> Vec<String> {
    let line = |d: &property::Diagnostic| {
        let (line, column) = d.position(text);
        let kind = format!("{:?}", d.severity).to_lowercase();
        let hint = d.hint.as_ref().map(|hint| format!(" ({hint})"));
        format!(
            "{line}:{column} {kind}: {}{}",
            d.message,
            hint.unwrap_or_default()
        )
    };
    diagnostics.iter().map(line).collect()
}

/// A table of transitions: `state event -> state`, without those that stay.
fn transitions(property: &Property) -> Vec<String> {
    let automaton = &property.automaton;
    let mut all = Vec::new();
    for state in automaton.state_ids() {
        for event in property
            .event_ids()
            .filter(|e| !automaton.is_self_loop(state, *e))
        {
            let name = |s| &automaton.state(s).name;
            let to = automaton.next(state, event);
            let mark = if automaton.is_error(to) { "!" } else { "" };
            let event = &property.event(event).name;
            all.push(format!("{} {event} -> {}{mark}", name(state), name(to)));
        }
    }
    all
}

const READER: &str = r#"
/// About it.
///
/// And more.
property my-reader "title" // a comment
import java.nio.charset.Charset;
object r : Reader, s : java.io.InputStream except ByteArrayInputStream
event create = after r := new InputStreamReader(s, Charset)
             | r := new InputStreamReader(s, ..) /* another */
event close  = after s.close()
event ready  = after r.ready() returns false
event read   = before r.read*(..) except read(char[], int, int), read(*)
event end    = end of program
states
  start: create -> open
  open:  close -> closed, end -> leak
  closed: read | ready -> error "message"
          create -> open
  error leak "not closed"
"#;

#[test]
fn a_file_says_all_there_is_to_say() {
    let property = read(READER);
    assert_eq!((&*property.name, &*property.title), ("my-reader", "title"));
    assert_eq!(property.about, "About it.\n\nAnd more.");
    assert_eq!(&*property.objects[1].class, "java/io/InputStream");
    assert_eq!(
        &*property.objects[1].except[0],
        "java/io/ByteArrayInputStream"
    );
    let names: Vec<&str> = property.events.iter().map(|e| &*e.name).collect();
    assert_eq!(names, ["create", "close", "ready", "read", "end"]);
    let create = &property.events[0];
    assert_eq!((create.when, create.binds.len()), (When::After, 2));
    assert_eq!(create.calls[0].signature.target, Target::Constructor);
    assert_eq!(create.calls[1].arguments[0].0, Argument::FromStart(0));
    assert_eq!(property.events[2].calls[0].returns, Some(Returned::False));
    assert!(property.has_conditions());
    assert_eq!(property.events[3].calls[0].except.len(), 2);
    assert_eq!(property.events[4].when, When::End);
    assert_eq!(
        transitions(&property),
        [
            "start create -> open",
            "open close -> closed",
            "open end -> leak!",
            "closed create -> open",
            "closed ready -> error!",
            "closed read -> error!",
        ]
    );
    let described: Vec<String> = property
        .events
        .iter()
        .flat_map(|e| property.describe_event(e))
        .collect();
    assert_eq!(
        described,
        [
            "after r := new InputStreamReader(s, Charset)",
            "after r := new InputStreamReader(s, ..)",
            "after s.close()",
            "after r.ready() returns false",
            "before r.read*(..) except read(char[], int, int), read(*)",
            "end of program",
        ]
    );
}

#[test]
fn an_expression_is_an_automaton() {
    let head = "property x object c : Collection, i : Iterator \
                event create = after i := c.iterator() event update = after c.add(..) event next = before i.next() ";
    let property = read(&format!("{head} violation \"m\" create next* update+ next"));
    assert_eq!(
        transitions(&property),
        [
            "start create -> after create",
            "after create create -> over",
            "after create update -> after update",
            "after update create -> over",
            "after update next -> violation!",
        ]
    );
    // What cannot start a violation does not count until something has.
    let start = property.automaton.initial();
    assert!(property.automaton.is_self_loop(start, property::EventId(1)));
    let errors: Vec<_> = property
        .automaton
        .states()
        .iter()
        .filter(|s| s.error)
        .collect();
    assert_eq!(errors[0].message.as_deref(), Some("m"));

    let property = read(&format!("{head} violation create any* update any* next"));
    assert_eq!(
        transitions(&property),
        [
            "start create -> after create",
            "after create update -> after update",
            "after update next -> violation!",
        ]
    );
    let property = read(&format!(
        "{head} violation create (update | next)? (create & ~epsilon) "
    ));
    assert_eq!(property.automaton.states().len(), 5);
}

#[test]
fn the_rest_of_the_language() {
    let property = read(
        "property x object i : Iterator, m : Map.Entry event a = before (i : ListIterator).set(m) | *.put(*, .., m, i)
         event b = after Collections.addAll(i, ..) returns true | List.of(i) returns non-null event c = before m.getKey()
         event d = before *.foo(i, Map.Entry[][], long+)
         states s: a -> t t: else -> error b -> v safe u v: b -> u c -> s d -> error",
    );
    let described: Vec<String> = property
        .events
        .iter()
        .flat_map(|e| property.describe_event(e))
        .collect();
    assert_eq!(
        described,
        [
            "before (i : ListIterator).set(m)",
            "before *.put(*, .., m, i)",
            "after Collections.addAll(i, ..) returns true",
            "after List.of(i) returns non-null",
            "before m.getKey()",
            "before *.foo(i, Map.Entry[][], long)",
        ]
    );
    assert_eq!(
        property.events[0].calls[1].arguments[0].0,
        Argument::FromEnd(1)
    );
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let check = |text: &str, expected: &[&str]| assert_eq!(complaints(text), expected, "{text}");
    check(
        "",
        &[
            "1:1 error: the file names no property (start with `property NAME \"what a program should do\"`)",
        ],
    );
    check(
        "property x\nobjekt i : Iterator\nevent next = befor i.next()\nstates\n s: next -> error",
        &[
            "2:1 error: expected a declaration, found `objekt` (did you mean `object`?)",
            "3:14 error: expected `before`, `after` or `end of program`, found `befor` (did you mean `before`?)",
        ]
        .map(str::trim_end),
    );
    check(
        "property x\nobject i : Iteratr\nevent next = before i.next()\nstates s: next -> error",
        &["2:12 error: there is no class `Iteratr` (did you mean `Iterator`?)"],
    );
    check(
        "property x\nobject i : Iterator\nevent next = before i.nxt()\nevent more = after i.hasNext(int)\nstates s: next -> error more -> error",
        &[
            "3:21 error: no method of java.util.Iterator is called `nxt` (did you mean `next`?)",
            "4:20 error: no method `hasNext` of java.util.Iterator has these parameters (there is ())",
        ],
    );
    check(
        "property x\nobject i : Iterator\nevent n = before i.next() | i.nxt()\nstates s: n -> error",
        &["3:29 warning: no method of java.util.Iterator is called `nxt` (did you mean `next`?)"],
    );
    check(
        "property x\nobject i : Iterator\nevent a = before i := i.next()\nevent b = before i.hasNext() returns true\nevent c = after i.next() returns true\nevent d = after j.next()\nevent e = before i.next\nstates s: a | b | c | d | e -> error",
        &[
            "3:18 error: `i` does not exist before the call (an event that binds the result happens `after` the call)",
            "3:18 error: the call binds the object `i` twice",
            "4:30 error: what a call returns is not known before it (an event with `returns` happens `after` the call)",
            "5:17 error: no method `next` of java.util.Iterator returns a boolean",
            "6:17 error: there is no object `j` (declare it: `object j : TYPE`)",
            "8:1 error: expected `(` and the parameters, found `states` (write `(..)` for all overloads, `()` for none)",
        ],
    );
}

#[test]
fn suspicious_automata_are_named() {
    let head = "property x\nobject i : Iterator\nevent a = before i.next()\nevent b = before i.hasNext()\n";
    let check = |states: &str, expected: &[&str]| {
        assert_eq!(complaints(&format!("{head}{states}")), expected, "{states}");
    };
    check(
        "states s: a -> error, b -> s",
        &[
            "4:7 warning: the event `b` changes nothing (no transition that can be reached mentions it)",
        ],
    );
    check(
        "states s: a -> error, b -> t\n t: a -> t\n u: b -> error",
        &[
            "6:2 warning: nothing can go wrong any more once the state `t` is reached",
            "7:2 warning: nothing leads to the state `u`",
        ],
    );
    check("states s: a -> error, b -> t\n safe t", &[]);
    check(
        "states s: b -> t, a -> error\n error bad\n t: a -> error, b -> s",
        &["6:8 warning: nothing leads to the error state `bad`"],
    );
    check(
        "states s: b -> t\n t: a -> s",
        &[
            "1:10 error: no sequence of events is a violation (no error state can be reached from the first state)",
        ],
    );
    check(
        "states s: b -> t, b -> error, a -> s, a -> s\n t: a -> error",
        &[
            "5:19 error: `b` leads from `s` to both `t` and `error` (an event has one successor; split the state, or use `violation`)",
            "5:39 warning: the transition for `a` is there twice",
        ],
    );
    check(
        "states s: b -> tt, aa -> error\n t: a -> error\n t: b -> error",
        &[
            "5:16 error: there is no state `tt` (did you mean `t`?)",
            "7:2 error: the state `t` is declared twice",
        ][1..],
    );
    check(
        "states s: b -> tt, aa -> error\n t: a -> error",
        &[
            "5:16 error: there is no state `tt`",
            "5:20 error: there is no event `aa`",
        ],
    );
    check(
        "violation a* b*",
        &[
            "5:11 error: the expression matches before anything has happened (make its first event obligatory)",
        ],
    );
    check("violation a cc", &["5:13 error: there is no event `cc`"]);
    check(
        "violation a (b",
        &["5:15 error: expected `)`, found the end of the file"],
    );
    check(
        "states s: a -> error \"x\", b -> t\n t: b -> error \"y\"",
        &[
            "6:16 error: the state `error` has another message already (declare a second one, `error NAME \"…\"`, and let this transition lead there)",
        ],
    );
}

#[test]
fn unrelated_and_unused_objects_are_named() {
    let text = "property x\nobject a : Lock, b : Lock, c : Lock\nevent la = after a.lock()\nevent lb = after b.lock()\nstates s: la -> t\n t: lb -> error";
    assert_eq!(
        complaints(text),
        [
            "1:10 warning: a violation is possible before any event has brought `a` and `b` together (it counts for every such pair of objects; bind them in one event, as in `i := c.iterator()`)",
            "2:28 warning: the object `c` is in no event",
        ]
    );
}

#[test]
fn java_mop_files_are_read() {
    let text = r#"
package mop;
import java.util.*;
import org.example.Unknown;
/**
 * Warns about updates.
 * More.
 */
full-binding Demo(Collection<?> c, Iterator i) {
    int count = 0;
    void helper() { count++; }
    creation event create after(Collection c) returning(Iterator i) : call(Iterator Iterable+.iterator()) && target(c) {}
    event update before(Collection c) :
        (call(* Collection+.add*(..)) || call(* Collection+.clear()) && !call(* Collection+.addAll(..))) && target(c) {}
    event next before(Iterator i) : call(* Iterator.next()) && target(i) && !target(ListIterator) {}
    event next before(Iterator i) : call(* Iterator.remove()) && target(i) {}
    event put before(Collection c, Object key) : call(* Map.put(Object, Object)) && args(key, c) {}
    event more after(Iterator i) returning(boolean b) : call(* Iterator.hasNext()) && target(i) && condition(!b) {}
    event end after() : endProgram() {}
    ere : create (next | more | put)* update+ (next | end)
    @match { System.out.println("{" + "updated"); __RESET; }
}
"#;
    let loaded = parse_mop(text, &JDK);
    assert_eq!(told(&loaded.diagnostics, text), [] as [&str; 0]);
    let property = &loaded.properties[0];
    assert_eq!(property.title, "Warns about updates. More");
    let described: Vec<String> = property
        .events
        .iter()
        .flat_map(|e| property.describe_event(e))
        .collect();
    assert_eq!(
        described,
        [
            "after i := (c : Iterable).iterator()",
            "before c.add*(..)",
            "before c.clear() except addAll(..)",
            "before i.next() except ListIterator.*(..)",
            "before i.remove()",
            "before Map.put(Object, c)",
            "after i.hasNext() returns false",
            "end of program",
        ]
    );
    let messages: Vec<_> = property
        .automaton
        .states()
        .iter()
        .filter(|s| s.error)
        .collect();
    assert_eq!(messages[0].message.as_deref(), Some("updated"));
    assert!(transitions(property).contains(&"after update end -> violation!".to_owned()));
}

#[test]
fn java_mop_machines_fail_where_they_have_no_transition() {
    let text = "HasNext(Iterator i) {
        event hasnext after(Iterator i) : call(* Iterator.hasNext()) && target(i) {}
        event next before(Iterator i) : call(* Iterator.next()) && target(i) {}
        fsm : start [ hasnext -> safe ] safe [ next -> start hasnext -> safe ]
        @fail { }
    }";
    let loaded = parse_mop(text, &JDK);
    assert_eq!(told(&loaded.diagnostics, text), [] as [&str; 0]);
    let expected = [
        "start hasnext -> safe",
        "start next -> fail!",
        "safe next -> start",
    ];
    assert_eq!(transitions(&loaded.properties[0]), expected);

    // With a creation event, nothing before it counts, also not where the machine comes back to its start.
    let marked = text.replace("event hasnext", "creation event hasnext");
    let loaded = parse_mop(&marked, &JDK);
    let expected = [
        "before hasnext -> safe",
        "safe next -> start",
        "start hasnext -> safe",
        "start next -> fail!",
    ];
    assert_eq!(transitions(&loaded.properties[0]), expected);

    let states = text.replace("@fail", "alias bad = safe @bad");
    let loaded = parse_mop(&states, &JDK);
    assert_eq!(
        transitions(&loaded.properties[0]),
        ["start hasnext -> safe!"]
    );
}

#[test]
fn what_java_mop_has_and_we_have_not_is_named() {
    let check = |change: (&str, &str), expected: &[&str]| {
        let text = "X(Iterator i) {
event e before(Iterator i) : call(* Iterator.next()) && target(i) {}
ere : e e
@match { }
}";
        let text = text.replace(change.0, change.1);
        let loaded = parse_mop(&text, &JDK);
        assert_eq!(told(&loaded.diagnostics, &text), expected, "{text}");
    };
    check(("", ""), &[]);
    check(
        ("ere :", "ltl :"),
        &["3:1 error: the logic `ltl` is not supported (`fsm` and `ere` are supported)"],
    );
    check(
        ("ere :", "foo :"),
        &["3:1 error: there is no logic `foo` (`fsm` and `ere` are supported)"],
    );
    check(
        ("&& target(i)", "&& target(i) && thread(t)"),
        &["2:70 error: the pointcut `thread` is not supported"],
    );
    check(
        ("&& target(i)", "&& target(i) && condition(x > 0)"),
        &["2:70 error: a `condition` on anything but the returned boolean is not supported"],
    );
    check(
        ("before(Iterator i)", "void around(Iterator i)"),
        &["2:9 error: an event `around` a call is not supported"],
    );
    check(
        (
            "before(Iterator i)",
            "after(Iterator i) throwing(Exception x)",
        ),
        &["2:27 error: an event after a call that throws is not supported"],
    );
    check(
        ("X(", "suffix X("),
        &["1:1 error: the modifier `suffix` is not supported"],
    );
    check(
        ("X(", "perthread X("),
        &["1:1 error: the modifier `perthread` is not supported"],
    );
    check(
        ("ere : e e\n@match { }", ""),
        &[
            "1:1 error: a specification without a logic is not supported: what it checks is in the code of its events",
        ],
    );
    check(
        ("@match { }", ""),
        &[
            "3:1 error: the formula has no handler, so that nothing is a violation (JavaMOP's `@match` and `@fail` say what is one)",
        ],
    );
    check(
        ("@match", "@violation"),
        &["4:1 error: the handler `@violation` is for nothing in the formula"],
    );
    check(
        ("target(i) {}", "target(i) { x(); }"),
        &["2:7 warning: the code of the event `e` is not run"],
    );
    check(
        ("event e", "static event e"),
        &["2:1 error: `static event` is not supported"],
    );
    check(
        ("Iterator.next", "java.util..*.next"),
        &["2:46 error: `..` in the name of a class is not supported"],
    );
    check(
        ("Iterator.next", "It*.next"),
        &["2:37 error: a pattern for the names of classes is not supported"],
    );
    check(
        ("X(Iterator i)", "X(Iterator i, List l)"),
        &["1:20 warning: the object `l` is in no event"],
    );
    check(
        ("X(Iterator i)", "full-binding X(Iterator i, List l)"),
        &[
            "1:1 error: `full-binding` is not supported where it makes a difference",
            "1:33 warning: the object `l` is in no event",
        ],
    );
}

/// Whatever a file looks like, reading it ends, and without a panic.
#[test]
fn no_text_makes_the_readers_panic() {
    let mut random = fastrand::Rng::with_seed(11);
    let mop = "/** D. */ X(Iterator i, Collection c) { creation event e before(Iterator i) : (call(* Iterator+.n*(..)) || !call(Foo.new(int))) && target(i) && args(c, ..) {} event f after(Collection c) returning(boolean b) : call(* *.f()) && condition(!b) { \"}\" } event g after() : endProgram() {} ere : (e | f)* ~(f & e+) g fsm : s [ e -> t default u ] alias q = s, t @match { } @fail { } @q { } }";
    let mut texts: Vec<String> = LIBRARY
        .iter()
        .map(|builtin| builtin.text.to_owned())
        .collect();
    texts.push(READER.to_owned());
    texts.push(mop.to_owned());
    let pieces = [
        "\"",
        "'",
        "/*",
        "*/",
        "//",
        "///",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "->",
        ":=",
        "..",
        "|",
        "||",
        "&&",
        "!",
        "*",
        "+",
        "?",
        "~",
        "&",
        "@",
        "error",
        "states",
        "violation",
        "event",
        "object",
        "property",
        "import",
        "else",
        "safe",
        "except",
        "returns",
        "é",
        "\u{0}",
        "\u{1F600}",
        "\n",
        "-",
        ".",
        ",",
        ":",
        "any",
        "epsilon",
        "empty",
        "<",
        ">",
        "new",
        "a a a a a a ",
        "((((((((",
        "+++",
    ];
    for _ in 0..6000 {
        let mut text: Vec<char> = random.choice(&texts).expect("some").chars().collect();
        for _ in 0..random.usize(1..6) {
            let at = random.usize(..=text.len());
            match random.u8(..4) {
                0 => {
                    let end = (at + random.usize(..30)).min(text.len());
                    text.drain(at..end);
                }
                1 => {
                    let piece: Vec<char> = random.choice(pieces).expect("some").chars().collect();
                    text.splice(at..at, piece);
                }
                2 => {
                    let from = random.usize(..=text.len());
                    let end = (from + random.usize(..40)).min(text.len());
                    let copy: Vec<char> = text[from..end].to_vec();
                    text.splice(at..at, copy);
                }
                _ => text.truncate(at),
            }
        }
        let text: String = text.into_iter().collect();
        for loaded in [parse_prop(&text, &JDK), parse_mop(&text, &JDK)] {
            for diagnostic in &loaded.diagnostics {
                let shown = diagnostic.render("x", &text);
                assert!(shown.contains("--> x:"));
            }
            for property in &loaded.properties {
                let _ = (property::svg(property), property::Plan::new(property));
            }
        }
    }
}
