//! The class-file rewriter on real libraries: every call of every class is reported, and the JVM's verifier accepts the
//! result, which still runs.

use classpath::{ClassPath, ClassPathBuilder, MethodDescriptor};
use property::*;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use witness::{Copies, ReplacedArguments};

/// A property for which every call is an event; it is never violated.
fn everything() -> Property {
    let signature = |target, name| Signature {
        class: ClassPattern::Any,
        target,
        name: NamePattern::new(name),
        parameters: None,
        returns: None,
    };
    let call = |target, name| Call {
        signature: signature(target, name),
        except: Vec::new(),
        receiver: None,
        arguments: Vec::new(),
        result: None,
        returns: None,
    };
    let object = Some(ObjectId(0));
    let constructed = Call {
        result: object,
        ..call(Target::Constructor, "<init>")
    };
    let called = Call {
        receiver: object,
        ..call(Target::Instance, "*")
    };
    let passed = Call {
        arguments: vec![(Argument::FromStart(0), ObjectId(0))],
        ..call(Target::Static, "*")
    };
    let event = |name: &str, when, call, binds: &[u8]| Event {
        name: name.into(),
        when,
        calls: vec![call],
        binds: binds.iter().map(|o| ObjectId(*o)).collect(),
    };
    let events = vec![
        event("constructed", When::After, constructed, &[0]),
        event("called", When::Before, called, &[0]),
        event("passed", When::Before, passed, &[0]),
        event("any", When::After, call(Target::Method, "*"), &[]),
        event(
            "made",
            When::After,
            call(Target::Constructor, "<init>"),
            &[],
        ),
    ];
    let state = |name: &str, error| State {
        name: name.into(),
        message: None,
        error,
    };
    let loops = |state: u8| vec![StateId(state); 5];
    Property {
        name: "everything".into(),
        title: String::new(),
        about: String::new(),
        objects: vec![Object {
            name: "o".into(),
            class: "java/lang/Object".into(),
            except: Vec::new(),
        }],
        events,
        automaton: Automaton::new(
            vec![state("fine", false), state("error", true)],
            StateId(0),
            vec![loops(0), loops(1)],
        ),
    }
}

const LOADER: &str = r#"
import java.io.IOException;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;

public class LoadAll {
    public static void main(String[] args) throws Exception {
        Path root = Path.of(args[0]);
        int verified = 0;
        int incomplete = 0;
        List<Path> files;
        try (Stream<Path> all = Files.walk(root)) {
            files = all.filter(p -> p.toString().endsWith(".class")).sorted().collect(Collectors.toList());
        }
        for (Path file : files) {
            String name = root.relativize(file).toString().replace(".class", "").replace('/', '.');
            try {
                // Asking for the methods links the class, and linking verifies it.
                Class.forName(name, false, LoadAll.class.getClassLoader()).getDeclaredMethods();
                verified++;
            } catch (NoClassDefFoundError | TypeNotPresentException missing) {
                incomplete++;
            }
        }
        System.out.println("verified " + verified + " incomplete " + incomplete);
    }
}
"#;

fn java(class_path: &[&Path], program: &Path, arguments: &[&str]) -> String {
    let class_path = std::env::join_paths(class_path).unwrap();
    let output = Command::new("java")
        // Classes of the class path are verified unless somebody says otherwise.
        .arg("-cp")
        .arg(class_path)
        .arg(program)
        .args(arguments)
        .output()
        .expect("tests need `java` on the PATH");
    let (out, err) = (output.stdout, output.stderr);
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    assert!(output.status.success(), "{}\n{}", text(out), text(err));
    text(out)
}

fn library(jar: &str) -> Option<(PathBuf, Arc<ClassPath>)> {
    let jar = Path::new("/usr/share/java").join(jar);
    if !jar.is_file() {
        eprintln!("{} is not installed; nothing tested", jar.display());
        return None;
    }
    let classpath = ClassPathBuilder::new().target(&jar).build().unwrap();
    Some((jar, Arc::new(classpath)))
}

/// The number of classes that verify.
fn verify_all(jar: &str) -> Option<(usize, Copies)> {
    let (jar, classpath) = library(jar)?;
    let matcher = Arc::new(Matcher::new([everything()], Arc::clone(&classpath)));
    let monitored = Copies::new(&classpath, Some(&matcher), &[]).unwrap();
    Some((verify(&jar, &monitored), monitored))
}

fn verify(jar: &Path, copies: &Copies) -> usize {
    let scratch = tempfile::tempdir().unwrap();
    let loader = scratch.path().join("LoadAll.java");
    std::fs::write(&loader, LOADER).unwrap();
    let directory = copies.directory();
    let out = java(&[directory, jar], &loader, &[directory.to_str().unwrap()]);
    let words: Vec<&str> = out.split_whitespace().collect();
    eprintln!(
        "{}: {}{} rewritten, left alone: {:?}",
        jar.display(),
        out,
        copies.classes(),
        copies.left_alone()
    );
    words[1].parse().unwrap()
}

/// Every method with parameters, and every constructor, takes all its arguments from a replay.
#[test]
fn arguments_of_a_whole_library_are_put_in() {
    let Some((jar, classpath)) = library("commons-lang3.jar") else {
        return;
    };
    let mut methods = Vec::new();
    for name in classpath.application_classes().unwrap() {
        let class = classpath.find(&name).unwrap().unwrap();
        for method in class.methods.iter().filter(|method| method.code.is_some()) {
            let descriptor = MethodDescriptor::parse(&method.descriptor).unwrap();
            methods.push(ReplacedArguments {
                class: name.to_string(),
                method: method.name.to_string(),
                descriptor: method.descriptor.to_string(),
                params: vec![true; descriptor.params.len()],
            });
        }
    }
    assert!(methods.len() > 2000);
    let copies = Copies::new(&classpath, None, &methods).unwrap();
    assert!(verify(&jar, &copies) > 200 && copies.classes() > 200);
}

#[test]
fn a_whole_library_verifies_and_runs() {
    let Some((verified, monitored)) = verify_all("commons-lang3.jar") else {
        return;
    };
    assert!(verified > 200 && monitored.classes() > 150);
    assert!(monitored.left_alone().is_empty());
    let scratch = tempfile::tempdir().unwrap();
    let program = scratch.path().join("Use.java");
    let text = r#"
import org.apache.commons.lang3.*;
import org.apache.commons.lang3.builder.*;
import org.apache.commons.lang3.text.*;
import org.apache.commons.lang3.time.*;
import org.apache.commons.lang3.tuple.*;

public class Use {
    public static void main(String[] args) throws Exception {
        System.out.println(StringUtils.capitalize("hello") + StringUtils.leftPad("x", 5, '*'));
        System.out.println(Pair.of(1, "a").compareTo(Pair.of(1, "b")));
        System.out.println(new ToStringBuilder("s", ToStringStyle.SHORT_PREFIX_STYLE).append("n", 3).toString());
        System.out.println(StringEscapeUtils.unescapeHtml4("&lt;&eacute;&gt;"));
        System.out.println(FastDateFormat.getInstance("yyyy-MM-dd", java.util.TimeZone.getTimeZone("UTC"))
            .parse("2020-02-30".replace("30", "29")).getTime());
        try {
            Validate.isTrue(false, "no: %d", 7L);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(new StrSubstitutor(java.util.Map.of("k", "v")).replace("${k}${missing:-d}"));
        System.out.println(ArrayUtils.toString(ArrayUtils.addAll(new int[] {1}, 2, 3)) + Range.between(1, 9).contains(4));
    }
}
"#;
    std::fs::write(&program, text).unwrap();
    let jar = Path::new("/usr/share/java/commons-lang3.jar");
    let plain = java(&[jar], &program, &[]);
    assert_eq!(plain, java(&[monitored.directory(), jar], &program, &[]));
    assert_eq!(plain.lines().count(), 8, "{plain}");
}

/// Minutes; for changes to the rewriter.
#[test]
#[ignore = "takes minutes"]
fn every_installed_library_verifies() {
    let Ok(installed) = std::fs::read_dir("/usr/share/java") else {
        return;
    };
    for jar in installed.filter_map(Result::ok) {
        let is_link = jar.file_type().is_ok_and(|kind| kind.is_symlink());
        let name = jar.file_name().into_string().unwrap();
        if name.ends_with(".jar") && !is_link {
            verify_all(&name);
        }
    }
}
