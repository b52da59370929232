//! Properties and programs for the tests, in few words.

use classpath::{ClassPath, ClassPathBuilder};
use outcome::*;
use property::{
    Automaton, Call, ClassPattern, Event, Matcher, NamePattern, Object, ObjectId, Property,
    Returned, Signature, State, StateId, Target, When,
};
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;
use witness::*;

/// A call pattern in the making.
pub fn call(class: &str, name: &str) -> Call {
    let target = match name {
        "<init>" => Target::Constructor,
        _ => Target::Instance,
    };
    let class = match class.strip_suffix('+') {
        _ if class.is_empty() => ClassPattern::Any,
        Some(class) => ClassPattern::Subtype(class.into()),
        None => ClassPattern::Exact(class.into()),
    };
    Call {
        signature: Signature {
            class,
            target,
            name: NamePattern::new(name),
            parameters: None,
            returns: None,
        },
        except: Vec::new(),
        receiver: None,
        arguments: Vec::new(),
        result: None,
        returns: None,
    }
}

/// A call on an object.
pub fn on(object: u8, class: &str, name: &str) -> Call {
    Call {
        receiver: Some(ObjectId(object)),
        ..call(class, name)
    }
}

/// A call that results in an object.
pub fn makes(object: u8, call: Call) -> Call {
    Call {
        result: Some(ObjectId(object)),
        ..call
    }
}

pub fn statics(class: &str, name: &str) -> Call {
    let mut call = call(class, name);
    call.signature.target = Target::Static;
    call
}

pub fn before(name: &str, calls: Vec<Call>) -> Event {
    event(name, When::Before, calls)
}

pub fn after(name: &str, calls: Vec<Call>) -> Event {
    event(name, When::After, calls)
}

pub fn event(name: &str, when: When, calls: Vec<Call>) -> Event {
    let mut binds = Vec::new();
    for call in calls.iter().take(1) {
        binds.extend(call.receiver);
        binds.extend(call.arguments.iter().map(|(_, object)| *object));
        binds.extend(call.result);
    }
    binds.sort();
    binds.dedup();
    Event {
        name: name.into(),
        when,
        calls,
        binds,
    }
}

/// The last state is the error. An edge is a state, the name of an event, and the next state.
pub fn property(
    name: &str,
    objects: &[&str],
    events: Vec<Event>,
    states: &[&str],
    edges: &[(&str, &str, &str)],
) -> Property {
    let state = |name: &str| {
        let index = states.iter().position(|s| *s == name).unwrap();
        StateId(index as u8)
    };
    let mut next: Vec<Vec<StateId>> = states
        .iter()
        .map(|s| vec![state(s); events.len()])
        .collect();
    for (from, event, to) in edges {
        let event = events.iter().position(|e| e.name == *event).unwrap();
        next[usize::from(state(from).0)][event] = state(to);
    }
    let last = states.len() - 1;
    let all = states.iter().enumerate().map(|(i, name)| State {
        name: (*name).into(),
        message: (i == last).then(|| "that is wrong".into()),
        error: i == last,
    });
    let object = |(i, class): (usize, &&str)| Object {
        name: format!("o{i}"),
        class: (*class).into(),
        except: Vec::new(),
    };
    Property {
        name: name.into(),
        title: String::new(),
        about: String::new(),
        objects: objects.iter().enumerate().map(object).collect(),
        automaton: Automaton::new(all.collect(), StateId(0), next),
        events,
    }
}

pub const ITERATOR: &str = "java/util/Iterator+";

/// Call `hasNext`, with the answer yes, before `next`.
pub fn iterator() -> Property {
    let yes = Call {
        returns: Some(Returned::True),
        ..on(0, ITERATOR, "hasNext")
    };
    let events = vec![
        after("hasNext", vec![yes]),
        before("next", vec![on(0, ITERATOR, "next")]),
    ];
    let edges = [
        ("unknown", "hasNext", "more"),
        ("more", "next", "unknown"),
        ("unknown", "next", "error"),
    ];
    property(
        "iterator",
        &["java/util/Iterator"],
        events,
        &["unknown", "more", "error"],
        &edges,
    )
}

/// Do not touch a collection while it is iterated.
pub fn unsafe_iterator() -> Property {
    let collection = "java/util/Collection+";
    let mut touched = on(0, collection, "add*");
    touched.except = vec![on(0, "java/util/LinkedList+", "addLast").signature];
    let events = vec![
        after("create", vec![makes(1, on(0, collection, "iterator"))]),
        after(
            "touch",
            vec![
                touched,
                on(0, collection, "remove"),
                on(0, collection, "clear"),
            ],
        ),
        before("use", vec![on(1, ITERATOR, "next")]),
    ];
    let edges = [
        ("none", "create", "made"),
        ("made", "touch", "stale"),
        ("stale", "use", "error"),
    ];
    let objects = ["java/util/Collection", "java/util/Iterator"];
    property(
        "unsafe-iterator",
        &objects,
        events,
        &["none", "made", "stale", "error"],
        &edges,
    )
}

/// Do not read what is closed.
pub fn reader(made: &str) -> Property {
    let events = vec![
        after("make", vec![makes(0, call(made, "<init>"))]),
        before("close", vec![on(0, "java/io/Reader+", "close")]),
        before("read", vec![on(0, "java/io/Reader+", "read")]),
    ];
    let edges = [
        ("none", "make", "open"),
        ("open", "close", "closed"),
        ("closed", "read", "error"),
    ];
    property(
        "reader",
        &["java/io/Reader"],
        events,
        &["none", "open", "closed", "error"],
        &edges,
    )
}

/// What is acquired is released before the program ends.
pub fn released() -> Property {
    let events = vec![
        after("acquire", vec![statics("Pool", "acquire")]),
        after("release", vec![statics("Pool", "release")]),
        event("end", When::End, Vec::new()),
    ];
    let edges = [
        ("free", "acquire", "held"),
        ("held", "release", "free"),
        ("held", "end", "error"),
        ("held", "acquire", "error"),
    ];
    property("released", &[], events, &["free", "held", "error"], &edges)
}

/// A compiled program in a directory of its own, and a place for tests beside it.
pub struct Program {
    pub root: tempfile::TempDir,
    pub targets: Vec<PathBuf>,
}

impl Program {
    pub fn new(sources: &[(&str, &str)]) -> Program {
        let root = tempfile::tempdir().unwrap();
        let mut files = Vec::new();
        for (name, text) in sources {
            let file = root.path().join("src").join(name);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(&file, text).unwrap();
            files.push(file);
        }
        let classes = root.path().join("classes");
        let api = concat!(env!("CARGO_MANIFEST_DIR"), "/../../api");
        let mut javac = Command::new("javac");
        javac.args(["-g", "-encoding", "UTF-8", "-sourcepath", api, "-d"]);
        javac.arg(&classes).args(files);
        assert!(
            javac
                .status()
                .expect("tests need `javac` on the PATH")
                .success()
        );
        Program {
            root,
            targets: vec![classes],
        }
    }

    /// `Main.java` with these statements in its `main`, which begin on line 5, and these members.
    pub fn main(statements: &str, members: &str) -> Program {
        let text = format!(
            "import java.io.*;\nimport java.util.*;\npublic class Main {{\n\
             public static void main(String[] args) throws Throwable {{\n{statements}\n}}\n{members}\n}}\n"
        );
        Program::new(&[("Main.java", &text)])
    }

    pub fn tests(&self) -> PathBuf {
        self.root.path().join("out")
    }

    pub fn config(&self, junit: JUnit) -> Config {
        Config {
            jvm: Ok(Jvm {
                java: "java".into(),
                version: "17".to_owned(),
                compiles: true,
                archive: None,
            }),
            class_path: self.targets.clone(),
            tests: self.tests(),
            launcher: self.classpath().compile_tool(LAUNCHER_SOURCES).unwrap(),
            injection: None,
            junit,
            limits: Limits {
                time: Duration::from_secs(120),
                ..Limits::default()
            },
        }
    }

    pub fn classpath(&self) -> Arc<ClassPath> {
        let mut builder = ClassPathBuilder::new();
        for target in &self.targets {
            builder = builder.target(target);
        }
        Arc::new(builder.build().unwrap())
    }

    pub fn monitored(&self, properties: &[Property]) -> Copies {
        let classpath = self.classpath();
        let matcher = Arc::new(Matcher::new(properties.to_vec(), Arc::clone(&classpath)));
        Copies::new(&classpath, Some(&matcher), &[]).unwrap()
    }

    pub fn replay_with(
        &self,
        properties: &[Property],
        violation: &Violation,
        entry: &Entry,
    ) -> Replay {
        let monitored = self.monitored(properties);
        let mut replayer = Replayer::new(self.config(JUnit::Absent));
        let (replay, test) = replayer.replay_with(violation, entry, &monitored);
        let confirmed = matches!(replay, Replay::Confirmed { .. });
        assert_eq!(test.is_some(), confirmed, "{replay:?}");
        assert_eq!(self.tests().join("monitored").exists(), confirmed);
        replay
    }

    /// Replays a violation of the property by the main class, on a line of a method.
    pub fn replay(&self, property: &Property, method: &str, line: u32) -> Replay {
        let place = Place::new("Main", method).file("Main.java").line(line);
        let violation = Violation::new(Kind::Property, &*property.name, place);
        self.replay_with(std::slice::from_ref(property), &violation, &main_of("Main"))
    }

    #[track_caller]
    pub fn confirms(&self, property: &Property, method: &str, line: u32) {
        let jdk = "17".to_owned();
        assert_eq!(
            self.replay(property, method, line),
            Replay::Confirmed { jdk }
        );
    }

    #[track_caller]
    pub fn refutes(&self, property: &Property, method: &str, line: u32, why: &str) {
        match self.replay(property, method, line) {
            Replay::Refuted { why: given } => assert!(given.ends_with(why), "{given}"),
            other => panic!("not refuted: {other:?}"),
        }
    }
}

pub fn main_of(class: &str) -> Entry {
    Entry::Main {
        class: class.to_owned(),
        args: Vec::new(),
    }
}
