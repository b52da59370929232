// A sealed interface has no other implementations: nothing is left out.
public class Sealed {
    sealed interface Expr permits Num, Neg {
    }

    record Num(short value) implements Expr {
    }

    record Neg(short value) implements Expr {
    }

    static int eval(Expr e) {
        return e instanceof Num n ? n.value() : -((Neg) e).value();
    }

    static void check(Expr e) {
        assert eval(e) >= -32768;
    }
}
