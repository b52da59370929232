import cortado.Any;
import java.util.Arrays;
import java.util.List;

// Generic methods with bounds, wildcards and varargs.
public class Pairs {
    static class Pair<A extends Comparable<A>, B> {
        final A first;
        final B second;

        Pair(A first, B second) {
            this.first = first;
            this.second = second;
        }

        <C> Pair<A, C> with(C other) {
            return new Pair<>(first, other);
        }
    }

    @SafeVarargs
    static <T extends Comparable<? super T>> T max(T first, T... rest) {
        T best = first;
        for (T t : rest) {
            if (t.compareTo(best) > 0) {
                best = t;
            }
        }
        return best;
    }

    static long sum(List<? extends Number> numbers) {
        long sum = 0;
        for (Number n : numbers) {
            sum += n.longValue();
        }
        return sum;
    }

    public static void main(String[] args) {
        int a = Any.anInt();
        int b = Any.anInt();
        int best = max(a, b, 0);
        assert best >= 0 && best >= a && best >= b;
        assert best == a || best == b || best == 0;
        assert max("pear") == "pear";
        Pair<Integer, String> p = new Pair<>(a, "x").with("y");
        assert p.first == a && p.second.equals("y");
        assert sum(Arrays.asList(a, 2L, 3.7)) == a + 5;
        Object raw = new Pair<>(1, List.of("s"));
        @SuppressWarnings("unchecked")
        Pair<Integer, List<Integer>> cast = (Pair<Integer, List<Integer>>) raw;
        try {
            int bad = cast.second.get(0);
            assert false;
        } catch (ClassCastException e) {
            assert e.getMessage() != null;
        }
    }
}
