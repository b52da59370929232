//! A path that is given up taints what it could still have come to, and nothing else.

use classpath::ClassPathBuilder;
use explore::{Config, Entry, explore};
use outcome::{Kind, Status};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The status of each assertion by its line in the body, which starts in line 1, and of escaping exceptions as line 0.
fn statuses(name: &str, source: &str) -> BTreeMap<u32, Status> {
    let dir = std::env::temp_dir().join(format!("cortado-given-up-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a temporary directory");
    let file = dir.join("Main.java");
    std::fs::write(&file, source).expect("a source file");
    let classpath = ClassPathBuilder::new().target(&file).build();
    let classpath = Arc::new(classpath.expect("the program compiles"));
    let entry = match name {
        "arguments" => Entry::Method {
            class: "Main".to_owned(),
            name: "run".to_owned(),
            descriptor: "(Ljava/lang/Thread;)V".to_owned(),
        },
        _ => Entry::Main {
            class: "Main".to_owned(),
            args: vec![],
        },
    };
    let outcome = explore(classpath, &entry, &Config::default());
    std::fs::remove_dir_all(&dir).expect("the directory was made");
    let obligations = outcome.obligations().into_iter();
    obligations
        .map(|o| match o.kind {
            Kind::Exception => (0, o.status),
            _ => (o.place.line.expect("assertions have lines"), o.status),
        })
        .collect()
}

#[test]
fn what_comes_before_is_not_tainted() {
    let found = statuses(
        "before",
        "class Main { static void before(int x) {
            assert x == x; }
          static void after(int x) {
            assert x == x; }
          static void nobody(int x) {
            assert x == 0; }
          public static void main(String[] args) {
            before(cortado.Any.anInt());
            new Thread(() -> {}).start();
            after(cortado.Any.anInt());
          } }",
    );
    assert_eq!(found[&2], Status::Holds);
    assert_eq!(found[&4], Status::Unknown);
    assert_eq!(found[&6], Status::Unreachable);
    assert_eq!(found[&0], Status::Unknown);
}

#[test]
fn what_the_library_may_call_is_tainted() {
    let found = statuses(
        "callback",
        "class Main implements Comparable<Main> {
          public int compareTo(Main other) {
            assert other == this; return 0; }
          static void inLambda() {
            assert 1 + 1 == 3; }
          static void notCalled() {
            assert 1 + 1 == 3; }
          static class Lazy { static {
            assert 1 + 1 == 3; } }
          public static void main(String[] args) {
            Runnable r = () -> inLambda();
            new Thread(r).start();
          } }",
    );
    assert_eq!(found[&3], Status::Unknown);
    assert_eq!(found[&5], Status::Unknown);
    assert_eq!(found[&7], Status::Unreachable);
    assert_eq!(found[&9], Status::Unknown);
}

#[test]
fn a_caller_and_a_loop_go_on_after_the_call() {
    let found = statuses(
        "callers",
        "class Main { static void stop(boolean now) {
            assert now == now;
            if (now) new Thread(() -> {}).start(); }
          static void later() {
            assert args() == 0; }
          static int args() { return 0; }
          public static void main(String[] args) {
            for (int i = 0; i < 3; i++) {
              assert i < 3;
              stop(i == 1);
            }
            later();
          } }",
    );
    assert_eq!(found[&2], Status::Unknown, "the loop comes back to it");
    assert_eq!(found[&9], Status::Unknown, "the loop's own");
    assert_eq!(found[&5], Status::Unknown, "behind the loop");
}

#[test]
fn reflection_can_go_anywhere() {
    let found = statuses(
        "reflection",
        "class Main { static void hidden() {
            assert 1 + 1 == 3; }
          public static void main(String[] args) throws Exception {
            new Thread(() -> {}).start();
            Main.class.getDeclaredMethod(\"hidden\").invoke(null);
          } }",
    );
    assert_eq!(found[&2], Status::Unknown);
}

#[test]
fn arguments_that_cannot_be_made_taint_the_method() {
    let found = statuses(
        "arguments",
        "class Main { static void run(Thread t) {
            assert t == null; } }",
    );
    assert_eq!(found[&2], Status::Unknown);
}
