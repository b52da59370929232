import cortado.Any;
import java.util.ArrayList;
import java.util.List;

// Deferred actions run when they are called; no thread is involved.
public class RunnableInOrder {
    public static void main(String[] args) {
        int x = Any.anInt();
        int[] cell = {x};
        List<Runnable> todo = new ArrayList<>();
        todo.add(() -> cell[0] *= 2);
        todo.add(() -> cell[0] += 3);
        assert cell[0] == x;
        todo.forEach(Runnable::run);
        assert cell[0] == 2 * (x + 3);
    }
}
