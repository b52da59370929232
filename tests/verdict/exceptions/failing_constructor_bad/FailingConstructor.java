import cortado.Any;

// An object whose constructor failed can be seen when it escaped before.
public class FailingConstructor {
    static FailingConstructor leaked;
    final int a;

    FailingConstructor(int x) {
        leaked = this;
        if (x < 0) {
            throw new IllegalArgumentException();
        }
        a = x;
    }

    public static void main(String[] args) {
        int x = Any.anInt();
        FailingConstructor made = null;
        try {
            made = new FailingConstructor(x);
        } catch (IllegalArgumentException e) {
            assert made == null && leaked.a == 0;
        }
        assert leaked.a == x;
    }
}
