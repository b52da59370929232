import cortado.Any;
import java.util.function.Function;
import java.util.function.ToLongFunction;

// A functional interface may box, unbox and widen around the method it refers to.
public class Adaptation {
    static int twice(int x) {
        return 2 * x;
    }

    static String all(Object... xs) {
        return "n" + xs.length;
    }

    public static void main(String[] args) {
        int x = Any.anInt();
        ToLongFunction<Integer> f = Adaptation::twice;
        assert f.applyAsLong(x) == 2L * x;
        Function<String, Object> g = Adaptation::all;
        assert g.apply("a").equals("n1");
    }
}
