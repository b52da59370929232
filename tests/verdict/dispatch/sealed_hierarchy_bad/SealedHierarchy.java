import cortado.Any;

// A sealed hierarchy evaluated by an interpreter over records.
public class SealedHierarchy {
    sealed interface Expr permits Num, Add, Neg {}

    record Num(int value) implements Expr {}

    record Add(Expr left, Expr right) implements Expr {}

    record Neg(Expr inner) implements Expr {}

    static int eval(Expr e) {
        if (e instanceof Num n) {
            return n.value();
        } else if (e instanceof Add a) {
            return eval(a.left()) + eval(a.right());
        } else if (e instanceof Neg n) {
            return eval(n.inner());
        }
        throw new IllegalStateException();
    }

    public static void main(String[] args) {
        int x = Any.anInt();
        assert eval(new Add(new Num(x), new Neg(new Num(x)))) == 0;
    }
}
