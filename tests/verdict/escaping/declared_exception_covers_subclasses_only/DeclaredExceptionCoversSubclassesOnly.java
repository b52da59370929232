import cortado.Any;

// An Error is not an Exception.
public class DeclaredExceptionCoversSubclassesOnly {
    public static void main(String[] args) throws Exception {
        int x = Any.anInt();
        if (x == 1) {
            throw new IllegalStateException("covered by Exception");
        } else if (x == 2) {
            throw new StackOverflowError("not covered");
        }
    }
}
