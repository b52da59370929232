import cortado.Any;
import java.util.function.IntUnaryOperator;

// A lambda that calls itself through a field.
public class Recursive {
    static IntUnaryOperator factorial;

    public static void main(String[] args) {
        int n = Any.anInt(0, 5);
        factorial = k -> k <= 2 ? 1 : k * factorial.applyAsInt(k - 1);
        int f = factorial.applyAsInt(n);
        assert n < 2 || f % 2 == 0;
        assert f <= 120;
    }
}
