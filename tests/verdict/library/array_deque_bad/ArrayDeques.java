import cortado.Any;
import java.util.ArrayDeque;
import java.util.Deque;

// ArrayDeque as a stack and as a queue.
public class ArrayDeques {
    public static void main(String[] args) {
        Deque<Integer> d = new ArrayDeque<>();
        int n = Any.anInt(0, 3);
        for (int i = 0; i < n; i++) {
            d.push(i);
            d.addLast(-i);
        }
        assert d.size() == 2 * n;
        if (n >= 0) {
            assert d.pop() == n - 1;
            assert d.pollLast() == 1 - n;
        }
        assert n > 0 || d.poll() == null;
    }
}
