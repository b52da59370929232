//! What small methods become, as text. To update after an intended change, copy what the failing test prints.

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
fn dump() {
    for m in &class().methods {
        println!("{}", printed(&m.name));
    }
}
