import cortado.Any;

// An assertion whose error is wrapped into another exception escapes as that exception.
public class WrappedAssertion {
    public static void main(String[] args) {
        int x = Any.anInt();
        try {
            assert x > 0;
        } catch (AssertionError e) {
            throw new IllegalStateException(e);
        }
    }
}
