import cortado.Any;

// An AssertionError that is caught does not escape.
public class CaughtAssertion {
    static int attempt(int x) {
        assert x > 0 : "not positive";
        return x;
    }

    public static void main(String[] args) {
        int x = Any.anInt();
        int r;
        try {
            r = attempt(x);
        } catch (IllegalStateException e) {
            r = 1;
        }
        assert r > 0;
    }
}
