//! Projects: what is missing does not stop the rest, unreadable files are named, and time goes where it is needed.

mod common;

use common::{Ran, Scratch, run};

/// Runs with a home directory of its own, whose local repositories count.
fn at_home(scratch: &Scratch, args: &[&str]) -> Ran {
    let mut command = scratch.command(args);
    command
        .env("HOME", scratch.path().join("home"))
        .env_remove("GRADLE_USER_HOME");
    run(&mut command)
}

fn pom(artifact: &str, content: &str) -> String {
    format!(
        "<project xmlns='http://maven.apache.org/POM/4.0.0'><groupId>g</groupId>
         <artifactId>{artifact}</artifactId><version>1</version>{content}</project>"
    )
}

fn dependency(group: &str, artifact: &str, version: &str) -> String {
    format!(
        "<dependency><groupId>{group}</groupId><artifactId>{artifact}</artifactId><version>{version}</version></dependency>"
    )
}

const GOOD: &str = "package a; public class Good { public static int half(int x) { assert x != 7; return x / 2; } }";
const PLAIN: &str =
    "package a; public class Plain { public static int twice(int x) { return x + x; } }";

#[test]
fn the_file_of_a_project_stands_for_it() {
    let scratch = Scratch::new();
    scratch.file("app/pom.xml", pom("app", ""));
    scratch.file("app/src/main/java/a/Good.java", GOOD);
    scratch
        .run(&["check", "app/pom.xml"])
        .answers("violated", 1);
}

#[test]
fn a_missing_dependency_leaves_out_only_what_needs_it() {
    let scratch = Scratch::new();
    let dependencies = dependency("org.gone", "gone-core", "3.1");
    scratch.file(
        "pom.xml",
        pom(
            "app",
            &format!("<dependencies>{dependencies}</dependencies>"),
        ),
    );
    scratch.file("src/main/java/a/Good.java", GOOD);
    scratch.file("src/main/java/a/Plain.java", PLAIN);
    scratch.file(
        "src/main/java/a/Bad.java",
        "package a; import org.gone.Thing; public class Bad { public static Thing thing; }",
    );
    scratch.file(
        "src/main/java/a/Next.java",
        "package a; public class Next { public static Object thing() { return Bad.thing; } }",
    );
    // Test sources are no part of the program.
    scratch.file(
        "src/test/java/a/GoodTest.java",
        "package a; import org.junit.jupiter.api.Test; class GoodTest { @Test void t() {} }",
    );
    // The second run takes what the first has compiled.
    for _ in 0..2 {
        let ran = at_home(&scratch, &["check", "."]);
        ran.answers("violated", 1);
        for words in [
            "violated            a.Good.half(int)\n",
            "safe                a.Plain.twice(int)\n",
            "a/Bad.java is not checked, because it does not compile: package org.gone is missing, which org.gone:gone-core:3.1 has\n",
            "a/Next.java is not checked, because it does not compile: it needs Bad, which is left out, too\n",
            "methods: 1 safe, 1 violated\n",
        ] {
            assert!(ran.stdout.contains(words), "{words}: {ran:#?}");
        }
        assert!(
            ran.stderr
                .contains("not found in the local repositories: org.gone:gone-core:3.1"),
            "{ran:#?}"
        );
    }
    // The rest being safe does not make the project safe. Where only that was asked for, what is left out is a bound:
    // another class of the same name could have taken its place.
    let ran = at_home(&scratch, &["check", ".", "--class", "Plain"]);
    ran.answers("safe within bounds", 0);
    let is_bound = |line: &str| {
        line.starts_with("bound: ") && line.contains("a/Bad.java is not checked, because")
    };
    assert!(ran.stdout.lines().any(is_bound), "{ran:#?}");
    // Who names what is left out is told why it is not there.
    for named in [["--class", "Bad"], ["--method", "Next.thing"]] {
        at_home(&scratch, &["check", ".", named[0], named[1]]).rejects(&[
            "error: there is no class ",
            "note: ./src/main/java/a/Bad.java is not checked, because it does not compile: package org.gone is missing, which org.gone:gone-core:3.1 has\n",
        ]);
    }
    std::fs::remove_file(scratch.path().join("src/main/java/a/Good.java")).expect("removed");
    at_home(&scratch, &["check", "."]).answers("unknown", 3);

    // A mistake of one's own still stops it.
    scratch.file(
        "src/main/java/a/Plain.java",
        "package a; class Plain { int x = \"\"; }",
    );
    scratch.file(
        "src/main/java/a/Bad.java",
        "package a; class Bad { static int thing; }",
    );
    scratch.file(
        "src/main/java/a/Next.java",
        "package a; class Next { Nowhere n; }",
    );
    at_home(&scratch, &["check", "."]).rejects(&["Next.java:1: error: cannot find symbol"]);
}

#[test]
fn the_fix_for_a_missing_library_comes_first() {
    let scratch = Scratch::new();
    let tests: String = (0..40)
        .map(|n| format!("  @Test void a{n}() {{}}\n"))
        .collect();
    scratch.file(
        "src/t/A.java",
        format!("package t;\nimport com.acme.unheard.Test;\nclass A {{\n{tests}}}\n"),
    );
    let ran = at_home(&scratch, &["check", "src"]);
    ran.rejects(&["error: 41 references to com.acme.unheard need a library that has this package: add its jar with --classpath\n"]);
    assert!(ran.stderr.contains("\n… and "), "{ran:#?}");
    assert!(ran.stderr.lines().count() < 25, "{ran:#?}");
    let first = ran.stderr.lines().next().unwrap_or_default();
    assert!(first.starts_with("error: 41 references"), "{ran:#?}");

    // With the library in the local repository, the message has the path.
    scratch.file(
        "lib/com/acme/unheard/Test.java",
        "package com.acme.unheard; public @interface Test { }",
    );
    scratch.javac(&["lib/com/acme/unheard/Test.java"]);
    let jar = "home/.m2/repository/com/acme/unheard/unheard-api/2.0/unheard-api-2.0.jar";
    scratch.jar(jar, "classes");
    let ran = at_home(&scratch, &["check", "src"]);
    let path = scratch.path().join(jar);
    ran.rejects(&[&format!(
        "error: 41 references to com.acme.unheard need unheard-api: add --classpath {}\n",
        path.display()
    )]);
}

#[test]
fn compiled_classes_may_lack_a_library() {
    let scratch = Scratch::new();
    scratch.file(
        "src/com/acme/unheard/Lib.java",
        "package com.acme.unheard; public class Lib { public static int one(int x) { return x; } }",
    );
    scratch.file(
        "src/com/acme/unheard/Other.java",
        "package com.acme.unheard; public class Other { public static int two; }",
    );
    scratch.file(
        "src/a/Uses.java",
        "package a; import com.acme.unheard.*; public class Uses {
           public static int one(int x) { return Lib.one(x); }
           public static int two(int x) { return Other.two; }
         }",
    );
    scratch.javac(&[
        "src/com/acme/unheard/Lib.java",
        "src/com/acme/unheard/Other.java",
        "src/a/Uses.java",
    ]);
    let classes = scratch.path().join("classes");
    std::fs::create_dir(scratch.path().join("app")).expect("a directory is made");
    std::fs::rename(classes.join("a"), scratch.path().join("app/a")).expect("moved");
    let ran = at_home(&scratch, &["check", "app"]);
    ran.complains(3, &[
        "note: 2 classes of com.acme.unheard are missing, which are in a library that has this package: add its jar with --classpath\n",
    ]);
    let jar = "home/.m2/repository/com/acme/unheard/unheard-api/2.0/unheard-api-2.0.jar";
    scratch.jar(jar, "classes");
    let path = scratch.path().join(jar);
    let path = path.display().to_string();
    let ran = at_home(&scratch, &["check", "app", "--method", "one"]);
    let note = format!(
        "note: a class of com.acme.unheard is missing, which is in unheard-api: add --classpath {path}\n"
    );
    ran.complains(3, &[&note]);
    at_home(&scratch, &["check", "app", "--classpath", &path]).complains(0, &[]);
}

#[test]
fn libraries_come_from_the_local_repositories() {
    let scratch = Scratch::new();
    scratch.file(
        "lib/acme/Lib.java",
        "package acme; public class Lib { public static int zero(int x) { return x == 5 ? 1 : 0; } }",
    );
    scratch.javac(&["lib/acme/Lib.java"]);
    let source = "package a; public class App { public static void run(int x) { assert acme.Lib.zero(x) == 0; } }";
    let violated = |project: &str| {
        let ran = at_home(&scratch, &["check", project]);
        ran.answers("violated", 1);
        assert!(ran.stdout.contains("inputs: x = 5"), "{ran:#?}");
        assert!(ran.stdout.contains(": confirmed"), "{ran:#?}");
        assert!(!ran.stderr.contains("not found in the local"), "{ran:#?}");
    };

    // Maven: a module, its parent's properties and managed versions, and a dependency of a dependency.
    scratch.jar(
        "home/.m2/repository/org/acme/lib/1.5/lib-1.5.jar",
        "classes",
    );
    let lib = "<project><groupId>org.acme</groupId><artifactId>lib</artifactId><version>1.5</version></project>";
    scratch.file("home/.m2/repository/org/acme/lib/1.5/lib-1.5.pom", lib);
    let middle = format!(
        "<project><groupId>org.acme</groupId><artifactId>middle</artifactId><version>2</version><dependencies>{}{}</dependencies></project>",
        dependency("org.acme", "lib", "1.4"),
        dependency("org.acme", "excluded", "1"),
    );
    scratch.file("home/.m2/repository/org/acme/middle/2/middle-2.pom", middle);
    let unversioned = "<dependency><groupId>org.acme</groupId><artifactId>middle</artifactId><type>pom</type>
        <exclusions><exclusion><groupId>*</groupId><artifactId>excluded</artifactId></exclusion></exclusions></dependency>";
    let managed = format!(
        "<properties><middle>2</middle></properties><dependencyManagement><dependencies>{}{}</dependencies></dependencyManagement>",
        dependency("org.acme", "middle", "${middle}"),
        dependency("org.acme", "lib", "1.5"),
    );
    scratch.file(
        "maven/pom.xml",
        pom(
            "root",
            &format!("<packaging>pom</packaging><modules><module>app</module></modules>{managed}"),
        ),
    );
    scratch.file(
        "maven/app/pom.xml",
        format!(
            "<project><parent><groupId>g</groupId><artifactId>root</artifactId><version>1</version></parent>
             <artifactId>app</artifactId><build><sourceDirectory>java</sourceDirectory></build>
             <dependencies>{unversioned}</dependencies></project>"
        ),
    );
    scratch.file("maven/app/java/a/App.java", source);
    violated("maven");

    // Gradle: Kotlin with a catalogue, and Groovy with variables; the cache is Gradle's own.
    scratch.jar(
        "home/.gradle/caches/modules-2/files-2.1/com.other/lib/3/abc/lib-3.jar",
        "classes",
    );
    scratch.file("kotlin/settings.gradle.kts", "include(\":app\")\n");
    scratch.file(
        "kotlin/gradle/libs.versions.toml",
        "[versions]\nlib = \"3\"\n[libraries]\nother-lib = { module = \"com.other:lib\", version.ref = \"lib\" }\n",
    );
    scratch.file(
        "kotlin/app/build.gradle.kts",
        "dependencies {\n    implementation(libs.other.lib)\n}\n",
    );
    scratch.file("kotlin/app/src/main/java/a/App.java", source);
    violated("kotlin");
    scratch.file("groovy/gradle.properties", "libVersion=3\n");
    scratch.file(
        "groovy/build.gradle",
        "dependencies {\n  implementation \"com.other:lib:$libVersion\"\n}\n",
    );
    scratch.file("groovy/src/main/java/a/App.java", source);
    violated("groovy");
}

#[test]
fn unreadable_projects_say_why() {
    let scratch = Scratch::new();
    let wrong = |name: &str, words: &[&str]| at_home(&scratch, &["check", name]).rejects(words);
    scratch.file("cut/pom.xml", "<project><groupId>g");
    wrong("cut", &["cut/pom.xml: not a readable project file"]);
    scratch.file("other/pom.xml", "<html/>");
    wrong("other", &["other/pom.xml: not a project file"]);
    scratch.file("binary/pom.xml", [0xff, 0xfe, 0x00]);
    wrong("binary", &["binary/pom.xml: not a readable project file"]);
    scratch.file("empty/pom.xml", pom("empty", ""));
    wrong("empty", &["neither compiled classes nor sources"]);

    // Modules of each other.
    scratch.file(
        "cycle/pom.xml",
        pom("x", "<modules><module>y</module></modules>"),
    );
    scratch.file(
        "cycle/y/pom.xml",
        pom("y", "<modules><module>..</module></modules>"),
    );
    wrong("cycle", &["pom.xml: modules form a cycle"]);
    let parent = |name: &str, path: &str| {
        format!(
            "<parent><groupId>g</groupId><artifactId>{name}</artifactId><version>1</version><relativePath>{path}</relativePath></parent>"
        )
    };
    scratch.file("parents/pom.xml", pom("x", &parent("y", "y/pom.xml")));
    scratch.file("parents/y/pom.xml", pom("y", &parent("x", "../pom.xml")));
    wrong("parents", &["pom.xml: this project file is its own parent"]);
    scratch.file("above/pom.xml", "<project");
    scratch.file("above/x/pom.xml", pom("x", &parent("y", "../pom.xml")));
    wrong("above/x", &["pom.xml: not a readable project file"]);

    // A jar that was only half downloaded.
    let uses = dependency("org.acme", "half", "1");
    scratch.file(
        "half/pom.xml",
        pom("half", &format!("<dependencies>{uses}</dependencies>")),
    );
    scratch.file("half/src/main/java/a/Good.java", GOOD);
    scratch.file(
        "home/.m2/repository/org/acme/half/1/half-1.jar",
        b"PK\x03\x04 and no more",
    );
    wrong("half", &["half-1.jar"]);
    let directory = scratch
        .path()
        .join("home/.m2/repository/org/acme/half/1/half-1.jar");
    std::fs::remove_file(directory).expect("removed");
    at_home(&scratch, &["check", "half"]).answers("violated", 1);

    // Build files that make no sense as text have no dependencies.
    scratch.file(
        "odd/build.gradle",
        "dependencies { implementation( \"\"\" ' ${ \n",
    );
    scratch.file("odd/settings.gradle", "include '../../..', ':'\n");
    scratch.file("odd/src/main/java/a/Good.java", GOOD);
    at_home(&scratch, &["check", "odd"]).answers("violated", 1);
}

#[test]
fn time_that_quick_methods_leave_goes_to_the_others() {
    let scratch = Scratch::new();
    let quick: String = (0..9)
        .map(|n| format!("  public static int q{n}(int x) {{ return x + {n}; }}\n"))
        .collect();
    // By name the slow one comes first, with a tenth of the time.
    let slow = "  public static void slow(int n) { int i = 0; while (i < n) { i++; } assert i == n || n < 0; }\n";
    scratch.file(
        "Many.java",
        format!("public class Many {{\n{slow}{quick}}}\n"),
    );
    let ran = scratch.run(&["check", "-v", "Many.java", "--timeout", "20s"]);
    ran.answers("safe within bounds", 0);
    assert_eq!(
        ran.stderr.matches("entry: Many.slow(int)").count(),
        2,
        "{ran:#?}"
    );
    assert_eq!(
        ran.stderr.matches("entry: Many.q3(int)").count(),
        1,
        "{ran:#?}"
    );
    // The others do not wait for it.
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!(lines[0], "safe                Many.q0(int)", "{ran:#?}");
    assert_eq!(lines[9], "safe within bounds  Many.slow(int)", "{ran:#?}");
    assert!(
        ran.stdout
            .contains("methods: 9 safe, 1 safe within bounds\n"),
        "{ran:#?}"
    );
}

#[test]
fn what_is_unknown_is_summed_up_by_cause() {
    let scratch = Scratch::new();
    let source = "
public class Natives {
  static native int n();
  public static int a() { return n(); }
  public static int b() { return n() + 1; }
  public static int c(int x) { return x; }
}
";
    scratch.file("Natives.java", source);
    let ran = scratch.run(&["check", "Natives.java"]);
    ran.answers("unknown", 3);
    assert!(
        ran.stdout.contains(
            "methods: 1 safe, 2 unknown\n  2 unknown: unsupported: native method Natives.n"
        ),
        "{ran:#?}"
    );
}
