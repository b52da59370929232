//! Violations of regular properties, replayed: the monitors on the JVM must find them where they were predicted, and
//! nowhere else.

mod support;

use outcome::*;
use property::{Argument, ObjectId, ParameterPattern, TypePattern};
use std::path::{Path, PathBuf};
use std::process::Command;
use support::*;
use witness::*;

#[test]
fn next_is_seen_even_if_it_throws() {
    let statements = "Iterator<String> it = new ArrayList<String>().iterator();
        try {
            it.next();
        } catch (NoSuchElementException e) {
        }";
    let program = Program::main(statements, "");
    program.confirms(&iterator(), "main", 7);
    program.refutes(&iterator(), "main", 6, "but it was violated at Main.main:7");
    let careful = "Iterator<String> it = List.of(\"x\").iterator();
        while (it.hasNext())
            it.next();";
    Program::main(careful, "").refutes(&iterator(), "main", 7, "but the program ended normally");
    // The answer no is no permission.
    let careless = "Iterator<String> it = new ArrayList<String>().iterator();
        it.hasNext();
        it.next();";
    Program::main(careless, "").confirms(&iterator(), "main", 7);
    let thrown = "throw new IOException(\"early\");";
    let why = "but java.io.IOException (early) was thrown at Main.main:5";
    Program::main(thrown, "").refutes(&iterator(), "main", 5, why);
}

/// An iterator of the program's own uses another, which is nobody's business.
#[test]
fn nothing_within_an_event_is_another() {
    let members = "static class Own implements Iterator<Integer> {
            Iterator<Integer> inner = List.of(1, 2).iterator();
            public boolean hasNext() { return inner.hasNext(); }
            public Integer next() { return inner.next(); }
            int twice() { return inner.next() + next(); }
        }";
    let statements = "Own own = new Own();
        while (own.hasNext()) own.next();";
    Program::main(statements, members).refutes(&iterator(), "main", 6, "ended normally");
    let place = Place::new("Main$Own", "twice").line(12);
    let violation = Violation::new(Kind::Property, "iterator", place);
    let program = Program::main("new Own().twice();\n", members);
    let replay = program.replay_with(&[iterator()], &violation, &main_of("Main"));
    assert!(matches!(replay, Replay::Confirmed { .. }), "{replay:?}");
}

#[test]
fn lambdas_and_callbacks_of_the_library() {
    let statements = "Iterator<Integer> it = List.of(1, 2, 3).iterator();
        List.of(1, 2).forEach(x -> {
            it.next();
        });";
    Program::main(statements, "").confirms(&iterator(), "lambda$main$0", 7);
    // What the library does on its own account raises nothing, nor does a reference to a method.
    let statements = "new ArrayList<>(List.of(1, 2)).removeIf(x -> x > 1);
        java.util.function.Supplier<Integer> s = List.of(1).iterator()::next;
        List.of().iterator().hasNext();
        s.get();";
    Program::main(statements, "").refutes(&iterator(), "main", 8, "ended normally");
    // A comparator is called back within an event, and is part of it.
    let statements = "Iterator<Integer> it = List.of(1).iterator();
        TreeSet<Integer> set = new TreeSet<>((a, b) -> { it.next(); return 0; });
        Iterator<Integer> other = set.iterator();
        set.add(1);";
    Program::main(statements, "").refutes(&unsafe_iterator(), "main", 8, "ended normally");
}

#[test]
fn two_objects_are_bound_together() {
    let statements =
        "List<Integer> a = new ArrayList<>(List.of(1)), b = new LinkedList<>(List.of(1));
        Iterator<Integer> i = a.iterator(), j = b.iterator();
        b.add(2);
        i.next();
        try { j.next(); } catch (ConcurrentModificationException e) { }";
    let program = Program::main(statements, "");
    program.confirms(&unsafe_iterator(), "main", 9);
    program.refutes(
        &unsafe_iterator(),
        "main",
        8,
        "it was violated at Main.main:9",
    );
    // An exception from the pattern, by the class of the receiver.
    let statements =
        "Deque<Integer> a = new ArrayDeque<>(List.of(1)), b = new LinkedList<>(List.of(1));
        Iterator<Integer> i = a.iterator(), j = b.iterator();
        b.addLast(2);
        try { j.next(); } catch (ConcurrentModificationException e) { }
        a.addLast(2);
        i.next();";
    let program = Program::main(statements, "");
    program.confirms(&unsafe_iterator(), "main", 10);
    program.refutes(
        &unsafe_iterator(),
        "main",
        8,
        "it was violated at Main.main:10",
    );
}

#[test]
fn constructors_are_events() {
    let statements = "Reader r = new StringReader(\"x\");
        r.close();
        try { r.read(); } catch (IOException e) { }";
    Program::main(statements, "").confirms(&reader("java/io/Reader+"), "main", 7);
    // A constructor that throws is over; what comes behind it is seen.
    let statements = "try { new StringReader(null); } catch (NullPointerException e) { }
        Reader r = new StringReader(args.length == 0 ? \"x\" : new String(\"y\"));
        try { new FileReader(\"/\"); r = null; } catch (IOException e) { } finally { r.close(); }
        try (Reader s = r) { s.read(); } catch (IOException e) { }";
    Program::main(statements, "").confirms(&reader("java/io/Reader+"), "main", 8);
    let statements = "Reader r = new Quiet();
        try { r.read(); } catch (IOException e) { }
        r.close();";
    let members = "static class Quiet extends StringReader {
            Quiet() { super(\"x\"); try { close(); read(); } catch (IOException e) { } }
        }";
    let program = Program::main(statements, members);
    program.refutes(&reader("java/io/Reader+"), "main", 7, "ended normally");
    // Where the call of the superclass is the event, what its constructor's caller goes on to do is seen.
    let place = Place::new("Main$Quiet", "<init>").line(10);
    let violation = Violation::new(Kind::Property, "reader", place);
    let exact = reader("java/io/StringReader");
    let replay = program.replay_with(std::slice::from_ref(&exact), &violation, &main_of("Main"));
    assert!(matches!(replay, Replay::Confirmed { .. }), "{replay:?}");
    // Nobody can see it throw.
    let statements =
        "for (int i = 0; i < 2; i++) try { new Loud(null); } catch (NullPointerException e) { }
        Reader r = new StringReader(\"x\");
        r.close();
        r.read();";
    let members = "static class Loud extends StringReader {
            Loud(String s) { super(s); }
        }";
    Program::main(statements, members).confirms(&exact, "main", 8);
}

#[test]
fn static_calls_and_the_end_of_the_program() {
    let pool = "static class None { }
    }
    class Pool {
        static void acquire() { }
        static void release() { throw new IllegalStateException(); }";
    let property = released();
    let run = |statements: &str, line: u32| {
        Program::main(statements, pool).replay(&property, "main", line)
    };
    let confirmed = |replay: Replay| matches!(replay, Replay::Confirmed { .. });
    assert!(confirmed(run("Pool.acquire();\nPool.acquire();", 6)));
    assert!(confirmed(run("Pool.acquire();", 6)));
    assert!(confirmed(run("Pool.acquire(); Pool.release();", 6)));
    assert!(confirmed(run("Pool.acquire(); System.exit(0);", 6)));
    let replay = run("if (args.length > 0) Pool.acquire(); System.exit(0);", 6);
    assert!(matches!(replay, Replay::Refuted { .. }), "{replay:?}");
}

#[test]
fn several_properties_share_what_is_an_event() {
    // `add` is an event of the second property, so that the `next` of the list's own `add` is none of the first.
    let members = "static class Own extends ArrayList<Integer> {
            public boolean add(Integer x) { List.of(1).iterator().next(); return super.add(x); }
        }";
    let program = Program::main("new Own().add(1);", members);
    let place = Place::new("Main$Own", "add").line(8);
    let violation = Violation::new(Kind::Property, "iterator", place);
    let replay = program.replay_with(&[iterator()], &violation, &main_of("Main"));
    assert!(matches!(replay, Replay::Confirmed { .. }), "{replay:?}");
    let _ = std::fs::remove_dir_all(program.tests());
    let both = [iterator(), unsafe_iterator()];
    let replay = program.replay_with(&both, &violation, &main_of("Main"));
    assert!(matches!(replay, Replay::Refuted { .. }), "{replay:?}");
}

/// The answer does not wait for the program's end, and other threads are watched too.
#[test]
fn a_program_that_goes_on() {
    let statements = "Iterator<Integer> it = List.of(1).iterator();
        Thread thread = new Thread(() -> it.next());
        thread.start();
        thread.join();
        try { it.next(); } catch (Throwable any) { }
        while (true) { }";
    let program = Program::main(statements, "");
    program.confirms(&iterator(), "lambda$main$0", 6);
    let statements = "Iterator<Integer> it = List.of(1).iterator();
        try { it.next(); } catch (Throwable any) { }
        while (true) { }";
    Program::main(statements, "").confirms(&iterator(), "main", 6);
}

/// A method without room for what is to be inserted is named.
#[test]
fn a_method_that_is_too_large() {
    let members = format!(
        "static void large(Iterator<Integer> it) {{\n{}\n}}",
        "if (it.hasNext()) it.next();\n".repeat(3000)
    );
    let program = Program::main("large(List.of(1).iterator());", &members);
    match program.monitored(&[iterator()]).left_alone() {
        [only] => assert_eq!(only, "Main.large is too large to be rewritten"),
        other => panic!("{other:?}"),
    }
    let place = Place::new("Main", "main").line(5);
    let violation = Violation::new(Kind::Property, "iterator", place);
    let mut replayer = Replayer::new(program.config(JUnit::Absent));
    let monitored = program.monitored(&[iterator()]);
    let (replay, _) = replayer.replay_with(&violation, &main_of("Main"), &monitored);
    let why = "Main.large is too large to be rewritten".to_owned();
    assert_eq!(replay, Replay::NotReplayed { why });
}

/// Class files from before version 50 have their types inferred, those of version 50 may.
#[test]
fn old_class_files() {
    let statements = "Reader r = null;
        for (int i = 0; i < 2; i++) {
            try {
                r = new StringReader(i == 0 ? null : \"x\");
            } catch (NullPointerException e) {
                r = new Own(new StringReader(\"y\"), i);
            } finally {
                switch (i) { case 1: r.close(); break; default: r.ready(); }
            }
        }
        r.read();";
    let members = "static class Own extends BufferedReader {
            Own(Reader in, int size) { super(new LineNumberReader(in, size + 1), size > 0 ? size : in.read() + 1); }
            { if (!ready()) System.out.println(); }
        }";
    let members = members.replace(
        "Own(Reader in, int size)",
        "Own(Reader in, int size) throws IOException",
    );
    let program = Program::main(statements, &members);
    let status = Command::new("javac")
        .args([
            "--release",
            "8",
            "-g",
            "-nowarn",
            "-Xlint:-options",
            "-d",
            "classes",
            "src/Main.java",
        ])
        .current_dir(program.root.path())
        .status();
    assert!(status.unwrap().success());
    for version in [52, 50, 49, 48] {
        for class in ["Main.class", "Main$Own.class"] {
            let file = program.targets[0].join(class);
            let mut bytes = std::fs::read(&file).unwrap();
            bytes[7] = version;
            std::fs::write(&file, bytes).unwrap();
        }
        program.confirms(&reader("java/io/Reader+"), "main", 15);
        std::fs::remove_dir_all(program.tests()).unwrap();
    }
}

/// Arguments, parameters and the entry of a method with inputs; the violation is caught by the program.
#[test]
fn arguments_are_bound() {
    let text = "package p;
import java.util.*;
class Keeper {
    static void keep(int n, String[] names) {
        List<Object> list = new ArrayList<>();
        try {
            for (int i = 0; i < n; i++) Box.put(i, 2L, names[0], list, 1.5);
            Box.take(list);
        } catch (Throwable any) {
        }
    }
}
class Box {
    static void put(int a, long b, String c, Collection<Object> into, double d) { }
    static void take(List<Object> from) { }
}";
    let program = Program::new(&[("p/Keeper.java", text)]);
    let list = ObjectId(0);
    let mut put = statics("p/Box", "put");
    put.arguments = vec![(Argument::FromEnd(1), list)];
    let mut take = statics("p/Box", "*");
    take.arguments = vec![(Argument::FromStart(0), list)];
    let subtype = TypePattern::Subtype("java/util/Collection".into());
    take.signature.parameters = Some(vec![ParameterPattern::One(subtype)]);
    let events = vec![before("put", vec![put]), before("take", vec![take])];
    let edges = [
        ("empty", "put", "one"),
        ("one", "put", "two"),
        ("two", "take", "error"),
    ];
    let property = property(
        "box",
        &["java/util/List"],
        events,
        &["empty", "one", "two", "error"],
        &edges,
    );
    let entry = Entry::Method {
        class: "p.Keeper".to_owned(),
        source_class: Some("p.Keeper".to_owned()),
        declared_in: None,
        name: "keep".to_owned(),
        parameter_types: vec!["int".to_owned(), "java.lang.String[]".to_owned()],
        access: Access::Package,
        receiver: Receiver::None,
    };
    let place = Place::new("p.Keeper", "keep").line(8);
    let mut violation = Violation::new(Kind::Property, "box", place);
    for (n, expected) in [(2, true), (1, false), (3, true)] {
        violation.inputs = vec![
            Input::parameter("n", "int", InputValue::Int(n)),
            Input::parameter(
                "names",
                "java.lang.String[]",
                InputValue::Array(vec![InputValue::string("x")]),
            ),
        ];
        let replay = program.replay_with(std::slice::from_ref(&property), &violation, &entry);
        assert_eq!(
            matches!(replay, Replay::Confirmed { .. }),
            expected,
            "{n}: {replay:?}"
        );
        let _ = std::fs::remove_dir_all(program.tests());
    }
}

/// The rest of the jar is still found.
#[test]
fn a_jar_with_resources() {
    let statements = "InputStream in = Main.class.getResourceAsStream(\"data.txt\");
        Iterator<String> it = new BufferedReader(new InputStreamReader(in)).lines().iterator();
        if (it.hasNext() && it.next().equals(\"first\"))
            it.next();";
    let mut program = Program::main(statements, "");
    let root = program.root.path().to_path_buf();
    std::fs::write(root.join("classes/data.txt"), "first\nsecond\n").unwrap();
    let status = Command::new("jar")
        .args(["cf", "program.jar", "-C", "classes", "."])
        .current_dir(&root)
        .status()
        .expect("tests need `jar` on the PATH");
    assert!(status.success());
    program.targets = vec![root.join("program.jar")];
    program.confirms(&iterator(), "main", 8);
}

fn console() -> Option<PathBuf> {
    let jar = Path::new("/usr/share/java/junit-platform-console-standalone.jar");
    jar.is_file().then(|| jar.to_path_buf())
}

/// The test as a user runs it, with the platform's own console.
#[test]
fn a_user_runs_the_test() {
    let (JUnit::Platform(jars), Some(console)) = (JUnit::find(&[], &[]), console()) else {
        eprintln!("JUnit 5 is not installed; nothing tested");
        return;
    };
    let statements = "Iterator<String> it = List.of(\"x\").iterator();
        try { it.next(); } catch (Throwable all) { }";
    let program = Program::main(statements, "");
    let place = Place::new("Main", "main").file("Main.java").line(6);
    let mut violation = Violation::new(Kind::Property, "iterator", place.clone());
    violation.trace = vec![TraceStep::new(place, "unknown –next→ error: that is wrong")];
    let monitored = program.monitored(&[iterator()]);
    let mut replayer = Replayer::new(program.config(JUnit::Platform(jars.clone())));
    let (replay, test) = replayer.replay_with(&violation, &main_of("Main"), &monitored);
    assert!(matches!(replay, Replay::Confirmed { .. }), "{replay:?}");
    let test = test.unwrap();
    assert_eq!(
        std::fs::read_to_string(&test).unwrap(),
        "\
// Generated by Cortado: property iterator is violated at Main.java:6.
// Run it with assertions enabled (java -ea); build tools do so for tests.
//     unknown –next→ error: that is wrong, line 6
// Whether that happens is seen by the copies of the program's classes in monitored/. It must come before the program on
// the class path, when this test is compiled and when it is run; in a Maven project its contents go to src/test/resources.
// The copies are those of the program that was checked. If it changes, check it again.
import org.junit.jupiter.api.Test;

class MainCortadoTest {
    @Test
    void mainFails() throws Throwable {
        cortado.property.Watch.expect(\"iterator\", \"Main\", \"main\", 6, 6);
        try {
            Main.main(new String[0]);
        } finally {
            cortado.property.Watch.end();
        }
    }
}
"
    );
    drop(monitored);
    let out = program.tests();
    let built = program.root.path().join("built");
    let mut path = vec![out.join("monitored"), program.targets[0].clone()];
    let mut compile = Command::new("javac");
    let with_junit = path.iter().chain(&jars);
    compile
        .arg("-cp")
        .arg(std::env::join_paths(with_junit).unwrap());
    compile.arg("-d").arg(&built).arg(&test);
    assert!(compile.status().unwrap().success());
    let run = |path: &[PathBuf]| {
        let class_path = std::env::join_paths([&built].into_iter().chain(path)).unwrap();
        let mut java = Command::new("java");
        java.arg("-jar")
            .arg(&console)
            .args(["--disable-banner", "-c", "MainCortadoTest", "-cp"]);
        let output = java.arg(class_path).output().unwrap();
        assert!(!output.status.success());
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let shown = run(&path);
    for expected in [
        "property iterator is violated: that is wrong",
        "unknown –next→ error at Main.main:6",
        "Main.main(Main.java:6)",
        "1 tests failed",
    ] {
        assert!(shown.contains(expected), "{shown}");
    }
    path.reverse();
    let shown = run(&path);
    assert!(
        shown.contains("the monitored classes must come first on the class path"),
        "{shown}"
    );
}

#[test]
fn somebody_elses_directory_is_left_alone() {
    let program = Program::main("List.of(1).iterator().next();", "");
    let theirs = program.tests().join("monitored");
    std::fs::create_dir_all(&theirs).unwrap();
    std::fs::write(theirs.join("notes.txt"), "mine").unwrap();
    let place = Place::new("Main", "main").line(5);
    let violation = Violation::new(Kind::Property, "iterator", place);
    let monitored = program.monitored(&[iterator()]);
    let mut replayer = Replayer::new(program.config(JUnit::Absent));
    let (replay, test) = replayer.replay_with(&violation, &main_of("Main"), &monitored);
    assert!(
        matches!(&replay, Replay::NotReplayed { why } if why.contains("is not ours to replace")),
        "{replay:?}"
    );
    assert_eq!(test, None);
    assert_eq!(
        std::fs::read_to_string(theirs.join("notes.txt")).unwrap(),
        "mine"
    );
}
