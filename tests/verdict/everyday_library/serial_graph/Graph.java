import java.io.*;
import java.util.*;

/** Objects that refer to each other, boxes, an enum, and a singleton, in one stream. */
public class Graph {
    enum State { NEW, DONE }

    static class Node implements Serializable {
        State state = State.NEW;
        Node next;
        int[] data;
        Map<String, Object> values = new HashMap<>();
        transient int cached = 3;
    }

    static final class Registry implements Serializable {
        static final Registry INSTANCE = new Registry();

        private Object readResolve() {
            return INSTANCE;
        }
    }

    public static void main(String[] args) throws IOException, ClassNotFoundException {
        int value = cortado.Any.anInt();
        Node a = new Node();
        Node b = new Node();
        a.next = b;
        b.next = a;
        a.data = new int[] {value, 2};
        a.values.put("int", value);
        a.values.put("long", (long) value);
        b.state = value > 0 ? State.DONE : State.NEW;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(new Object[] {a, Registry.INSTANCE, value, value});
        }
        ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()));
        Object[] read = (Object[]) in.readObject();
        Node copy = (Node) read[0];
        assert copy.next.next == copy && copy.cached == 0;
        assert copy.data[0] == value && copy.values.equals(a.values);
        assert copy.next.state == b.state;
        assert read[2].equals(value) && read[3].equals(read[2]);
        assert read[1] == Registry.INSTANCE;
    }
}
