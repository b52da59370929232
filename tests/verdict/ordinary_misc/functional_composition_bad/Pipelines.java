import cortado.Any;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

// Functions made of functions.
public class Pipelines {
    static <T> UnaryOperator<T> times(int n, UnaryOperator<T> f) {
        return x -> {
            T result = x;
            for (int i = 0; i < n; i++) {
                result = f.apply(result);
            }
            return result;
        };
    }

    public static void main(String[] args) {
        int x = Any.anInt(-50, 50);
        Function<Integer, Integer> twice = v -> v * 2;
        Function<Integer, Integer> next = v -> v + 1;
        assert twice.andThen(next).apply(x) == 2 * x + 1;
        assert twice.compose(next).apply(x) == 2 * x + 1;
        Predicate<Integer> even = v -> v % 2 == 0;
        Predicate<Integer> positive = v -> v > 0;
        assert even.and(positive).negate().test(x) == (x % 2 != 0 || x <= 0);
        assert even.or(positive).test(x) || x < 0;
        BiFunction<Integer, Integer, Integer> add = Integer::sum;
        assert add.andThen(twice).apply(x, 1) == twice.apply(next.apply(x));
        assert times(3, (Integer v) -> v + 2).apply(x) == x + 6;
        IntUnaryOperator abs = Math::abs;
        assert abs.applyAsInt(x) >= 0;
        Supplier<Supplier<Integer>> nested = () -> () -> x;
        assert nested.get().get() == x;
        assert Function.<Integer>identity().apply(x) == x;
    }
}
