//! IR and bytecode agree: both forms of a method, run side by side on random programs and on what `javac` makes of
//! arithmetic with loops, switches and `finally`. For the latter the JVM itself is asked too.

mod support;

use std::process::Command;
use support::random::{Random, program};
use support::{Outcome, Value, agree};

const INPUTS: [[i64; 3]; 8] = [
    [0, 0, 0],
    [1, 2, 3],
    [-1, 1, -1],
    [7, 0, 1 << 40],
    [i32::MIN as i64, -1, i64::MIN],
    [i32::MAX as i64, 3, i64::MAX],
    [100, -7, 123_456_789_012],
    [12, 5, -9],
];

#[test]
fn random_programs() {
    let mut returned = 0;
    let mut threw = 0;
    let count = if cfg!(debug_assertions) {
        3_000
    } else {
        30_000
    };
    for seed in 0..count {
        let assembled = program(seed);
        let class = assembled.class();
        let method = &class.methods[0];
        let body = ir::lower(&class, method).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        ir::check(&body).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        let mut random = Random(seed);
        for _ in 0..3 {
            let mut args = Vec::new();
            args.extend((0..4).map(|_| Value::Int(random.next() as i32 >> random.below(32))));
            args.extend((0..3).map(|_| Value::Long(random.next() as i64 >> random.below(64))));
            match agree(&class, method, &body, &args) {
                Outcome::Returned(_) => returned += 1,
                Outcome::Threw => threw += 1,
                Outcome::OutOfFuel => {}
            }
        }
    }
    println!("{returned} returned, {threw} threw");
    assert!(
        returned > count && threw > count / 10,
        "{returned} returned, {threw} threw"
    );
}

const SOURCE: &str = r#"
public class Arith {
    static long gcd(int a, int b, long c) { while (b != 0) { int t = a % b; a = b; b = t; } return a + c; }
    static long collatz(int a, int b, long c) { int n = (a & 0xff) + 1; int steps = 0; while (n != 1 && steps < 300) { n = (n & 1) == 0 ? n / 2 : 3 * n + 1; steps++; } return steps; }
    static long divide(int a, int b, long c) { long r = 1; try { r = a / b; r += c / a; } catch (ArithmeticException e) { r = -r * 31 + b; } finally { r ^= c; } return r; }
    static long nestedTry(int a, int b, long c) {
        int state = 0;
        for (int i = -2; i < 3; i++) {
            try { state = state * 3 + 1; try { state += a / i; if (i == 2) continue; } finally { state += 7; } state -= b % (i + 1); }
            catch (RuntimeException e) { state = state * 5 + i; }
        }
        return state + c;
    }
    static long earlyReturn(int a, int b, long c) { for (int i = 0; ; i++) { try { if (i * i > (a & 1023)) return i; } finally { if (i == b) return -i; } } }
    static long table(int a, int b, long c) { long r = 0; for (int i = -1; i < 8; i++) switch ((a + i) & 7) { case 0: r += 1; break; case 1: r *= 3; case 2: r -= b; break; case 5: r ^= c; break; case 7: continue; default: r += 10; } return r; }
    static long lookup(int a, int b, long c) { switch (a) { case -1: return 1; case 0: return b; case 7: b++; case 100: return b - c; case 2147483647: return 5; } return c; }
    static long shifts(int a, int b, long c) { return (a << b) + (a >> b) + (a >>> b) + (c << b) + (c >> b) + (c >>> b) + (byte) a + (char) a + (short) b + (int) c; }
    static long assign(int a, int b, long c) { int x, y; x = y = a++ + ++b; x += y-- * (y = x) + x++; long l = c++; l = l-- + c; return x + y * 31L + l * 7; }
    static long ternaries(int a, int b, long c) { return (a > b ? a < 5 ? a++ : b++ : c > 3 ? --a : --b) + (a == b ? 1L : c) * (c < 0 ? -c : (a | b)); }
    static long nested(int a, int b, long c) { long n = 0; outer: for (int i = 0; i < 12; i++) { for (int j = i; j < 12; j++) { if (i * j == (a & 63)) continue outer; if (i + j == (b & 31)) break outer; n = n * 31 + i - j; } } return n; }
    static long doWhile(int a, int b, long c) { int i = a & 15; do { c = c * 3 + i; if (c < 0) c = ~c; } while (--i > 0); return c; }
    static long rethrow(int a, int b, long c) { long s = c; try { try { s += a / b; } catch (ArithmeticException e) { s++; if (a == 0) throw e; s *= 2; } } finally { s += 1; if (s == 17) s = a / (b & 0); } return s; }
    static long swap(int a, int b, long c) { for (int i = 0; i < 5; i++) { int t = a; a = b; b = t ^ i; long u = c; c = a + u; } return a * 3L + b + c; }
    static long conditions(int a, int b, long c) { boolean x = a > 0 && b > 0 || c != 0 && !(a == b); boolean y = x ^ (a <= b); boolean z = x | y & c >= a; return (x ? 1 : 0) + (y ? 2 : 0) + (z ? 4 : 0); }

    public static void main(String[] inputs) throws Exception {
        for (var m : Arith.class.getDeclaredMethods()) {
            if (m.getReturnType() != long.class) continue;
            for (int i = 0; i < inputs.length; i += 3) {
                Object r;
                try { r = m.invoke(null, Integer.parseInt(inputs[i]), Integer.parseInt(inputs[i + 1]), Long.parseLong(inputs[i + 2])); }
                catch (java.lang.reflect.InvocationTargetException e) { r = "threw"; }
                System.out.println(m.getName() + " " + i / 3 + " " + r);
            }
        }
    }
}
"#;

#[test]
fn compiled_arithmetic() {
    let (dir, class) = support::compile_in("Arith", SOURCE);
    let inputs: Vec<String> = INPUTS.iter().flatten().map(i64::to_string).collect();
    // Everything after the class is the program's: negative numbers are no options.
    let output = Command::new("java")
        .arg("-cp")
        .arg(&dir)
        .arg("Arith")
        .args(&inputs)
        .output()
        .expect("java is on the PATH");
    std::fs::remove_dir_all(&dir).unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let mut lines: Vec<String> = String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(str::to_string)
        .collect();
    let mut ours = Vec::new();
    for method in class.methods.iter().filter(|m| &*m.descriptor == "(IIJ)J") {
        let body = ir::lower(&class, method).unwrap();
        ir::check(&body).unwrap();
        for (number, [a, b, c]) in INPUTS.iter().enumerate() {
            let args = [
                Value::Int(*a as i32),
                Value::Int(*b as i32),
                Value::Long(*c),
            ];
            let result = match agree(&class, method, &body, &args) {
                Outcome::Returned(Value::Long(v)) => v.to_string(),
                Outcome::Threw => "threw".into(),
                other => panic!("{}: {other:?}", method.name),
            };
            ours.push(format!("{} {number} {result}", method.name));
        }
    }
    lines.sort();
    ours.sort();
    assert_eq!(ours.len(), 15 * INPUTS.len());
    assert_eq!(ours, lines);
}
