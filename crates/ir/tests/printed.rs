//! What small methods become, as text. To update after an intended change, copy what the failing test prints. In the
//! comments, `b1!` is a predecessor that comes by exception.

mod support;

use classpath::ClassFile;
use std::sync::OnceLock;

const SOURCE: &str = r#"
import java.util.function.IntSupplier;
class Small {
    int field; static long total; Small next; static Object lock;
    static int sum(int[] a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }
    static int max(int a, int b) { return a > b ? a : b; }
    int post() { return field++; }
    static int postLocal(int i) { int j = i++; return j * i; }
    static int chain(int a) { int b, c; b = c = a + 1; return b - c; }
    static void store(int[] a, int i, int v) { a[i++] = v; a[i] += v; }
    static boolean and(boolean a, boolean b) { return a && !b; }
    static int guarded(int a, int b) { int r = 1; try { r = a / b; r = r + 1; } catch (ArithmeticException e) { r = -r; } return r; }
    static int last(int a) { try { a = call(a); return a; } finally { total += a; } }
    static int call(int a) { return a; }
    static int select(int k) { switch (k) { case 1: return 10; case 2: case 3: k += 5; case 9: return k; default: return -1; } }
    static int sparse(int k) { switch (k) { case -1000: return 1; case 70000: return 2; } return 3; }
    static int doWhile(int n) { int i = 0; do { i += 2; } while (i < n); return i; }
    static int nested(int n) { int c = 0; for (int i = 0; i < n; i++) { for (int j = i; j > 0; j--) { if (j == 7) continue; if (c > 99) break; c++; } } return c; }
    static void sync(int n) { synchronized (lock) { total = n; } }
    static long wide(long a, int b, double d) { return (a << b) + (long) d - (a > 5L ? 1L : 0L); }
    static String text(Object o, int i) { return o instanceof String s ? s + i : "none"; }
    static IntSupplier lambda(int x) { return () -> x + 1; }
    static int[][] grid(int n) { int[][] g = new int[n][n + 1]; g[0] = new int[] {1, 2}; return g; }
    static Small make(int n) { Small s = new Small(); s.next = n > 0 ? make(n - 1) : null; s.field = n; return s; }
    static int forever() { int i = 0; while (true) { if (call(i) == 5) return i; i++; } }
    static int compare(long a, double x, float y) { if (a < 3L) return 1; if (x > 2.5) return 2; if (y <= 1f) return 3; return 0; }
    static int retry(int n) { while (true) { try { return call(n); } catch (RuntimeException e) { n--; } } }
    static void spin() { for (;;) { } }
    static boolean eq(Object a, Object b) { return a == b || a != null && a.equals(b); }
}
"#;

fn class() -> &'static ClassFile {
    static CLASS: OnceLock<ClassFile> = OnceLock::new();
    CLASS.get_or_init(|| support::compile("Small", SOURCE))
}

fn printed(name: &str) -> String {
    let class = class();
    let method = class.methods.iter().find(|m| &*m.name == name).expect(name);
    let body = ir::lower(class, method).unwrap();
    ir::check(&body).unwrap();
    ir::print(class, method, &body, &ir::Graphs::new(&body))
}

fn check(name: &str, expected: &str) {
    let actual = printed(name);
    assert!(actual.trim() == expected.trim(), "{name} became\n{actual}");
}

#[test]
fn a_counting_loop() {
    check(
        "sum",
        r#"
Small.sum([II)I (a0.a, i1.n)
; loop Small.sum:5: header b1, blocks b1 b2, back from b2
b0:  ; ipdom b1
     1  i2.s = 0  ; line 5
     3  i3.i = 0
     3  goto b1
b1:  ; from b0 b2; idom b0; ipdom b3; depends on b1→b2
     6  if i3.i >= i1.n goto b3 else b2
b2:  ; from b1; idom b1; ipdom b1; depends on b1→b2
    12  i4 = int a0.a[i3.i]
    13  i2.s = i2.s + i4
    15  i3.i = i3.i + 1
    18  goto b1
b3:  ; from b1; idom b1
    22  return i2.s
"#,
    );
}

#[test]
fn a_ternary() {
    check(
        "max",
        r#"
Small.max(II)I (i0.a, i1.b)
b0:  ; ipdom b3
     2  if i0.a <= i1.b goto b2 else b1  ; line 6
b1:  ; from b0; idom b0; ipdom b3; depends on b0→b1
     6  i2 = i0.a
     6  goto b3
b2:  ; from b0; idom b0; ipdom b3; depends on b0→b2
     9  i2 = i1.b
     9  goto b3
b3:  ; from b1 b2; idom b0
    10  return i2
"#,
    );
}

#[test]
fn a_field_is_incremented_after_its_use() {
    check(
        "post",
        r#"
Small.post()I (a0.this)
b0:
     2  i1 = a0.this -> Small.field I  ; line 7
     7  i2 = i1 + 1
     8  a0.this -> Small.field I = i2
    11  return i1
"#,
    );
}

#[test]
fn a_local_on_the_stack_is_saved_before_it_changes() {
    check(
        "postLocal",
        r#"
Small.postLocal(I)I (i0.i)
b0:
     1  i2 = i0.i  ; line 8
     1  i0.i = i0.i + 1
     4  i1.j = i2
     7  i2 = i1.j * i0.i
     8  return i2
"#,
    );
}

#[test]
fn one_value_stored_twice() {
    check(
        "chain",
        r#"
Small.chain(I)I (i0.a)
b0:
     2  i2.c = i0.a + 1  ; line 9
     5  i1.b = i2.c
     8  i3 = i1.b - i2.c
     9  return i3
"#,
    );
}

#[test]
fn array_elements() {
    check(
        "store",
        r#"
Small.store([III)V (a0.a, i1.i, i2.v)
b0:
     2  i3 = i1.i  ; line 10
     2  i1.i = i1.i + 1
     6  int a0.a[i3] = i2.v
    10  i4 = int a0.a[i1.i]
    12  i4 = i4 + i2.v
    13  int a0.a[i1.i] = i4
    14  return
"#,
    );
}

#[test]
fn short_circuits() {
    check(
        "and",
        r#"
Small.and(ZZ)Z (i0.a, i1.b)
b0:  ; ipdom b4
     1  if i0.a == 0 goto b3 else b1  ; line 11
b1:  ; from b0; idom b0; ipdom b4; depends on b0→b1
     5  if i1.b != 0 goto b3 else b2
b2:  ; from b1; idom b1; ipdom b4; depends on b1→b2
     9  i2 = 1
     9  goto b4
b3:  ; from b0 b1; idom b0; ipdom b4; depends on b0→b3 b1→b3
    12  i2 = 0
    12  goto b4
b4:  ; from b2 b3; idom b0
    13  return i2
"#,
    );
}

#[test]
fn locals_of_a_handler() {
    check(
        "guarded",
        r#"
Small.guarded(II)I (i0.a, i1.b)
b0:  ; ipdom b2
        on java/lang/ArithmeticException goto b1
     1  i2.r = 1  ; line 12
     4  i2.r = i0.a / i1.b
     8  i2.r = i2.r + 1
     9  goto b2
b1:  ; from b0!; idom b0; ipdom b2
        catch a3.e
    15  i2.r = neg i2.r
    16  goto b2
b2:  ; from b0 b1; idom b0
    18  return i2.r
"#,
    );
}

#[test]
fn finally_blocks() {
    check(
        "last",
        r#"
Small.last(I)I (i0.a)
b0:  ; ipdom b1
        on anything goto b2
     1  i0.a = call static Small.call(I)I (i0.a)  ; line 13
     6  i1 = i0.a
     6  goto b1
b1:  ; from b0; idom b0
     7  l3 = static Small.total J
    11  l4 = i2l i0.a
    12  l3 = l3 + l4
    13  static Small.total J = l3
    17  return i1
b2:  ; from b0!; idom b0
        catch a2
    19  l3 = static Small.total J
    23  l4 = i2l i0.a
    24  l3 = l3 + l4
    25  static Small.total J = l3
    29  throw a2
"#,
    );
}

#[test]
fn a_table_switch_that_falls_through() {
    check(
        "select",
        r#"
Small.select(I)I (i0.k)
b0:
     1  switch i0.k { 1: b1, 2: b2, 3: b2, 9: b3, default: b4 }  ; line 15
b1:  ; from b0; idom b0; depends on b0→b1
    54  return 10
b2:  ; from b0; idom b0; ipdom b3; depends on b0→b2
    55  i0.k = i0.k + 5
    55  goto b3
b3:  ; from b0 b2; idom b0; depends on b0→b2 b0→b3
    59  return i0.k
b4:  ; from b0; idom b0; depends on b0→b4
    61  return -1
"#,
    );
}

#[test]
fn a_lookup_switch() {
    check(
        "sparse",
        r#"
Small.sparse(I)I (i0.k)
b0:
     1  switch i0.k { -1000: b1, 70000: b2, default: b3 }  ; line 16
b1:  ; from b0; idom b0; depends on b0→b1
    29  return 1
b2:  ; from b0; idom b0; depends on b0→b2
    31  return 2
b3:  ; from b0; idom b0; depends on b0→b3
    33  return 3
"#,
    );
}

#[test]
fn a_loop_tested_at_its_end() {
    check(
        "doWhile",
        r#"
Small.doWhile(I)I (i0.n)
; loop Small.doWhile:17: header b1, blocks b1, back from b1
b0:  ; ipdom b1
     1  i1.i = 0  ; line 17
     1  goto b1
b1:  ; from b0 b1; idom b0; ipdom b2; depends on b1→b1
     2  i1.i = i1.i + 2
     7  if i1.i < i0.n goto b1 else b2
b2:  ; from b1; idom b1
    11  return i1.i
"#,
    );
}

#[test]
fn nested_loops_with_continue_and_break() {
    check(
        "nested",
        r#"
Small.nested(I)I (i0.n)
; loop Small.nested:18: header b1, blocks b1 b2 b3 b4 b5 b6 b7 b8, back from b8
; loop Small.nested:18#2: header b3, blocks b3 b4 b5 b6 b7, back from b7
b0:  ; ipdom b1
     1  i1.c = 0  ; line 18
     3  i2.i = 0
     3  goto b1
b1:  ; from b0 b8; idom b0; ipdom b9; depends on b1→b2
     6  if i2.i >= i0.n goto b9 else b2
b2:  ; from b1; idom b1; ipdom b3; depends on b1→b2
    10  i3.j = i2.i
    10  goto b3
b3:  ; from b2 b7; idom b2; ipdom b8; depends on b1→b2 b4→b7 b5→b6
    12  if i3.j <= 0 goto b8 else b4
b4:  ; from b3; idom b3; ipdom b8; depends on b3→b4
    18  if i3.j != 7 goto b5 else b7
b5:  ; from b4; idom b4; ipdom b8; depends on b4→b5
    27  if i1.c <= 99 goto b6 else b8
b6:  ; from b5; idom b5; ipdom b7; depends on b5→b6
    33  i1.c = i1.c + 1
    33  goto b7
b7:  ; from b4 b6; idom b4; ipdom b3; depends on b4→b7 b5→b6
    36  i3.j = i3.j + -1
    39  goto b3
b8:  ; from b3 b5; idom b3; ipdom b1; depends on b1→b2
    42  i2.i = i2.i + 1
    45  goto b1
b9:  ; from b1; idom b1
    49  return i1.c
"#,
    );
}

#[test]
fn a_monitor_and_the_handler_that_protects_itself() {
    check(
        "sync",
        r#"
Small.sync(I)V (i0.n)
; loop Small.sync:19: header b2, blocks b2, back from b2, exceptional
b0:  ; ipdom b1
     0  a1 = static Small.lock Ljava/lang/Object;  ; line 19
     5  enter a1
     5  goto b1
b1:  ; from b0; idom b0
        on anything goto b2
     7  l3 = i2l i0.n
     8  static Small.total J = l3
    12  exit a1
    21  return
b2:  ; from b1! b2!; idom b1; ipdom b3
        catch a2
        on anything goto b2
    18  exit a1
    18  goto b3
b3:  ; from b2; idom b2
    20  throw a2
"#,
    );
}

#[test]
fn longs_and_doubles() {
    check(
        "wide",
        r#"
Small.wide(JID)J (l0.a, i1.b, d2.d)
b0:  ; ipdom b3
     2  l3 = l0.a << i1.b  ; line 20
     4  l5 = d2l d2.d
     5  l3 = l3 + l5
    10  i4 = lcmp l0.a, 5L
    11  if i4 <= 0 goto b2 else b1
b1:  ; from b0; idom b0; ipdom b3; depends on b0→b1
    15  l5 = 1L
    15  goto b3
b2:  ; from b0; idom b0; ipdom b3; depends on b0→b2
    18  l5 = 0L
    18  goto b3
b3:  ; from b1 b2; idom b0
    19  l3 = l3 - l5
    20  return l3
"#,
    );
}

#[test]
fn patterns_and_concatenation() {
    check(
        "text",
        r#"
Small.text(Ljava/lang/Object;I)Ljava/lang/String; (a0.o, i1.i)
b0:  ; ipdom b3
     1  i3 = a0.o instanceof java/lang/String  ; line 21
     4  if i3 == 0 goto b2 else b1
b1:  ; from b0; idom b0; ipdom b3; depends on b0→b1
     8  a2.s = cast a0.o to java/lang/String
    14  a4 = call dynamic #0 makeConcatWithConstants(Ljava/lang/String;I)Ljava/lang/String; (a2.s, i1.i)
    19  goto b3
b2:  ; from b0; idom b0; ipdom b3; depends on b0→b2
    22  a4 = "none"
    22  goto b3
b3:  ; from b1 b2; idom b0
    24  return a4
"#,
    );
}

#[test]
fn a_lambda() {
    check(
        "lambda",
        r#"
Small.lambda(I)Ljava/util/function/IntSupplier; (i0.x)
b0:
     1  a1 = call dynamic #1 getAsInt(I)Ljava/util/function/IntSupplier; (i0.x)  ; line 22
     6  return a1
"#,
    );
}

#[test]
fn arrays_of_arrays() {
    check(
        "grid",
        r#"
Small.grid(I)[[I (i0.n)
b0:
     3  i2 = i0.n + 1  ; line 23
     4  a1.g = new [[I (i0.n, i2)
    12  a3 = new [I (2)
    17  int a3[0] = 1
    21  int a3[1] = 2
    22  ref a1.g[0] = a3
    24  return a1.g
"#,
    );
}

#[test]
fn a_new_object_and_a_stack_across_blocks() {
    check(
        "make",
        r#"
Small.make(I)LSmall; (i0.n)
b0:  ; ipdom b3
     0  a2 = new Small  ; line 24
     4  call special Small.<init>()V (a2)
     7  a1.s = a2
    10  a2 = a1.s
    10  if i0.n <= 0 goto b2 else b1
b1:  ; from b0; idom b0; ipdom b3; depends on b0→b1
    15  i3 = i0.n - 1
    16  a4 = call static Small.make(I)LSmall; (i3)
    19  goto b3
b2:  ; from b0; idom b0; ipdom b3; depends on b0→b2
    22  a4 = null
    22  goto b3
b3:  ; from b1 b2; idom b0
    23  a2 -> Small.next LSmall; = a4
    28  a1.s -> Small.field I = i0.n
    32  return a1.s
"#,
    );
}

#[test]
fn an_exit_from_the_middle() {
    check(
        "forever",
        r#"
Small.forever()I ()
; loop Small.forever:25: header b1, blocks b1 b2, back from b2
b0:  ; ipdom b1
     1  i0.i = 0  ; line 25
     1  goto b1
b1:  ; from b0 b2; idom b0; ipdom b3; depends on b1→b2
     3  i1 = call static Small.call(I)I (i0.i)
     7  if i1 != 5 goto b2 else b3
b2:  ; from b1; idom b1; ipdom b1; depends on b1→b2
    12  i0.i = i0.i + 1
    15  goto b1
b3:  ; from b1; idom b1
    11  return i0.i
"#,
    );
}

#[test]
fn comparisons_stay_apart_from_branches() {
    check(
        "compare",
        r#"
Small.compare(JDF)I (l0.a, d1.x, f2.y)
b0:
     4  i3 = lcmp l0.a, 3L  ; line 26
     5  if i3 >= 0 goto b2 else b1
b1:  ; from b0; idom b0; depends on b0→b1
     9  return 1
b2:  ; from b0; idom b0; depends on b0→b2
    14  i3 = dcmpl d1.x, 2.5
    15  if i3 <= 0 goto b4 else b3
b3:  ; from b2; idom b2; depends on b2→b3
    19  return 2
b4:  ; from b2; idom b2; depends on b2→b4
    23  i3 = fcmpg f2.y, 1.0f
    24  if i3 > 0 goto b6 else b5
b5:  ; from b4; idom b4; depends on b4→b5
    28  return 3
b6:  ; from b4; idom b4; depends on b4→b6
    30  return 0
"#,
    );
}

#[test]
fn a_loop_through_a_handler() {
    check(
        "retry",
        r#"
Small.retry(I)I (i0.n)
; loop Small.retry:27: header b1, blocks b1 b2, back from b2
b0:  ; ipdom b1
     1  goto b1  ; line 27
b1:  ; from b0 b2; idom b0
        on java/lang/RuntimeException goto b2
     1  i2 = call static Small.call(I)I (i0.n)
     4  return i2
b2:  ; from b1!; idom b1; ipdom b1
        catch a1.e
     6  i0.n = i0.n + -1
     9  goto b1
"#,
    );
}

#[test]
fn an_endless_loop_behind_the_entry() {
    check(
        "spin",
        r#"
Small.spin()V ()
; loop Small.spin:28: header b1, blocks b1, back from b1
b0:  ; ipdom b1
     0  goto b1  ; line 28
b1:  ; from b0 b1; idom b0; depends on b1→b1
     0  goto b1
"#,
    );
}

#[test]
fn references() {
    check(
        "eq",
        r#"
Small.eq(Ljava/lang/Object;Ljava/lang/Object;)Z (a0.a, a1.b)
b0:  ; ipdom b5
     2  if a0.a == a1.b goto b4 else b1  ; line 29
b1:  ; from b0; idom b0; ipdom b5; depends on b0→b1
     6  if a0.a == null goto b3 else b2
b2:  ; from b1; idom b1; ipdom b5; depends on b1→b2
    11  i2 = call virtual java/lang/Object.equals(Ljava/lang/Object;)Z (a0.a, a1.b)
    14  if i2 == 0 goto b3 else b4
b3:  ; from b1 b2; idom b1; ipdom b5; depends on b1→b3 b2→b3
    21  i2 = 0
    21  goto b5
b4:  ; from b0 b2; idom b0; ipdom b5; depends on b0→b4 b2→b4
    18  i2 = 1
    18  goto b5
b5:  ; from b3 b4; idom b0
    22  return i2
"#,
    );
}
