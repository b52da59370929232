import cortado.Any;
import java.util.ArrayDeque;
import java.util.Deque;

// Undo and redo over an integer.
public class History {
    private final Deque<Integer> undo = new ArrayDeque<>();
    private final Deque<Integer> redo = new ArrayDeque<>();
    private int value;

    void set(int v) {
        undo.push(value);
        value = v;
        redo.poll();
    }

    void undo() {
        if (!undo.isEmpty()) {
            redo.push(value);
            value = undo.pop();
        }
    }

    void redo() {
        if (!redo.isEmpty()) {
            undo.push(value);
            value = redo.pop();
        }
    }

    public static void main(String[] args) {
        History h = new History();
        int changes = 0;
        for (int i = 0; i < 5; i++) {
            switch (Any.anInt(0, 2)) {
                case 0 -> h.set(++changes);
                case 1 -> h.undo();
                default -> h.redo();
            }
        }
        int newest = changes;
        h.set(-1);
        h.redo();
        assert h.value == -1;
        h.undo();
        assert h.value >= 0 && h.value <= newest;
    }
}
