import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What all generated programs share: classes, state that they change, and a digest of it. */
class Shared {
    static class E extends RuntimeException {
        final int code;

        E(int code) {
            super(null, null, false, true);
            this.code = code;
        }
    }

    interface Op {
        int apply(int x);
    }

    static class N implements Op {
        int v;
        N next;

        N(int v) {
            this.v = v;
        }

        int kind() {
            return 1;
        }

        public int apply(int x) {
            return x + v;
        }

        void set(int x) {
            v = x;
        }
    }

    static class S extends N {
        int w;

        S(int v) {
            super(v);
            w = v > 2 ? 1 : 5;
        }

        @Override
        int kind() {
            return 2;
        }

        @Override
        public int apply(int x) {
            if (x > w) {
                return x - v;
            }
            w++;
            return w;
        }

        @Override
        void set(int x) {
            if (x < 0) {
                throw new E(x);
            }
            w = x;
        }
    }

    static final class T extends N {
        T(int v) {
            super(v & 7);
        }

        @Override
        int kind() {
            return v == 0 ? 3 : 4;
        }

        @Override
        public int apply(int x) {
            return v == 3 ? 10 / x : x * 2;
        }
    }

    static class Lazy {
        static final int[] TABLE = {3, 1, 4, 1, 5, 9, 2, 6};
    }

    enum Color { RED, GREEN, BLUE }

    static int s0;
    static int s1;
    static long s2;
    static boolean sz;
    static N sn;
    static N so;
    static int[] arr;
    static byte[] bytes;
    static N[] nodes;
    static List<N> list;
    static Map<String, N> map;
    static StringBuilder text;

    static final String[] KEYS = {"out", "number", "verbose", "v"};

    static void reset() {
        s0 = 0;
        s1 = 1;
        s2 = 2;
        sz = false;
        sn = new S(3);
        so = new N(4);
        arr = new int[] {5, 6, 7, 8};
        bytes = new byte[3];
        nodes = new N[] {so, new S(1), new T(11)};
        list = new ArrayList<>();
        map = new HashMap<>();
        text = new StringBuilder();
    }

    /** The element of this number, or null. */
    static N element(int i) {
        return i >= 0 && i < list.size() ? list.get(i) : null;
    }

    /** The key of this option, or null. */
    static String key(char letter) {
        for (String key : KEYS) {
            if (key.charAt(0) == letter) {
                return key;
            }
        }
        return null;
    }

    static void put(String key, N n) {
        if (key == null) {
            throw new E(8);
        }
        if (n == null && map.containsKey(key)) {
            map.remove(key);
        } else {
            map.put(key, n);
        }
    }

    static Color color(int x) {
        return x < 0 ? Color.RED : x == 0 ? Color.GREEN : Color.BLUE;
    }

    static int recurse(int n, int x) {
        if (n <= 0) {
            return x;
        }
        if (x > 3) {
            return recurse(n - 1, x - 2) + 1;
        }
        return recurse(n - 1, x + 1);
    }

    static long digest(N n, int depth) {
        if (n == null) {
            return 1;
        }
        long d = n.v * 31L + n.kind();
        if (n instanceof S) {
            d = d * 31 + ((S) n).w;
        }
        return depth == 0 ? d : d * 31 + digest(n.next, depth - 1);
    }

    static long state(long d) {
        d = d * 31 + s0;
        d = d * 31 + s1;
        d = d * 31 + s2;
        d = d * 31 + (sz ? 1 : 0) + (sn == so ? 2 : 0);
        for (int x : arr) {
            d = d * 31 + x;
        }
        for (byte x : bytes) {
            d = d * 31 + x;
        }
        d = d * 31 + digest(sn, 2);
        d = d * 31 + digest(so, 1);
        for (N n : nodes) {
            d = d * 31 + digest(n, 1);
        }
        for (N n : list) {
            d = d * 31 + digest(n, 0);
        }
        for (String key : KEYS) {
            d = d * 31 + (map.containsKey(key) ? digest(map.get(key), 0) : 7);
        }
        for (int i = 0; i < text.length(); i++) {
            d = d * 31 + text.charAt(i);
        }
        return d;
    }
}
