import cortado.Any;

// An exception in a finally block replaces the one under way.
public class FinallyReplacesException {
    static void f(boolean second) {
        try {
            throw new IllegalArgumentException("first");
        } finally {
            if (second) {
                throw new IllegalStateException("second");
            }
        }
    }

    public static void main(String[] args) {
        boolean second = Any.aBoolean();
        try {
            f(second);
            assert false;
        } catch (IllegalArgumentException e) {
            assert !second;
        } catch (IllegalStateException e) {
            assert second && e.getSuppressed().length == 0;
        }
    }
}
