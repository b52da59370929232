//! What is found out about small programs that are compiled here.

use classpath::{ClassPath, ClassPathBuilder};
use flow::{Effects, Location, MethodId, ObjectId, Origin, Point, Program, Root};
use ir::Inst;
use std::collections::BTreeSet;
use std::path::PathBuf;

fn compile(name: &str, source: &str) -> ClassPath {
    let dir: PathBuf =
        std::env::temp_dir().join(format!("flow-test-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let file = dir.join("Main.java");
    std::fs::write(&file, source).unwrap();
    let classpath = ClassPathBuilder::new().target(&file).build().unwrap();
    std::fs::remove_dir_all(&dir).unwrap();
    classpath
}

/// A class `Main` with these members; its `main` is the root.
fn program(name: &str, members: &str) -> Program {
    let source = format!(
        "import java.util.*;\nimport java.util.function.*;\npublic class Main {{\n{members}\n}}\n"
    );
    let classpath = compile(name, &source);
    Program::new(&classpath, &ir::Methods::new(), &[Root::main("Main")])
}

fn method(program: &Program, name: &str) -> MethodId {
    let named = |id: &MethodId| format!("{}", program.method(*id)).starts_with(&format!("{name}("));
    let mut found = program.method_ids().filter(named);
    let id = found
        .next()
        .unwrap_or_else(|| panic!("{name} is not reachable"));
    assert!(found.next().is_none(), "{name} is overloaded");
    id
}

fn is_reachable(program: &Program, name: &str) -> bool {
    program.method_ids().any(|id| {
        program
            .method(id)
            .to_string()
            .starts_with(&format!("{name}("))
    })
}

/// The calls of methods of this name, in order.
fn calls(program: &Program, within: &str, callee: &str) -> Vec<Point> {
    let id = method(program, within);
    let is_call = |point: &Point| match program.method(id).inst(*point) {
        Some(Inst::Invoke { method, .. }) => &*method.name == callee,
        _ => false,
    };
    program.points(id).filter(is_call).collect()
}

fn names(program: &Program, methods: &[MethodId]) -> Vec<String> {
    let name = |id: &MethodId| {
        let method = program.method(*id);
        format!("{}.{}", method.class.name, method.name())
    };
    let set: BTreeSet<String> = methods.iter().map(name).collect();
    set.into_iter().collect()
}

/// Objects by class and by the line on which they are made.
fn describe(program: &Program, objects: &[ObjectId]) -> Vec<String> {
    let mut list: Vec<String> = objects
        .iter()
        .map(|id| {
            let object = program.object(*id);
            let simple = object.class.rsplit('/').next().unwrap_or_default();
            match object.origin {
                Origin::New { point, .. }
                | Origin::Library(point)
                | Origin::Function(point)
                | Origin::ConstructorReference(point) => {
                    let line = program.method(point.method).line(point).unwrap_or(0);
                    format!("{simple}@{line}")
                }
                other => format!("{simple} {other:?}"),
            }
        })
        .collect();
    list.sort();
    list
}

fn receiver(program: &Program, point: Point) -> Vec<String> {
    let Some(Inst::Invoke { args, .. }) = program.method(point.method).inst(point) else {
        panic!("no call");
    };
    describe(program, program.operand(point, args[0]))
}

const SHAPES: &str = "
  interface Shape { int area(); }
  static class Square implements Shape { int s; public int area() { return s * s; } }
  static class Circle implements Shape { public int area() { return 3; } }
  static class Unused implements Shape { public int area() { return never(); } int never() { return 0; } }
";

#[test]
fn receivers_select_methods() {
    let main = "  public static void main(String[] a) {
      Shape s = new Square();
      s.area();
      Shape t = a.length > 0 ? new Circle() : s;
      t.area();
    }";
    let program = program("select", &format!("{SHAPES}{main}"));
    let calls = calls(&program, "Main.main", "area");
    assert_eq!(
        names(&program, program.callees(calls[0])),
        ["Main$Square.area"]
    );
    let both = ["Main$Circle.area", "Main$Square.area"];
    assert_eq!(names(&program, program.callees(calls[1])), both);
    assert!(!is_reachable(&program, "Main$Unused.area"));
    assert!(program.unknowns.is_empty());
    assert!(!program.has_threads);
}

#[test]
fn collections_hand_out_what_they_got() {
    let main = "  public static void main(String[] a) {
      List<Shape> squares = new ArrayList<>();
      squares.add(new Square());
      Map<String, Shape> circles = new HashMap<>();
      circles.put(\"c\", new Circle());
      for (Shape s : squares) s.area();
      for (Map.Entry<String, Shape> e : circles.entrySet()) e.getValue().area();
      squares.iterator().next().area();
    }";
    let program = program("collections", &format!("{SHAPES}{main}"));
    let areas = calls(&program, "Main.main", "area");
    assert_eq!(
        names(&program, program.callees(areas[0])),
        ["Main$Square.area"]
    );
    assert_eq!(
        names(&program, program.callees(areas[1])),
        ["Main$Circle.area"]
    );
    assert_eq!(
        names(&program, program.callees(areas[2])),
        ["Main$Square.area"]
    );
    let nexts = calls(&program, "Main.main", "next");
    assert_eq!(receiver(&program, nexts[0]), ["Iterator@14"]);
    assert_eq!(receiver(&program, nexts[1]), ["Iterator@15"]);
    assert_eq!(receiver(&program, nexts[2]), ["Iterator@16"]);
    let iterator = program.objects_at(calls_at(&program, "iterator")[0]);
    assert!(!program.object(iterator[0]).many);
    // The two lists have nothing to do with each other.
    let add = calls(&program, "Main.main", "add")[0];
    let put = calls(&program, "Main.main", "put")[0];
    assert_ne!(program.regions_at(add), program.regions_at(put));
    assert!(program.changes_regions(add));
    assert!(!program.changes_regions(calls(&program, "Main.main", "hasNext")[0]));
}

fn calls_at(program: &Program, callee: &str) -> Vec<Point> {
    calls(program, "Main.main", callee)
}

#[test]
fn the_library_calls_back() {
    let main = "  static class By implements Comparator<Shape> {
      public int compare(Shape a, Shape b) { return a.area() - b.area(); } }
    public static void main(String[] a) {
      List<Shape> list = new ArrayList<>();
      list.add(new Square());
      list.size();
      list.sort(new By());
      list.forEach(s -> s.area());
      Runnable r = Main::task;
      r.run();
      System.out.println(new Object() { public String toString() { return \"x\" + list.size(); } });
    }
    static void task() { }";
    let program = program("callbacks", &format!("{SHAPES}{main}"));
    let at = |name: &str| program.callbacks(calls_at(&program, name)[0]);
    assert!(at("add").is_empty());
    assert!(at("size").is_empty());
    // The list has the comparator now, as far as anybody knows, and the function.
    let sort = names(&program, at("sort"));
    assert!(sort.contains(&"Main$By.compare".to_owned()), "{sort:?}");
    let each = names(&program, at("forEach"));
    assert!(each.contains(&"Main.lambda$main$0".to_owned()), "{each:?}");
    let run = calls_at(&program, "run")[0];
    assert_eq!(names(&program, program.callees(run)), ["Main.task"]);
    assert!(!program.library_call(run));
    assert_eq!(names(&program, at("println")), ["Main$1.toString"]);
    let objects = "(Ljava/lang/Object;Ljava/lang/Object;)I";
    let compare = program.find_named("Main$By", "compare", objects);
    let callers = program.callers(compare.expect("the bridge is reachable"));
    assert!(callers.contains(&calls_at(&program, "sort")[0]));
}

#[test]
fn initialisers_run_where_classes_are_touched() {
    let main = "  static class A { static int n = B.start(); static int get() { return n; } }
    static class B { static { note(); } static void note() { } static int start() { return 1; } }
    public static void main(String[] a) { A.get(); int m = B.start(); }";
    let program = program("initialisers", main);
    let get = calls_at(&program, "get")[0];
    assert_eq!(names(&program, program.callbacks(get)), ["Main$A.<clinit>"]);
    assert_eq!(names(&program, program.callees(get)), ["Main$A.get"]);
    let start = calls_at(&program, "start")[0];
    assert_eq!(
        names(&program, program.callbacks(start)),
        ["Main$B.<clinit>"]
    );
    // Within the class itself it has begun.
    let inside = calls(&program, "Main$B.<clinit>", "note")[0];
    assert!(program.callbacks(inside).is_empty());
}

#[test]
fn exceptions_reach_their_handlers() {
    let main = "  static class Mine extends RuntimeException { int code() { return 1; } }
    static class Other extends RuntimeException { int code() { return 2; } }
    static void fail(int n) { if (n > 0) throw new Mine(); throw new Other(); }
    public static void main(String[] a) {
      try { fail(a.length); } catch (Mine e) { e.code(); }
    }";
    let program = program("exceptions", main);
    let code = calls_at(&program, "code")[0];
    assert_eq!(names(&program, program.callees(code)), ["Main$Mine.code"]);
}

#[test]
fn objects_of_loops_are_many() {
    let main = "  static Object make() { return new Square(); }
    static Object once() { return new Circle(); }
    public static void main(String[] a) {
      Object first = new Object();
      for (int i = 0; i < 3; i++) first = new int[1];
      make(); make(); once();
    }";
    let program = program("many", &format!("{SHAPES}{main}"));
    let many = |class: &str| {
        let mut found = program
            .object_ids()
            .map(|id| program.object(id))
            .filter(|o| &*o.class == class && matches!(o.origin, Origin::New { .. }));
        found.next().expect("an object").many
    };
    assert!(!many("java/lang/Object"));
    assert!(many("[I"));
    assert!(many("Main$Square"));
    assert!(!many("Main$Circle"));
}

#[test]
fn reflection_is_no_secret() {
    let main = "  public static void main(String[] a) throws Exception {
      Class.forName(a[0]).getDeclaredConstructor().newInstance();
    }";
    let program = program("reflection", main);
    let what: Vec<&str> = program.unknowns.iter().map(|u| u.what.as_str()).collect();
    assert!(
        what.contains(&"a class that is found by its name"),
        "{what:?}"
    );
    assert!(
        what.contains(&"an object that is made by reflection"),
        "{what:?}"
    );
}

#[test]
fn threads_are_noticed() {
    let main = "  public static void main(String[] a) { new Thread(Main::work).start(); }
    static void work() { }";
    let program = program("threads", main);
    assert!(program.has_threads);
    assert!(is_reachable(&program, "Main.work"));
}

#[test]
fn inputs_are_anything_of_their_type() {
    let source = "import java.util.*;
      public class Main {
        interface Shape { int area(); }
        static class Square implements Shape { final Shape inner; Square(Shape i) { inner = i; } public int area() { return inner.area(); } }
        static class Circle implements Shape { public int area() { return 3; } }
        enum Kind { A, B; int code() { return ordinal(); } }
        int use(Shape s, List<Circle> circles, Kind k) { return s.area() + circles.get(0).area() + k.code(); }
      }";
    let classpath = compile("inputs", source);
    let root = Root::new("Main", "use", "(LMain$Shape;Ljava/util/List;LMain$Kind;)I");
    let program = Program::new(&classpath, &ir::Methods::new(), &[root]);
    let areas = calls(&program, "Main.use", "area");
    let both = ["Main$Circle.area", "Main$Square.area"];
    assert_eq!(names(&program, program.callees(areas[0])), both);
    assert_eq!(
        names(&program, program.callees(areas[1])),
        ["Main$Circle.area"]
    );
    let code = calls(&program, "Main.use", "code")[0];
    assert_eq!(names(&program, program.callees(code)), ["Main$Kind.code"]);
    assert!(is_reachable(&program, "Main$Square.<init>"));
}

fn field(class: &str, name: &str) -> Location {
    Location::Field {
        class: class.into(),
        name: name.into(),
    }
}

fn effects(program: &Program, name: &str) -> Effects {
    program.effects(method(program, name))
}

#[test]
fn effects_of_methods() {
    let main = "  int x, y; static int count; final List<Integer> list = new ArrayList<>();
    static class Point implements Cloneable { int px; Point copy() throws Exception { return (Point) clone(); } }
    int sum() { return x + y; }
    void move() { x = sum(); shift(2); }
    void shift(int n) { if (n > 0) { y += n; shift(n - 1); } }
    void store(int i) { list.add(i); }
    int size() { return list.size(); }
    int get(int i) { return list.get(i); }
    static int[] array(int[] a) { a[0] = 1; count++; return a.clone(); }
    static int divide(int a, int b) { return a / b; }
    static int guarded(int a, int b) { try { return a / b; } catch (Throwable t) { return 0; } }
    static int pure(int a) { return Math.max(a, 3) + Integer.valueOf(a); }
    public static void main(String[] a) throws Exception {
      Main m = new Main(); m.move(); m.store(1); m.size(); m.get(0); array(new int[3]); divide(1, a.length);
      guarded(1, a.length); pure(2); new Point().copy();
    }";
    let program = program("effects", main);
    let (x, y) = (field("Main", "x"), field("Main", "y"));
    let sum = effects(&program, "Main.sum");
    assert_eq!(sum.reads, BTreeSet::from([x.clone(), y.clone()]));
    assert!(sum.writes.is_empty());
    assert!(!sum.throws.any());
    let moved = effects(&program, "Main.move");
    assert_eq!(moved.writes, BTreeSet::from([x, y.clone()]));
    assert!(moved.methods.contains(&method(&program, "Main.shift")));
    assert_eq!(effects(&program, "Main.shift").writes, BTreeSet::from([y]));

    let region = |e: &BTreeSet<Location>| -> Vec<Location> {
        e.iter()
            .filter(|l| matches!(l, Location::Library(_)))
            .cloned()
            .collect()
    };
    let store = effects(&program, "Main.store");
    let size = effects(&program, "Main.size");
    assert_eq!(region(&store.writes).len(), 1);
    assert_eq!(region(&store.writes), region(&size.reads));
    assert!(region(&size.writes).is_empty());
    // Whether the list is there, nobody knows.
    assert!(size.throws.implicitly && !size.throws.in_library);
    let get = effects(&program, "Main.get");
    assert!(get.throws.in_library && get.writes.is_empty());

    let array = effects(&program, "Main.array");
    let count = Location::Static {
        class: "Main".into(),
        name: "count".into(),
    };
    let ints = Location::Array(ir::ElementKind::Int);
    assert_eq!(array.writes, BTreeSet::from([count, ints.clone()]));
    assert!(array.reads.contains(&ints));
    assert!(effects(&program, "Main.divide").throws.implicitly);
    assert!(!effects(&program, "Main.guarded").throws.any());
    assert_eq!(effects(&program, "Main.pure").writes, BTreeSet::new());
    assert!(
        effects(&program, "Main$Point.copy")
            .reads
            .contains(&field("Main$Point", "px"))
    );
}

/// Neither is ever linked with anything, or looked into by the program itself.
#[test]
fn builders_and_arrays_of_numbers_have_state() {
    let main = "  static StringBuilder text = new StringBuilder();
    static int[] numbers = new int[3];
    static void append() { text.append('x'); }
    static int length() { return text.length(); }
    static void fill() { Arrays.fill(numbers, 1); }
    static String show() { return Arrays.toString(numbers); }
    static int word(String s) { System.out.println(s); return s.length(); }
    public static void main(String[] a) { append(); length(); fill(); show(); word(\"w\"); }";
    let program = program("state", main);
    let meet = |writer: &str, reader: &str| {
        let (writes, reads) = (
            effects(&program, writer).writes,
            effects(&program, reader).reads,
        );
        writes.intersection(&reads).count()
    };
    assert!(meet("Main.append", "Main.length") > 0);
    assert!(meet("Main.fill", "Main.show") > 0);
    assert_eq!(meet("Main.append", "Main.show"), 0);
    assert_eq!(meet("Main.fill", "Main.length"), 0);
    assert!(effects(&program, "Main.length").writes.is_empty());
    // What is printed does not change.
    assert_eq!(meet("Main.word", "Main.length"), 0);
}

#[test]
fn effects_between_blocks() {
    let main = "  static int a, b, c;
    static void branch(int n) {
      if (n > 0) { a = 1; } else { b = 1; }
      c = 1;
    }
    public static void main(String[] args) { branch(args.length); }";
    let program = program("between", main);
    let id = method(&program, "Main.branch");
    let body = program.method(id).body();
    let ir::Terminator::If {
        then, otherwise, ..
    } = body.blocks[0].terminator
    else {
        panic!("a branch");
    };
    let post = &program.method(id).body.graphs().normal_post_dominators;
    let join = body
        .block_ids()
        .find(|block| {
            *block != then
                && post.post_dominates(*block, then)
                && post.post_dominates(*block, otherwise)
        })
        .expect("a join");
    let written = |from| -> Vec<String> {
        let effects = program.effects_between(id, from, join);
        let name = |location: &Location| match location {
            Location::Static { name, .. } => name.to_string(),
            other => format!("{other:?}"),
        };
        effects.writes.iter().map(name).collect()
    };
    let mut both = [written(then), written(otherwise)];
    both.sort();
    assert_eq!(both, [["a"], ["b"]]);
    assert_eq!(effects(&program, "Main.branch").writes.len(), 3);
}

#[test]
fn numbers_are_the_same_every_time() {
    let main = "  public static void main(String[] a) {
      Map<String, Shape> m = new HashMap<>();
      m.put(\"a\", new Square());
      m.computeIfAbsent(\"b\", k -> new Circle()).area();
      m.values().forEach(s -> s.area());
    }";
    let print = |program: &Program| {
        let mut text = String::new();
        for id in program.method_ids() {
            text += &format!("{}\n", program.method(id));
            for point in program.points(id) {
                let (callees, callbacks) = (program.callees(point), program.callbacks(point));
                text += &format!("{callees:?} {callbacks:?} {:?}\n", program.result(point));
            }
        }
        text
    };
    let first = program("same", &format!("{SHAPES}{main}"));
    let second = program("same", &format!("{SHAPES}{main}"));
    assert_eq!(print(&first), print(&second));
}
