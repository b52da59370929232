import cortado.Any;
import java.util.function.Function;
import java.util.function.Predicate;

// Default methods of the functional interfaces.
public class Composition {
    public static void main(String[] args) {
        int x = Any.anInt(-1000, 1000);
        Function<Integer, Integer> inc = n -> n + 1;
        Function<Integer, Integer> dbl = n -> n * 2;
        assert inc.andThen(dbl).apply(x) == 2 * x + 2;
        Predicate<Integer> positive = n -> n > 0;
        assert positive.negate().or(n -> n == 0).test(x) == x <= 0;
        assert Function.<Integer>identity().apply(x) == x;
    }
}
