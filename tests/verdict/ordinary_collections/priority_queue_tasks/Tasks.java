import cortado.Any;
import java.util.Comparator;
import java.util.PriorityQueue;

// Tasks by priority, then by name.
public class Tasks {
    static class Task {
        final String name;
        final int priority;

        Task(String name, int priority) {
            this.name = name;
            this.priority = priority;
        }
    }

    public static void main(String[] args) {
        Comparator<Task> order = Comparator.comparingInt((Task t) -> t.priority).reversed()
            .thenComparing(t -> t.name);
        PriorityQueue<Task> queue = new PriorityQueue<>(order);
        int p = Any.anInt(0, 10);
        int q = Any.anInt(0, 10);
        queue.add(new Task("wash", p));
        queue.add(new Task("cook", q));
        queue.add(new Task("eat", 5));
        Task first = queue.poll();
        Task second = queue.poll();
        Task third = queue.poll();
        assert queue.poll() == null;
        assert first.priority >= second.priority;
        if (second.priority == third.priority) {
            assert second.name.compareTo(third.name) < 0;
        }
    }
}
