import cortado.Any;

// Recursion without end is a StackOverflowError that can be caught.
public class StackOverflow {
    static int depth = 0;

    static int descend() {
        return ++depth + descend();
    }

    public static void main(String[] args) {
        boolean go = Any.aBoolean();
        try {
            if (go) {
                descend();
            }
            assert !go;
        } catch (StackOverflowError e) {
            assert depth > 100;
        }
    }
}
