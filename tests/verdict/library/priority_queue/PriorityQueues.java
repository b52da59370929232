import cortado.Any;
import java.util.Comparator;
import java.util.PriorityQueue;

// PriorityQueue gives back its elements in order.
public class PriorityQueues {
    public static void main(String[] args) {
        PriorityQueue<Integer> q = new PriorityQueue<>(Comparator.reverseOrder());
        int x = Any.anInt();
        q.add(x);
        q.add(5);
        q.add(7);
        int first = q.poll();
        int second = q.poll();
        assert first >= second && second >= q.peek();
        assert first == Math.max(x, 7);
    }
}
