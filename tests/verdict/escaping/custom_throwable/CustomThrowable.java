import cortado.Any;

// Any Throwable counts, also one of the user's own that is neither Exception nor Error.
public class CustomThrowable {
    static class Odd extends Throwable {}

    @SuppressWarnings("unchecked")
    static <T extends Throwable> void sneak() throws T {
        throw (T) new Odd();
    }

    public static void main(String[] args) {
        if ((Any.anInt() & 1) != 0) {
            CustomThrowable.<RuntimeException>sneak();
        }
    }
}
