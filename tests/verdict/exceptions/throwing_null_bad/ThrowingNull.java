import cortado.Any;

// Throwing null throws a NullPointerException instead (JLS 14.18).
public class ThrowingNull {
    static RuntimeException failure(int x) {
        return x == 0 ? null : new UnsupportedOperationException();
    }

    public static void main(String[] args) {
        int x = Any.anInt();
        try {
            throw failure(x);
        } catch (UnsupportedOperationException e) {
            assert x != 0;
        } catch (ArithmeticException e) {
            assert x == 0;
        }
    }
}
