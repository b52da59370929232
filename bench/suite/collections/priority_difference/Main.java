import java.util.PriorityQueue;
import org.sosy_lab.sv_benchmarks.Verifier;

/** The comparison by difference overflows. */
public class Main {
    static final class Job {
        final int priority;

        Job(int priority) {
            this.priority = priority;
        }
    }

    public static void main(String[] args) {
        PriorityQueue<Job> queue = new PriorityQueue<>((a, b) -> a.priority - b.priority);
        for (int i = 0; i < 3; i++) {
            queue.add(new Job(Verifier.nondetInt()));
        }
        int first = queue.poll().priority;
        int second = queue.poll().priority;
        assert first <= second;
    }
}
