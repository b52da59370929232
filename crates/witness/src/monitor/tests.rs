//! The monitors on the JVM's side against those that follow paths: the same violations for the same events.

use super::data::Data;
use super::{DATA, RUNTIME_SOURCES};
use crate::copies::write;
use property::{
    Automaton, Event, EventId, Monitors, Object, ObjectId, Plan, Property, State, StateId, When,
};
use std::fmt::Write;
use std::process::Command;
use std::sync::Arc;

/// Reads events, one a line: `new` and a property, or an event and what it binds. Writes the tuples that each violates.
const DRIVER: &str = r#"
package cortado.property;

import java.nio.file.*;
import java.util.*;

class Driver {
    public static void main(String[] args) throws Exception {
        Model model = Model.read();
        Monitors monitors = null;
        Map<Object, String> names = new IdentityHashMap<>();
        Map<String, Object> objects = new HashMap<>();
        StringBuilder out = new StringBuilder();
        for (String line : Files.readAllLines(Path.of(args[0]))) {
            String[] words = line.split(" ");
            if (words[0].equals("new")) {
                monitors = new Monitors(model.properties.get(Integer.parseInt(words[1])));
                continue;
            }
            Object[] binding = new Object[words.length - 1];
            for (int i = 0; i < binding.length; i++) {
                if (!words[i + 1].equals("-")) {
                    // Equal and yet different objects.
                    binding[i] = objects.computeIfAbsent(words[i + 1], name -> new ArrayList<>());
                    names.put(binding[i], words[i + 1]);
                }
            }
            TreeSet<String> broken = new TreeSet<>();
            for (Monitors.Monitor monitor : monitors.step(Integer.parseInt(words[0]), binding, "")) {
                StringJoiner tuple = new StringJoiner(",");
                for (Object object : monitor.tuple.objects) {
                    tuple.add(object == null ? "-" : names.get(object));
                }
                broken.add(tuple.toString());
            }
            out.append(String.join(" ", broken)).append('\n');
        }
        Files.writeString(Path.of(args[1]), out);
    }
}
"#;

fn random_property(random: &mut fastrand::Rng) -> Property {
    let objects = random.usize(1..=3);
    let events = random.usize(2..=5);
    let states = random.usize(2..=5);
    let state = |i: usize| State {
        name: format!("q{i}"),
        message: None,
        error: i + 1 == states,
    };
    let object = |i: usize| Object {
        name: format!("o{i}"),
        class: "java/lang/Object".into(),
        except: Vec::new(),
    };
    let events: Vec<Event> = (0..events)
        .map(|i| Event {
            name: format!("e{i}"),
            when: When::After,
            calls: Vec::new(),
            binds: (0..objects as u8)
                .filter(|_| random.u8(0..5) < 3)
                .map(ObjectId)
                .collect(),
        })
        .collect();
    let next = (0..states).map(|from| {
        let to = |_| match random.bool() {
            true => StateId(from as u8),
            false => StateId(random.usize(0..states) as u8),
        };
        (0..events.len()).map(to).collect()
    });
    let next = next.collect();
    Property {
        name: "random".into(),
        title: String::new(),
        about: String::new(),
        objects: (0..objects).map(object).collect(),
        automaton: Automaton::new((0..states).map(state).collect(), StateId(0), next),
        events,
    }
}

#[test]
fn both_sides_find_the_same_violations() {
    let mut random = fastrand::Rng::with_seed(7);
    let properties: Vec<Property> = (0..400).map(|_| random_property(&mut random)).collect();
    let (mut trace, mut expected) = (String::new(), String::new());
    for (index, property) in properties.iter().enumerate() {
        let plan = Arc::new(Plan::new(property));
        for _ in 0..4 {
            let mut monitors: Monitors<u32> = Monitors::new(Arc::clone(&plan));
            writeln!(trace, "new {index}").unwrap();
            for _ in 0..30 {
                let event = EventId(random.usize(0..property.events.len()) as u8);
                let mut binding = vec![None; property.objects.len()];
                for object in &property.event(event).binds {
                    binding[usize::from(object.0)] = Some(random.u32(0..3));
                }
                let shown = |binding: &[Option<u32>], separator: &str| {
                    let name = |o: &Option<u32>| o.map_or("-".to_owned(), |o| o.to_string());
                    let names: Vec<String> = binding.iter().map(name).collect();
                    names.join(separator)
                };
                writeln!(trace, "{} {}", event.0, shown(&binding, " ")).unwrap();
                let steps = monitors.step(event, &binding, 0);
                let broken = steps.iter().filter(|step| step.violation);
                let mut broken: Vec<String> = broken.map(|s| shown(&s.binding, ",")).collect();
                broken.sort();
                writeln!(expected, "{}", broken.join(" ")).unwrap();
            }
        }
    }
    let scratch = tempfile::tempdir().unwrap();
    let inside = |name: &str| scratch.path().join(name);
    let mut javac = Command::new("javac");
    javac.arg("-d").arg(inside("classes"));
    for (path, text) in RUNTIME_SOURCES
        .iter()
        .chain(&[("cortado/property/Driver.java", DRIVER)])
    {
        write(&inside(path), text.as_bytes()).unwrap();
        javac.arg(inside(path));
    }
    assert!(
        javac
            .status()
            .expect("tests need `javac` on the PATH")
            .success()
    );
    let data = Data::new(&properties);
    write(&inside("classes").join(DATA), data.text().as_bytes()).unwrap();
    std::fs::write(inside("trace"), trace).unwrap();
    let mut java = Command::new("java");
    java.arg("-cp")
        .arg(inside("classes"))
        .arg("cortado.property.Driver");
    java.arg(inside("trace")).arg(inside("found"));
    assert!(java.status().unwrap().success());
    let found = std::fs::read_to_string(inside("found")).unwrap();
    let violations = expected.lines().filter(|line| !line.is_empty()).count();
    assert!(violations > 1000, "{violations}");
    for (number, (found, expected)) in found.lines().zip(expected.lines()).enumerate() {
        assert_eq!(found, expected, "event {number}");
    }
    assert_eq!(found.lines().count(), expected.lines().count());
}
