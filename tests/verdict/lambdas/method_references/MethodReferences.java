import cortado.Any;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntFunction;
import java.util.function.Supplier;

// The kinds of method references: static, bound, unbound, constructor, array constructor.
public class MethodReferences {
    final int value;

    MethodReferences(int value) {
        this.value = value;
    }

    int plus(int n) {
        return value + n;
    }

    public static void main(String[] args) {
        int x = Any.anInt();
        IntBinaryOperator max = Math::max;
        assert max.applyAsInt(x, 0) >= 0;
        Function<Integer, MethodReferences> make = MethodReferences::new;
        MethodReferences made = make.apply(x);
        Function<Integer, Integer> bound = made::plus;
        BiFunction<MethodReferences, Integer, Integer> unbound = MethodReferences::plus;
        assert bound.apply(1).equals(unbound.apply(made, 1));
        IntFunction<int[]> array = int[]::new;
        assert array.apply(3).length == 3;
        Supplier<String> text = "text"::toUpperCase;
        assert text.get().equals("TEXT");
    }
}
