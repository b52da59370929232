import cortado.Any;
import java.util.LinkedList;
import java.util.Queue;

// People wait in order; the newest may leave the queue again.
public class Tickets {
    public static void main(String[] args) {
        Queue<Integer> queue = new LinkedList<>();
        int served = 0;
        int next = 1;
        int gone = 0;
        for (int i = 0; i < 5; i++) {
            switch (Any.anInt(0, 2)) {
                case 0:
                    queue.offer(next++);
                    break;
                case 1:
                    Integer who = queue.poll();
                    if (who != null) {
                        assert who > served;
                        served = who;
                        gone++;
                    }
                    break;
                default:
                    if (queue.remove((Object) (next - 1))) {
                        gone++;
                    }
            }
        }
        assert queue.size() == next - 1 - gone;
    }
}
