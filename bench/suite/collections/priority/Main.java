import java.util.PriorityQueue;
import org.sosy_lab.sv_benchmarks.Verifier;

/** A priority queue hands out the smallest first. */
public class Main {
    public static void main(String[] args) {
        PriorityQueue<Integer> queue = new PriorityQueue<>();
        for (int i = 0; i < 4; i++) {
            queue.add(Verifier.nondetInt());
        }
        int last = Integer.MIN_VALUE;
        while (!queue.isEmpty()) {
            int next = queue.poll();
            assert next >= last;
            last = next;
        }
    }
}
