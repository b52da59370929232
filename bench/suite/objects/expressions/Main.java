import org.sosy_lab.sv_benchmarks.Verifier;

/** Simplifying an expression does not change its value. */
public class Main {
    interface Expr {
        int eval(int x);

        Expr simplify();
    }

    static final class Const implements Expr {
        final int value;

        Const(int value) {
            this.value = value;
        }

        public int eval(int x) {
            return value;
        }

        public Expr simplify() {
            return this;
        }
    }

    static final class Var implements Expr {
        public int eval(int x) {
            return x;
        }

        public Expr simplify() {
            return this;
        }
    }

    static final class Times implements Expr {
        final Expr a;
        final Expr b;

        Times(Expr a, Expr b) {
            this.a = a;
            this.b = b;
        }

        public int eval(int x) {
            return a.eval(x) * b.eval(x);
        }

        public Expr simplify() {
            Expr l = a.simplify();
            Expr r = b.simplify();
            if (l instanceof Const && r instanceof Const) {
                return new Const(((Const) l).value * ((Const) r).value);
            }
            if (l instanceof Const && ((Const) l).value == 0) {
                return l;
            }
            if (l instanceof Const && ((Const) l).value == 1) {
                return r;
            }
            return new Times(l, r);
        }
    }

    static Expr some(int depth) {
        if (depth == 0 || Verifier.nondetBoolean()) {
            return Verifier.nondetBoolean() ? new Var() : new Const(Verifier.nondetByte());
        }
        return new Times(some(depth - 1), some(depth - 1));
    }

    public static void main(String[] args) {
        Expr e = some(1);
        int x = Verifier.nondetInt();
        assert e.simplify().eval(x) == e.eval(x);
    }
}
