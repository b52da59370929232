import java.util.ArrayDeque;
import java.util.Deque;
import org.sosy_lab.sv_benchmarks.Verifier;

/** A bounded buffer hands out what came in, in that order. */
public class Main {
    static final int CAPACITY = 3;
    private final Deque<Integer> items = new ArrayDeque<>();

    boolean offer(int item) {
        if (items.size() == CAPACITY) {
            return false;
        }
        items.addLast(item);
        return true;
    }

    int take() {
        return items.removeFirst();
    }

    boolean isEmpty() {
        return items.isEmpty();
    }

    public static void main(String[] args) {
        Main buffer = new Main();
        int in = 0;
        int out = 0;
        for (int step = 0; step < 6; step++) {
            if (Verifier.nondetBoolean()) {
                if (buffer.offer(in)) {
                    in++;
                }
            } else if (!buffer.isEmpty()) {
                assert buffer.take() == out;
                out++;
            }
            assert in - out <= CAPACITY;
            assert out <= in;
        }
    }
}
