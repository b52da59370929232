import cortado.Any;
import java.util.HashMap;
import java.util.Map;

// Fibonacci numbers with a cache whose keys come from an input.
public class Memo {
    private final Map<Integer, Long> known = new HashMap<>();

    long fibonacci(int n) {
        if (n < 2) {
            return n;
        }
        Long cached = known.get(n);
        if (cached != null) {
            return cached;
        }
        int result = (int) (fibonacci(n - 1) + fibonacci(n - 2));
        known.put(n, (long) result);
        return result;
    }

    public static void main(String[] args) {
        int n = Any.anInt(40, 50);
        Memo memo = new Memo();
        long f = memo.fibonacci(n);
        assert f > 0;
        assert memo.known.size() == n - 1;
    }
}
