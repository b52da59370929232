//! Where classes are found: directories, jars of every kind, the JDK, stubs, and what the hierarchy says.

mod common;
use classpath::*;
use common::*;
use std::path::PathBuf;

const A: &str = "package p; public class A { public static int v() { return 1; } }";

fn bytes_of(text: &str) -> Vec<u8> {
    class_bytes(&[("p/A.java", text)], "p/A")
}

/// What `A.v()` returns: the `iconst` of its first instruction.
fn version_of(path: &ClassPath) -> u8 {
    let class = path.find("p/A").unwrap().unwrap();
    class
        .method("v", "()I")
        .unwrap()
        .code
        .as_ref()
        .unwrap()
        .bytes[0]
        - 3
}

fn returning(value: u8) -> Vec<u8> {
    bytes_of(&A.replace("return 1", &format!("return {value}")))
}

#[test]
fn the_jdk_and_the_application() {
    let directory = TempDir::new();
    let classes = directory.write("classes/p/A.class", bytes_of(A));
    let root = classes.parent().unwrap().parent().unwrap();
    let path = builder(&directory).target(root).build().unwrap();
    assert!(path.is_application("p/A"));
    assert!(!path.is_application("java/lang/String"));
    assert!(path.find("java/lang/String").unwrap().is_some());
    assert!(path.find("java/sql/Connection").unwrap().is_some());
    assert!(path.find("java/util/Nothing").unwrap().is_none());
    assert!(path.find("q/Nothing").unwrap().is_none());
    for bad in ["", "[I", "p.A", "../p/A", "/p/A", "p//A", "p\\A"] {
        assert!(path.find(bad).unwrap().is_none(), "{bad}");
    }
    assert_eq!(path.application_classes().unwrap(), [Name::from("p/A")]);
    let first = path.find("p/A").unwrap().unwrap();
    assert!(std::sync::Arc::ptr_eq(
        &first,
        &path.find("p/A").unwrap().unwrap()
    ));
    assert!(path.jdk().version >= 11 && path.jdk().java.is_some());
    fn shared<T: Send + Sync>(_: &T) {}
    shared(&path);
}

#[test]
fn a_class_must_have_the_name_of_its_place() {
    let directory = TempDir::new();
    directory.write("classes/p/B.class", bytes_of(A));
    directory.write("classes/p/C.class", &bytes_of(A)[..50]);
    let path = builder(&directory)
        .target(directory.path().join("classes"))
        .build()
        .unwrap();
    let error = path.find("p/B").unwrap_err().to_string();
    assert!(
        error.contains("B.class: holds class p/A, but its place says p/B"),
        "{error}"
    );
    let error = path.find("p/C").unwrap_err().to_string();
    assert!(
        error.contains("C.class: not a valid class file: the file is truncated"),
        "{error}"
    );
}

#[test]
fn stubs_come_before_the_jdk_and_the_jdk_before_the_rest() {
    let directory = TempDir::new();
    let fake = class_bytes(&[("q/Fake.java", "package q; class Fake {}")], "q/Fake");
    directory.write("app/q/Fake.class", &fake);
    // Same length, so that the text can be replaced in place.
    let replace = |from: &[u8], to: &[u8], bytes: &[u8]| {
        let at = bytes.windows(from.len()).position(|w| w == from).unwrap();
        let mut bytes = bytes.to_vec();
        bytes[at - 2..at].copy_from_slice(&(to.len() as u16).to_be_bytes());
        bytes.splice(at..at + from.len(), to.iter().copied());
        bytes
    };
    let list = replace(b"q/Fake", b"java/util/ArrayList", &fake);
    directory.write("app/java/util/ArrayList.class", &list);
    directory.write("stub/java/util/ArrayList.class", &list);
    let app = directory.path().join("app");
    let plain = builder(&directory).target(&app).build().unwrap();
    assert!(
        !plain
            .find("java/util/ArrayList")
            .unwrap()
            .unwrap()
            .fields
            .is_empty()
    );
    let stubbed = builder(&directory)
        .target(&app)
        .stub(directory.path().join("stub"))
        .build()
        .unwrap();
    assert!(
        stubbed
            .find("java/util/ArrayList")
            .unwrap()
            .unwrap()
            .fields
            .is_empty()
    );
    assert_eq!(stubbed.role("java/util/ArrayList"), Some(Role::Stub));
    assert!(
        !stubbed
            .entries()
            .unwrap()
            .iter()
            .any(|p| p.ends_with("stub"))
    );
}

#[test]
fn multi_release_jars_give_the_newest_release_that_the_jdk_runs() {
    let directory = TempDir::new();
    let (one, two, three) = (returning(1), returning(2), returning(3));
    let entries: [(&str, &[u8]); 4] = [
        (
            "META-INF/MANIFEST.MF",
            b"Manifest-Version: 1.0\r\nMulti-Release: true\r\n\r\n",
        ),
        ("p/A.class", &one),
        ("META-INF/versions/9/p/A.class", &two),
        ("META-INF/versions/9999/p/A.class", &three),
    ];
    let file = directory.write("m.jar", jar(&entries));
    let path = builder(&directory).target(&file).build().unwrap();
    assert_eq!(version_of(&path), 2);
    assert_eq!(path.application_classes().unwrap(), [Name::from("p/A")]);
    let plain = directory.write("plain.jar", jar(&entries[1..]));
    assert_eq!(
        version_of(&builder(&directory).target(plain).build().unwrap()),
        1
    );
}

#[test]
fn nested_jars_are_dependencies_that_a_jvm_can_open() {
    let directory = TempDir::new();
    let class = bytes_of(A);
    let innermost = jar(&[("p/A.class", &class)]);
    let inner = jar(&[("deep/inner.jar", &innermost), ("data.txt", b"hello")]);
    let main = class_bytes(&[("Main.java", "class Main {}")], "Main");
    let outer = directory.write(
        "outer.jar",
        jar(&[
            ("BOOT-INF/classes/Main.class", &main),
            ("BOOT-INF/lib/inner.jar", &inner),
        ]),
    );
    let path = builder(&directory).target(outer).build().unwrap();
    assert!(path.is_application("Main"));
    assert!(path.find("p/A").unwrap().is_some() && !path.is_application("p/A"));
    assert_eq!(
        path.resource("data.txt").unwrap().as_deref(),
        Some(&b"hello"[..])
    );
    assert_eq!(path.resource("../data.txt").unwrap(), None);
    assert_eq!(path.application_classes().unwrap(), [Name::from("Main")]);
    let entries = path.entries().unwrap();
    assert!(
        entries.iter().any(|p| p.join("Main.class").is_file()),
        "{entries:?}"
    );
    let jars: Vec<&PathBuf> = entries
        .iter()
        .filter(|p| p.extension().is_some_and(|e| e == "jar"))
        .collect();
    assert_eq!(jars.len(), 3, "{jars:?}");
}

#[test]
fn jars_follow_their_class_path() {
    let directory = TempDir::new();
    directory.write("lib/dep.jar", jar(&[("p/A.class", &bytes_of(A))]));
    let manifest = b"Manifest-Version: 1.0\nClass-Path: lib/dep.jar main.jar gone.jar\n\n";
    let main = class_bytes(&[("Main.java", "class Main {}")], "Main");
    let file = directory.write(
        "main.jar",
        jar(&[("META-INF/MANIFEST.MF", manifest), ("Main.class", &main)]),
    );
    let path = builder(&directory).target(file).build().unwrap();
    assert!(path.find("p/A").unwrap().is_some());
    assert!(!path.is_application("p/A"));
}

#[test]
fn archives_that_expand_without_end_are_refused() {
    let directory = TempDir::new();
    let limits = JarLimits {
        entries: 50,
        entry_bytes: 1 << 20,
        total_bytes: 1 << 20,
        depth: 3,
    };
    let refused = |name: &str, bytes: Vec<u8>, reason: &str| {
        let file = directory.write(name, bytes);
        let path = builder(&directory)
            .target(&file)
            .jar_limits(limits)
            .build()
            .unwrap();
        let error = path.find("p/A").unwrap_err().to_string();
        assert!(error.contains(name) && error.contains(reason), "{error}");
    };
    refused(
        "bomb.jar",
        jar(&[("p/A.class", &vec![0; 8 << 20])]),
        "entry p/A.class: it expands to more than",
    );
    let many: Vec<String> = (0..60).map(|i| format!("f{i}")).collect();
    let many: Vec<(&str, &[u8])> = many.iter().map(|name| (name.as_str(), &b""[..])).collect();
    refused(
        "many.jar",
        jar(&many),
        "60 entries, more than the limit of 50",
    );
    let mut nest = jar(&[("x", b"")]);
    for _ in 0..6 {
        nest = jar(&[("n.jar", &nest)]);
    }
    refused("nest.jar", nest, "nest deeper than 3 levels");
    let blob = jar(&[("zeros", &vec![0; 600 << 10])]);
    let mut stored = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for name in ["a.jar", "b.jar"] {
        use std::io::Write;
        let options = zip::write::SimpleFileOptions::default();
        stored.start_file(name, options).unwrap();
        stored.write_all(&blob).unwrap();
        stored.write_all(&vec![0; 600 << 10]).unwrap();
    }
    refused(
        "total.jar",
        stored.finish().unwrap().into_inner(),
        "over the limit",
    );
    refused(
        "noise.jar",
        b"this is no archive".to_vec(),
        "not a readable jar",
    );
}

#[test]
fn the_hierarchy_answers() {
    let source = "package p; interface I {} interface J extends I {} class B implements J {}
                  class C extends B implements java.util.List<String> { native int dummy(); }"
        .replace(
            "implements java.util.List<String> { native int dummy(); }",
            "{}",
        );
    let (_directory, path) = compiled(&[("p/C.java", &source)]);
    let chain: Vec<String> = path
        .super_chain("p/C")
        .unwrap()
        .iter()
        .map(|c| c.name.to_string())
        .collect();
    assert_eq!(chain, ["p/C", "p/B", "java/lang/Object"]);
    assert_eq!(
        path.all_interfaces("p/C").unwrap(),
        [Name::from("p/J"), Name::from("p/I")]
    );
    let yes = [
        ("p/C", "p/C"),
        ("p/C", "p/I"),
        ("p/J", "p/I"),
        ("p/I", "java/lang/Object"),
        ("[Lp/C;", "[Lp/I;"),
        ("[[Lp/C;", "[[Lp/B;"),
        ("[[I", "[Ljava/lang/Object;"),
        ("[I", "java/lang/Cloneable"),
        ("java/util/ArrayList", "java/util/Collection"),
    ];
    let no = [
        ("p/I", "p/J"),
        ("p/B", "p/C"),
        ("[I", "[J"),
        ("[I", "[Ljava/lang/Object;"),
        ("[Lp/C;", "p/C"),
        ("p/C", "[Lp/C;"),
        ("java/util/ArrayList", "java/util/Map"),
    ];
    for (a, b) in yes {
        assert!(path.is_subclass(a, b).unwrap(), "{a} {b}");
    }
    for (a, b) in no {
        assert!(!path.is_subclass(a, b).unwrap(), "{a} {b}");
    }
}

#[test]
fn cycles_and_holes_in_the_hierarchy_are_named() {
    let directory = TempDir::new();
    let classes = directory.path().join("classes");
    // Compiled against harmless parents, which are then replaced.
    let sources = |parent: &str, interface: &str| {
        vec![
            (
                "p/A.java".to_string(),
                "package p; public class A extends B {}".to_string(),
            ),
            (
                "p/B.java".to_string(),
                format!("package p; public class B {parent} {{}}"),
            ),
            (
                "p/I.java".to_string(),
                "package p; public interface I extends J {}".to_string(),
            ),
            (
                "p/J.java".to_string(),
                format!("package p; public interface J {interface} {{}}"),
            ),
        ]
    };
    let build = |list: Vec<(String, String)>, into: &std::path::Path| {
        std::fs::create_dir_all(into).unwrap();
        let list: Vec<(&str, &str)> = list.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
        compile(&list, into);
    };
    build(sources("", ""), &classes);
    // In the second world the direction is the other way around.
    let other = directory.path().join("other");
    build(
        vec![
            (
                "p/A.java".to_string(),
                "package p; public class A {}".to_string(),
            ),
            (
                "p/B.java".to_string(),
                "package p; public class B extends A {}".to_string(),
            ),
            (
                "p/I.java".to_string(),
                "package p; public interface I {}".to_string(),
            ),
            (
                "p/J.java".to_string(),
                "package p; public interface J extends I {}".to_string(),
            ),
        ],
        &other,
    );
    for name in ["B", "J"] {
        std::fs::copy(
            other.join(format!("p/{name}.class")),
            classes.join(format!("p/{name}.class")),
        )
        .unwrap();
    }
    let path = builder(&directory).target(&classes).build().unwrap();
    let error = path.super_chain("p/A").unwrap_err().to_string();
    assert_eq!(error, "cyclic inheritance: p/A extends p/B extends p/A");
    let error = path.is_subclass("p/B", "p/Other").unwrap_err().to_string();
    assert_eq!(error, "cyclic inheritance: p/B extends p/A extends p/B");
    let error = path.is_subclass("p/I", "p/Other").unwrap_err().to_string();
    assert_eq!(error, "cyclic inheritance: p/I extends p/J extends p/I");

    std::fs::remove_file(classes.join("p/B.class")).unwrap();
    let path = builder(&directory).target(&classes).build().unwrap();
    let error = path.super_chain("p/A").unwrap_err().to_string();
    assert!(
        error.starts_with("class p/B is missing, and p/A needs it"),
        "{error}"
    );
}

#[test]
fn an_exploded_jdk_works_too() {
    let real = Jdk::locate(None).unwrap();
    let directory = TempDir::new();
    for name in ["java/lang/Object", "java/lang/String", "java/util/List"] {
        let bytes = real.class_bytes_in("java.base", name).unwrap().unwrap();
        directory.write(&format!("jdk/modules/java.base/{name}.class"), bytes);
    }
    let home = directory.path().join("jdk");
    let jdk = Jdk::at(&home).unwrap();
    assert_eq!(
        jdk.version, real.version,
        "from the version of Object's class file"
    );
    assert!(jdk.javac.is_none());
    let main = directory.write("classes/p/A.class", bytes_of(A));
    let root = main.parent().unwrap().parent().unwrap();
    let path = builder(&directory).jdk(&home).target(root).build().unwrap();
    assert!(path.find("java/util/List").unwrap().is_some());
    assert!(path.api_classes_dir().is_none());
    assert_eq!(jdk.classes_of_module("java.base").unwrap().len(), 3);

    let source = directory.write("A.java", "class A {}");
    let error = builder(&directory)
        .jdk(&home)
        .target(source)
        .build()
        .err()
        .unwrap();
    assert!(error.to_string().contains("has no javac"), "{error}");
}

#[test]
fn broken_images_are_refused() {
    let real = Jdk::locate(None).unwrap();
    let image = std::fs::read(real.home.join("lib/modules")).unwrap();
    let directory = TempDir::new();
    directory.write("jdk/release", "JAVA_VERSION=\"17.0.1\"\n");
    let home = directory.path().join("jdk");
    let try_with = |bytes: &[u8]| {
        directory.write("jdk/lib/modules", bytes);
        let path = builder(&directory).jdk(&home).build()?;
        path.find("java/lang/Object").map(|found| found.is_some())
    };
    assert!(try_with(b"").is_err());
    assert!(try_with(&image[..1000]).is_err());
    let mut wrong = image[..1000].to_vec();
    wrong[0] ^= 1;
    assert!(try_with(&wrong).unwrap_err().to_string().contains("magic"));
    // Noise in the tables: any answer but a panic.
    let mut random = Random(7);
    let index = &image[..4 << 20];
    for _ in 0..30 {
        let mut noisy = index.to_vec();
        for _ in 0..2000 {
            let at = 28 + random.below(noisy.len() - 28);
            noisy[at] = random.next() as u8;
        }
        let _ = try_with(&noisy);
    }
}
