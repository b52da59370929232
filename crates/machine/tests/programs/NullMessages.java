import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;

/** Messages of `NullPointerException`s that instructions throw, and the lack of one elsewhere. */
public class NullMessages {
    static String text;
    static int[][] table = new int[3][];
    NullMessages next;
    String name;
    long wide;
    Integer boxed;

    interface Attempt {
        void run() throws Throwable;
    }

    static void attempt(Attempt attempt) {
        try {
            attempt.run();
            System.out.println("nothing");
        } catch (Throwable e) {
            System.out.println(e);
        }
    }

    static NullMessages make(int number, String... rest) {
        return null;
    }

    NullMessages self() {
        return this;
    }

    static int unnamed(String[] texts, int at, Object other) {
        other = null;
        return texts[at].length() + other.hashCode();
    }

    static void parameters(long a, double b, String c, List<String> d) {
        attempt(() -> System.out.println(c.length()));
        d.add(c);
    }

    public static void main(String[] args) {
        NullMessages object = new NullMessages();
        int i = 2;
        long[] longs = null;
        double[] doubles = null;
        boolean[] flags = null;
        char[] letters = null;
        Object lock = null;
        RuntimeException none = null;
        attempt(() -> text.length());
        attempt(() -> System.out.println(object.next.name));
        attempt(() -> object.next.next.name = "x");
        attempt(() -> object.next.wide = 5L);
        attempt(() -> System.out.println(object.next.next.next.next.next.next.name.length()));
        attempt(() -> System.out.println(object.self().self().next.name));
        attempt(() -> System.out.println(object.self().name.trim()));
        attempt(() -> System.out.println(make(1, "a").name));
        attempt(() -> System.out.println(make(1).self().name));
        attempt(() -> System.out.println(table[1][0]));
        attempt(() -> table[i][i + 1] = 7);
        attempt(() -> System.out.println(table[i - 1].length));
        attempt(() -> System.out.println(longs[3]));
        attempt(() -> longs[3] = 4);
        attempt(() -> doubles[i] = 1.5);
        attempt(() -> flags[0] = true);
        attempt(() -> System.out.println(letters[1]));
        attempt(() -> {
            synchronized (lock) {
                System.out.println("never");
            }
        });
        attempt(() -> {
            throw none;
        });
        attempt(() -> {
            int value = object.boxed;
        });
        attempt(() -> ((String) (Object) null).concat("x"));
        attempt(() -> System.out.println((i > 1 ? object.name : text).length()));
        attempt(() -> ((Function<Object, String>) Object::toString).apply(null));
        attempt(() -> {
            throw new NullPointerException();
        });
        attempt(() -> {
            throw new NullPointerException("mine");
        });
        attempt(() -> Objects.requireNonNull(null));
        attempt(() -> Objects.requireNonNull(null, "required"));
        attempt(() -> System.arraycopy(null, 0, null, 0, 1));
        attempt(() -> unnamed(new String[2], 1, "x"));
        attempt(() -> unnamed(new String[] {"a"}, 0, "x"));
        attempt(() -> parameters(1, 2, null, null));
        attempt(() -> new ArrayList<>((List<String>) null));
        attempt(() -> List.of(1, null));
        attempt(() -> "a".compareTo(null));
        attempt(() -> {
            switch (text) {
                case "a":
                    break;
            }
        });
        attempt(() -> {
            for (String element : object.next.list()) {
                System.out.println(element);
            }
        });
        attempt(() -> {
            for (String element : object.list()) {
                System.out.println(element);
            }
        });
        attempt(() -> {
            Supplier<String> supplier = null;
            supplier.get();
        });
        attempt(() -> {
            int[][][] cube = new int[2][2][];
            cube[1][object.list() == null ? 1 : 0][0]++;
        });
        Object last = object.next;
        last.toString();
    }

    List<String> list() {
        return null;
    }
}
