import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Copies an object graph by writing and reading it. */
public class DeepCopy {
    enum Status { OPEN, PAID }

    static class Item implements Serializable {
        private static final long serialVersionUID = 1L;
        final String name;
        int count;
        transient int cached = -1;

        Item(String name, int count) {
            this.name = name;
            this.count = count;
        }
    }

    static class Order implements Serializable {
        private static final long serialVersionUID = 2L;
        final List<Item> items = new ArrayList<>();
        final Map<String, Integer> discounts = new HashMap<>();
        final int[] totals = {1, 2, 3};
        Status status = Status.OPEN;
        Order next;
    }

    @SuppressWarnings("unchecked")
    static <T> T copy(T object) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return (T) in.readObject();
        }
    }

    public static void main(String[] args) throws Exception {
        Order order = new Order();
        int count = cortado.Any.anInt();
        order.items.add(new Item("pen", count));
        order.items.add(order.items.get(0));
        order.discounts.put("june", 10);
        order.status = Status.PAID;
        order.next = order;
        Order copy = copy(order);
        assert copy != order && copy.next == copy;
        assert copy.items.get(0) == copy.items.get(1);
        assert copy.items.get(0).name.equals("pen") && copy.items.get(0).count == count;
        assert copy.items.get(0).cached == 0;
        assert copy.discounts.get("june") == 10 && copy.totals.length == 3;
        assert copy.status == Status.PAID;
    }
}
