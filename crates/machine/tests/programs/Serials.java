import java.io.*;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.*;

/** What comes back from a stream of objects, and what cannot go there. */
public class Serials {
    enum Color { RED, GREEN { @Override public String toString() { return "green"; } } }

    static class Base {
        int counted;

        Base() {
            counted = 7;
            System.out.println("Base made");
        }
    }

    static class Derived extends Base implements Serializable {
        String name = "initial";
        transient int cache = 5;
        Color color = Color.GREEN;
        int[][] grid = {{1}, {2, 3}};
        Object self = this;
    }

    static class Without implements Serializable {
        long a = 1;
        String b = "b";

        Without(int ignored) {}
    }

    static class Outside implements Externalizable {
        int value;

        public Outside() {}

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeInt(value);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException {
            value = in.readInt() + 1;
        }
    }

    static class Replaced implements Serializable {
        private Object writeReplace() {
            return "replaced";
        }
    }

    static class Holder implements Serializable {
        Object unfit = new Object();
    }

    static class Version implements Serializable {
        private static final long serialVersionUID = 42;
    }

    static byte[] bytes(Object object) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        return bytes.toByteArray();
    }

    static Object copy(Object object) throws IOException, ClassNotFoundException {
        return new ObjectInputStream(new ByteArrayInputStream(bytes(object))).readObject();
    }

    public static void main(String[] args) throws Exception {
        Derived derived = new Derived();
        derived.name = "changed";
        derived.counted = 9;
        Derived read = (Derived) copy(derived);
        System.out.println(read.name + read.cache + read.counted + read.color + Arrays.deepToString(read.grid)
                + (read.self == read));
        System.out.println(((Without) copy(new Without(1))).b + bytes(new Without(1)).length);
        Outside outside = new Outside();
        outside.value = 3;
        System.out.println(((Outside) copy(outside)).value);
        System.out.println(copy(new Replaced()));
        System.out.println(copy(Color.RED) == Color.RED);
        System.out.println(copy(new ArrayList<>(List.of(1, 2L, 3.5, 'c', true, "s"))));
        System.out.println(copy(new TreeMap<>(Map.of("a", 1, "b", 2))));
        System.out.println(copy(new ArrayDeque<>(List.of("x", "y"))) + " " + copy(EnumSet.of(Color.RED)));
        System.out.println(copy(new BigDecimal("1.50")) + " " + copy(LocalDate.of(2020, 2, 29)));
        System.out.println(copy(new LinkedHashMap<>(Map.of("k", List.of(1)))) + " " + copy(new Date(0)).hashCode());
        System.out.println(copy(Optional.class) + " " + copy(new int[] {1, 2}).getClass());
        System.out.println(((Exception) copy(new IllegalStateException("why"))).getMessage());
        try {
            bytes(new Holder());
        } catch (NotSerializableException e) {
            System.out.println(e.getMessage());
        }
        byte[] cut = bytes("text");
        try {
            new ObjectInputStream(new ByteArrayInputStream(cut, 0, cut.length - 1)).readObject();
        } catch (EOFException e) {
            System.out.println("cut");
        }
        try {
            new ObjectInputStream(new ByteArrayInputStream(new byte[] {1, 2, 3, 4}));
        } catch (StreamCorruptedException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(ObjectStreamClass.lookup(Version.class).getSerialVersionUID());
        ByteArrayOutputStream two = new ByteArrayOutputStream();
        ObjectOutputStream out = new ObjectOutputStream(two);
        out.writeObject("same");
        out.writeInt(5);
        out.writeUnshared("other");
        out.flush();
        ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(two.toByteArray()));
        System.out.println(in.readObject() + " " + in.readInt() + " " + in.readUnshared());
    }
}
