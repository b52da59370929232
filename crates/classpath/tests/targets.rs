//! Targets: sources with their cache, Maven and Gradle projects, and the built-in API.

mod common;
use classpath::*;
use common::*;
use std::path::{Path, PathBuf};

/// The names of what the cache holds.
fn cached(directory: &TempDir, kind: &str) -> Vec<String> {
    let listing = std::fs::read_dir(directory.path().join("cache").join(kind));
    let mut names: Vec<String> = listing
        .into_iter()
        .flatten()
        .map(|e| e.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn error(result: Result<ClassPath, Error>) -> String {
    result.err().expect("an error").to_string()
}

#[test]
fn sources_are_compiled_once() {
    let directory = TempDir::new();
    let source = directory.write(
        "src/p/A.java",
        "package p; import cortado.Any; class A { static int f() { return Any.anInt(1, 3); } }",
    );
    directory.write("src/module-info.java", "module m {}");
    let src = directory.path().join("src");
    let path = builder(&directory).target(&src).build().unwrap();
    assert!(path.is_application("p/A") && !path.is_application("cortado/Any"));
    assert_eq!(path.role("cortado/Any"), Some(Role::Api));
    let class = path.find("p/A").unwrap().unwrap();
    assert_eq!(path.source_file(&class).unwrap(), source);
    assert!(!class.methods[1].code.as_ref().unwrap().ranges.is_empty());
    let entries = path.entries().unwrap();
    assert!(entries.iter().any(|e| e == path.api_classes_dir().unwrap()));
    let before = cached(&directory, "classes");
    assert_eq!(before.len(), 1);
    let stamp = std::fs::metadata(entries[0].join("p/A.class"))
        .unwrap()
        .modified()
        .unwrap();

    // The second run finds everything and leaves it untouched.
    let again = builder(&directory).target(&src).build().unwrap();
    assert_eq!(again.entries().unwrap(), entries);
    assert_eq!(cached(&directory, "classes"), before);
    let second = std::fs::metadata(entries[0].join("p/A.class"))
        .unwrap()
        .modified()
        .unwrap();
    assert_eq!(stamp, second);

    directory.write(
        "src/p/A.java",
        "package p; class A { static int f() { return 2; } }",
    );
    builder(&directory).target(&src).build().unwrap();
    assert_eq!(cached(&directory, "classes").len(), 2);
    let left: Vec<_> = std::fs::read_dir(directory.path().join("cache"))
        .unwrap()
        .map(|e| e.unwrap().file_name())
        .filter(|name| name.to_string_lossy().starts_with("partial"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

/// A second run must not start a JVM: with a javac that fails, it still succeeds.
#[cfg(unix)]
#[test]
fn a_second_run_starts_no_jvm() {
    use std::os::unix::fs::PermissionsExt;
    let real = Jdk::locate(None).unwrap();
    let directory = TempDir::new();
    let home = directory.path().join("jdk");
    std::fs::create_dir_all(home.join("lib")).unwrap();
    std::os::unix::fs::symlink(real.home.join("lib/modules"), home.join("lib/modules")).unwrap();
    directory.write(
        "jdk/release",
        format!("JAVA_VERSION=\"{}\"\n", real.full_version),
    );
    let javac = directory.write(
        "jdk/bin/javac",
        format!(
            "#!/bin/sh\nexec {} \"$@\"\n",
            real.javac.as_ref().unwrap().display()
        ),
    );
    std::fs::set_permissions(&javac, PermissionsExt::from_mode(0o755)).unwrap();
    let source = directory.write("A.java", "class A {}");
    builder(&directory)
        .jdk(&home)
        .target(&source)
        .build()
        .unwrap();
    directory.write("jdk/bin/javac", "#!/bin/sh\necho started >&2\nexit 1\n");
    builder(&directory)
        .jdk(&home)
        .target(&source)
        .build()
        .unwrap();
    directory.write("A.java", "class A { int x; }");
    assert!(error(builder(&directory).jdk(&home).target(&source).build()).contains("started"));
}

#[test]
fn concurrent_runs_share_the_cache() {
    let directory = TempDir::new();
    let source = directory.write("A.java", "class A {}");
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                let path = builder(&directory).target(&source).build().unwrap();
                assert!(path.find("A").unwrap().is_some());
            });
        }
    });
    assert_eq!(cached(&directory, "classes").len(), 1);
}

#[test]
fn wrong_targets_say_why() {
    let directory = TempDir::new();
    let source = directory.write("A.java", "class A { int x = \"no\"; }");
    let message = error(builder(&directory).target(&source).build());
    assert!(
        message.contains("A.java:1: error: incompatible types"),
        "{message}"
    );
    let message = error(
        builder(&directory)
            .target(directory.path().join("gone"))
            .build(),
    );
    assert!(
        message.contains("gone: no such file or directory"),
        "{message}"
    );
    std::fs::create_dir(directory.path().join("empty")).unwrap();
    let message = error(
        builder(&directory)
            .target(directory.path().join("empty"))
            .build(),
    );
    assert!(
        message.contains("no .java, .class or .jar file"),
        "{message}"
    );
    let text = directory.write("notes.txt", "");
    assert!(error(builder(&directory).target(text).build()).contains("not something to check"));
    let message = error(
        builder(&directory)
            .classpath(directory.path().join("gone.jar"))
            .build(),
    );
    assert!(message.contains("gone.jar: no such jar"), "{message}");
    let message = error(builder(&directory).jdk(directory.path()).build());
    assert!(message.contains("no JDK there"), "{message}");
}

#[test]
fn the_users_own_copy_of_the_api_wins() {
    let directory = TempDir::new();
    let text = "package org.sosy_lab.sv_benchmarks; public class Verifier { public static int mine() { return 1; } }";
    directory.write("src/org/sosy_lab/sv_benchmarks/Verifier.java", text);
    let main =
        "import org.sosy_lab.sv_benchmarks.Verifier; class Main { int x = Verifier.mine(); }";
    directory.write("src/Main.java", main);
    let path = builder(&directory)
        .target(directory.path().join("src"))
        .build()
        .unwrap();
    let class = path
        .find("org/sosy_lab/sv_benchmarks/Verifier")
        .unwrap()
        .unwrap();
    assert!(class.method("mine", "()I").is_some());
    assert!(path.is_application(&class.name));
}

#[test]
fn a_copy_with_nothing_of_its_own_does_not() {
    let directory = TempDir::new();
    let text = "package org.sosy_lab.sv_benchmarks; public class Verifier { private static final java.util.Random R = new java.util.Random(); public static int nondetInt() { return R.nextInt(); } }";
    directory.write("src/org/sosy_lab/sv_benchmarks/Verifier.java", text);
    let main =
        "import org.sosy_lab.sv_benchmarks.Verifier; class Main { int x = Verifier.nondetInt(); }";
    directory.write("src/Main.java", main);
    let path = builder(&directory)
        .target(directory.path().join("src"))
        .build()
        .unwrap();
    let name = "org/sosy_lab/sv_benchmarks/Verifier";
    let class = path.find(name).unwrap().unwrap();
    assert!(
        class
            .method("nondetString", "()Ljava/lang/String;")
            .is_some()
    );
    assert_eq!(path.role(name), Some(Role::Api));
    assert!(path.is_application("Main"));
    // A JVM gets them in the same order.
    let entries = path.entries().unwrap();
    assert_eq!(
        entries.first().map(PathBuf::as_path),
        path.api_classes_dir()
    );
}

#[test]
fn the_api_feeds_replayed_values() {
    let directory = TempDir::new();
    let source = directory.write(
        "Main.java",
        r#"
        import cortado.*;
        class Main {
            public static void main(String[] a) {
                try { Any.anInt(); throw new Error(); } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
                Replay.values(7, 'c', 2.5, "s", new int[] {1, 2}, true, 9L, 3);
                System.out.println(Any.anInt() + " " + Any.aChar() + " " + org.cprover.CProver.nondetDouble()
                    + org.sosy_lab.sv_benchmarks.Verifier.nondetString() + Any.anIntArray(2).length
                    + gov.nasa.jpf.symbc.Debug.makeSymbolicBoolean("b") + Any.aLong());
                try { Any.anInt(4, 5); } catch (AssumptionViolated e) { System.out.println("excluded " + Replay.remaining()); }
            }
        }"#,
    );
    let path = builder(&directory).target(source).build().unwrap();
    let class_path = std::env::join_paths(path.entries().unwrap()).unwrap();
    let output = std::process::Command::new(path.jdk().java.as_ref().unwrap())
        .arg("-cp")
        .arg(class_path)
        .arg("Main")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let lines: Vec<&str> = text.lines().collect();
    assert!(
        lines[0].contains("run it with `cortado check`"),
        "{text}{output:?}"
    );
    assert_eq!(lines[1..], ["7 c 2.5s2true9", "excluded 0"], "{output:?}");
}

fn library_jar(value: i32) -> Vec<u8> {
    let source =
        format!("package lib; public class L {{ public static int v() {{ return {value}; }} }}");
    jar(&[(
        "lib/L.class",
        &class_bytes(&[("lib/L.java", &source)], "lib/L"),
    )])
}

/// A dependency jar is found in the repository, by properties, parents and managed versions, transitively.
#[test]
fn maven_projects() {
    let directory = TempDir::new();
    let repository = directory.path().join("m2");
    directory.write("m2/org/lib/lib/1.5/lib-1.5.jar", library_jar(1));
    directory.write("m2/org/mid/mid/2/mid-2.jar", jar(&[("mid.txt", b"mid")]));
    directory.write(
        "m2/org/mid/mid/2/mid-2.pom",
        "<project><groupId>org.mid</groupId><artifactId>mid</artifactId><version>2</version><dependencies>
         <dependency><groupId>org.lib</groupId><artifactId>lib</artifactId><version>1.5</version></dependency>
         <dependency><groupId>org.lib</groupId><artifactId>not</artifactId><version>1</version><scope>test</scope></dependency>
         </dependencies></project>",
    );
    directory.write(
        "project/pom.xml",
        "<project xmlns='http://maven.apache.org/POM/4.0.0'><groupId>g</groupId><artifactId>root</artifactId>
         <version>1</version><packaging>pom</packaging><modules><module>app</module><module>core</module></modules>
         <properties><mid.version>${major}</mid.version><major>2</major></properties>
         <dependencyManagement><dependencies><dependency><groupId>org.mid</groupId><artifactId>mid</artifactId>
         <version>${mid.version}</version></dependency></dependencies></dependencyManagement></project>",
    );
    let parent =
        "<parent><groupId>g</groupId><artifactId>root</artifactId><version>1</version></parent>";
    directory.write(
        "project/core/pom.xml",
        format!("<project>{parent}<artifactId>core</artifactId></project>"),
    );
    directory.write(
        "project/core/src/main/java/c/Core.java",
        "package c; public class Core {}",
    );
    directory.write(
        "project/app/pom.xml",
        format!(
            "<project>{parent}<artifactId>app</artifactId><dependencies>
             <dependency><groupId>g</groupId><artifactId>core</artifactId><version>${{project.version}}</version></dependency>
             <dependency><groupId>org.mid</groupId><artifactId>mid</artifactId></dependency>
             <dependency><groupId>org.gone</groupId><artifactId>gone</artifactId><version>3</version></dependency>
             </dependencies></project>"
        ),
    );
    let app = "package a; public class App { c.Core core; int v = lib.L.v(); }";
    let source = directory.write("project/app/src/main/java/a/App.java", app);
    directory.write("project/app/src/main/resources/conf.txt", "conf");
    let project = directory.path().join("project");
    let build = || {
        builder(&directory)
            .repositories(Some(repository.clone()), None)
            .target(&project)
            .build()
    };
    let path = build().unwrap();
    assert!(path.is_application("a/App") && path.is_application("c/Core"));
    assert!(path.find("lib/L").unwrap().is_some() && !path.is_application("lib/L"));
    assert!(
        path.resource("mid.txt").unwrap().is_some() && path.resource("conf.txt").unwrap().is_some()
    );
    assert_eq!(path.missing_dependencies(), ["org.gone:gone:3"]);
    let class = path.find("a/App").unwrap().unwrap();
    assert_eq!(
        path.source_file(&class).unwrap().canonicalize().unwrap(),
        source.canonicalize().unwrap()
    );

    // Compiled classes are taken as they are, unless the sources are newer.
    let classes = project.join("app/target/classes");
    std::fs::create_dir_all(&classes).unwrap();
    compile(
        &[("a/App.java", "package a; public class App { int built; }")],
        &classes,
    );
    let path = build().unwrap();
    let class = path.find("a/App").unwrap().unwrap();
    assert_eq!(&*class.fields[0].name, "built");
    assert!(
        path.source_file(&class)
            .unwrap()
            .ends_with("src/main/java/a/App.java")
    );
    touch_later(&source);
    assert_eq!(
        build()
            .unwrap()
            .find("a/App")
            .unwrap()
            .unwrap()
            .fields
            .len(),
        2
    );

    // javac alone would not say what we failed to find.
    directory.write(
        "project/app/src/main/java/a/App.java",
        "package a; class App { gone.G g; }",
    );
    touch_later(&source);
    let message = error(build());
    assert!(
        message.contains("package gone does not exist") && message.contains("org.gone:gone:3"),
        "{message}"
    );
}

/// Another file system clock tick, without waiting for it.
fn touch_later(path: &Path) {
    let later = std::time::SystemTime::now() + std::time::Duration::from_secs(10);
    std::fs::File::options()
        .append(true)
        .open(path)
        .unwrap()
        .set_modified(later)
        .unwrap();
}

#[test]
fn gradle_projects() {
    let directory = TempDir::new();
    directory.write("gradle/org.lib/lib/1.5/abcdef/lib-1.5.jar", library_jar(1));
    directory.write(
        "project/settings.gradle.kts",
        "rootProject.name = \"x\"\ninclude(\":app\")\n",
    );
    let build = "plugins { java }\ndependencies {\n    implementation(\"org.lib:lib:1.5\")\n}\n";
    directory.write("project/app/build.gradle.kts", build);
    let source = "package a; class App { int v = lib.L.v(); }";
    directory.write("project/app/src/main/java/a/App.java", source);
    let path = builder(&directory)
        .repositories(None, Some(directory.path().join("gradle")))
        .target(directory.path().join("project"))
        .build()
        .unwrap();
    assert!(path.is_application("a/App"));
    assert!(path.find("lib/L").unwrap().is_some());
    let classes = directory.path().join("project/app/build/classes/java/main");
    std::fs::create_dir_all(&classes).unwrap();
    compile(
        &[("a/App.java", "package a; class App { int built; }")],
        &classes,
    );
    let path = builder(&directory)
        .target(directory.path().join("project"))
        .build()
        .unwrap();
    assert_eq!(
        &*path.find("a/App").unwrap().unwrap().fields[0].name,
        "built"
    );
    assert_eq!(path.missing_dependencies(), ["org.lib:lib:1.5"]);
}

#[test]
fn class_path_lists_expand_stars() {
    let directory = TempDir::new();
    directory.write("lib/one.jar", library_jar(1));
    let source = directory.write("A.java", "class A { int v = lib.L.v(); }");
    let list = directory.path().join("lib/*");
    let path = builder(&directory)
        .target(&source)
        .classpath_list(list.to_str().unwrap())
        .build()
        .unwrap();
    assert!(path.find("lib/L").unwrap().is_some());
    // A changed dependency is a different compilation.
    let first = path.entries().unwrap()[0].clone();
    let dependency = directory.write("lib/one.jar", library_jar(2));
    touch_later(&dependency);
    let path = builder(&directory)
        .target(&source)
        .classpath(directory.path().join("lib/one.jar"))
        .build()
        .unwrap();
    assert_ne!(path.entries().unwrap()[0], first);
}

#[test]
fn sources_that_others_need_come_along() {
    let directory = TempDir::new();
    let named = directory.write(
        "src/p/A.java",
        "package p; import q.*; class A { static int f() { return B.g() + C.h(); } }",
    );
    let b = directory.write(
        "src/p/B.java",
        "package p; class B { static int g() { return new r.D().d; } }",
    );
    directory.write(
        "src/q/C.java",
        "package q; public class C { public static int h() { return 1; } }",
    );
    directory.write(
        "src/r/D.java",
        "package r; public class D { public int d; }",
    );
    // Mentioned by nobody's code, and broken. A is no word.
    directory.write("src/p/A1.java", "package p; class A1 { int }");
    directory.write("src/p/package.java", "class Oops");
    let path = builder(&directory).target(&named).build().unwrap();
    assert_eq!(path.named_classes().unwrap(), [Name::from("p/A")]);
    assert_eq!(path.application_classes().unwrap().len(), 4);
    assert!(path.is_application("r/D"));
    let along = path.sources_along().unwrap();
    assert_eq!(along.len(), 3);
    assert!(along.contains(&b));
    let class = path.find("p/B").unwrap().unwrap();
    assert_eq!(path.source_file(&class).unwrap(), b);
    let before = cached(&directory, "classes");
    // The second run finds what it made; a change of what came along makes new classes.
    builder(&directory).target(&named).build().unwrap();
    assert_eq!(cached(&directory, "classes"), before);
    directory.write(
        "src/r/D.java",
        "package r; public class D { public int d, e; }",
    );
    let path = builder(&directory).target(&named).build().unwrap();
    assert_eq!(path.find("r/D").unwrap().unwrap().fields.len(), 2);
    // A whole package, whose root is above it.
    let package = directory.path().join("src/q");
    directory.write(
        "src/q/C.java",
        "package q; public class C { public static int h() { return new r.D().e; } }",
    );
    let path = builder(&directory).target(&package).build().unwrap();
    assert_eq!(path.named_classes().unwrap(), [Name::from("q/C")]);
    // What is wrong with them is told of the files themselves.
    directory.write("src/r/D.java", "package r; public class D { int }");
    let message = error(builder(&directory).target(&package).build());
    let file = directory.path().join("src/r/D.java");
    assert!(
        message.contains(&format!("{}:1: error", file.display())),
        "{message}"
    );
}

#[test]
fn sources_that_need_nothing_stay_alone() {
    let directory = TempDir::new();
    let named = directory.write("A.java", "class A { /* like B */ int b = 1; }");
    directory.write("B.java", "class B { int");
    let path = builder(&directory).target(&named).build().unwrap();
    assert_eq!(path.application_classes().unwrap(), [Name::from("A")]);
    assert!(path.sources_along().unwrap().is_empty());
}
