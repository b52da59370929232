//! `cortado verify`: what methods that are called demand and promise.

mod common;

use common::check;

/// A call that is followed must fulfil what the method demands.
#[test]
fn preconditions_of_calls() {
    let source = r"
        class Demands {
            int f;
            // holds
            //@ requires x > 0;
            //@ ensures \result == x;
            static int positive(int x) { return x; }
            // holds
            //@ requires n > 0; ensures \result == 1;
            //@ also requires n < 0; ensures \result == -1;
            static int sign(int n) { return n > 0 ? 1 : -1; }
            // holds
            //@ requires f > 0;
            int own() { return f; }
            // holds
            //@ requires (\forall int i; 0 <= i && i < a.length; a[i] != 0);
            static int first(int[] a) { return a.length == 0 ? 0 : 1 / a[0]; }
            // holds
            //@ requires n >= 0;
            static int down(int n) { return n == 0 ? 0 : down(n - 1); }
            // violated
            //@ requires n >= 0;
            static int downByTwo(int n) { return n == 0 ? 0 : downByTwo(n - 2); }
            int free(Demands d) { return d == null ? 0 : 1; }

            // violated
            //@ ensures \result == -1;
            static int broken() { return positive(-1); }
            // holds
            //@ ensures \result == 1;
            static int kept() { return positive(1); }
            // holds
            //@ requires n != 0;
            static int someCase(int n) { return sign(n); }
            // violated
            //@ ensures true;
            static int noCase(int n) { return sign(n); }
            // violated
            //@ ensures true;
            int ofThis() { return own(); }
            // holds
            //@ requires f == 3;
            int ofThisKept() { return own(); }
            // holds
            //@ requires a.length == 2 && a[0] == 1 && a[1] == 2;
            static int allOfArray(int[] a) { return first(a); }
            // violated
            //@ requires a.length == 2 && a[0] == 1;
            static int someOfArray(int[] a) { return first(a); }
            // holds
            //@ ensures \result == 0;
            int nullByDefault() { return free(null); }
            // violated
            //@ ensures \result == 0;
            static int caught() { try { return positive(0); } catch (RuntimeException e) { return 0; } }
        }";
    let told = check("Demands", source, &[]);
    let broken = "the precondition of Demands.positive, which is called";
    assert!(told.contains(broken), "{told}");
}

/// What is thrown by a method that only its contract tells about has any fields, and may be of any class that is named.
#[test]
fn exceptions_by_contract() {
    let source = r"
        class Thrown {
            static class Coded extends RuntimeException { int code; Coded(int c) { code = c; } }
            interface Opaque {
                //@ ensures true; assignable \nothing; signals_only Coded; signals (Coded e) e.code == 2;
                void two();
                //@ ensures true; assignable \nothing; signals_only RuntimeException;
                //@ signals (RuntimeException e) e instanceof java.util.NoSuchElementException;
                void none();
            }
            // violated
            //@ ensures true;
            static void escapes(Opaque o) { o.two(); }
            // violated
            //@ ensures \result == 0;
            static int code(Opaque o) { try { o.two(); return 0; } catch (Coded e) { return e.code; } }
            // holds
            //@ ensures \result == 0 || \result == 2;
            static int eitherCode(Opaque o) { try { o.two(); return 0; } catch (Coded e) { return e.code; } }
            // violated
            //@ ensures \result == 0;
            static int named(Opaque o) { try { o.none(); return 0; } catch (RuntimeException e) { return 1; } }
            // violated
            //@ requires a.length == 3; ensures \result != 2;
            static int copied(int[] a, int i) {
                try { System.arraycopy(a, i, a, 0, 2); return 1; }
                catch (IndexOutOfBoundsException e) { return e instanceof ArrayIndexOutOfBoundsException ? 2 : 1; }
            }
        }";
    check("Thrown", source, &[]);
}

/// A frame lets what it names hold new objects, and leaves final fields alone.
#[test]
fn frames_by_contract() {
    let source = r"
        class Framed {
            /*@ nullable @*/ Framed next;
            final int fixed;
            Framed(int n) { fixed = n; }
            interface Opaque {
                //@ ensures true;
                void everything(Framed f);
                //@ ensures true; assignable f.*;
                void fields(Framed f);
                //@ ensures true; assignable \reach(f, Framed, next).next;
                void reached(Framed f);
            }
            // violated
            //@ ensures next == null || !\fresh(next);
            void byDefault(Opaque o) { o.everything(this); }
            // violated
            //@ ensures next == null || !\fresh(next);
            void ofFields(Opaque o) { o.fields(this); }
            // violated
            //@ ensures next == null || !\fresh(next);
            void ofReached(Opaque o) { o.reached(this); }
            // holds
            //@ ensures fixed == \old(fixed);
            void keeps(Opaque o) { o.everything(this); }
            // holds
            //@ ensures \result == 7;
            static int keepsNew(Opaque o) { Framed f = new Framed(7); o.everything(f); return f.fixed; }
        }";
    check("Framed", source, &[]);
}

/// `pure` beside another frame is still `pure`.
#[test]
fn pure_beside_a_frame() {
    let source = r"
        class Pure {
            int f;
            // violated
            //@ assignable f; ensures f == 1;
            /*@ pure @*/ void writes() { f = 1; }
            // holds
            //@ assignable f; ensures \result == f;
            /*@ pure @*/ int reads() { return f; }
        }";
    check("Pure", source, &[]);
}

/// What a class within a method has captured may be related to what surrounds it.
#[test]
fn captured_variables() {
    let source = r"
        class Captured {
            // holds
            //@ ensures \result >= 0;
            int plain() { return 0; }
            // holds
            //@ requires n > 0; ensures \result != null;
            static Captured of(int n) {
                return new Captured() { int plain() { return n; } };
            }
        }";
    let (told, error, _) = common::verify_source("Captured", source, &["--no-replay"]);
    let inner = "Captured$1.plain(): unknown: a violation for a value of the captured variable n";
    assert!(told.contains(inner), "{told}{error}");
}
