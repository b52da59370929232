import cortado.Any;
import java.util.function.IntSupplier;

// An exception leaves a lambda like any method.
public class ExceptionsPassThrough {
    static int guarded(IntSupplier s) {
        try {
            return s.getAsInt();
        } catch (ArithmeticException e) {
            return -1;
        }
    }

    public static void main(String[] args) {
        int d = Any.anInt();
        int r = guarded(() -> 12 / d);
        assert d != 0 || r == -1;
    }
}
