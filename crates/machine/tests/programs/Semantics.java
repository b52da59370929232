import java.util.*;
import java.util.function.*;
public class Semantics {
    static void p(Object o) { System.out.println(o); }
    static int[] g = new int[3];
    static class Boom { static int v = 1 / Integer.parseInt("0"); static void f() {} }
    static class Child extends Boom { static { p("child"); } }
    interface K { int X = init("K.X"); default void m() {} }
    interface L extends K { int Y = init("L.Y"); }
    static class Imp implements L { static int z = init("Imp.z"); }
    static int init(String s) {
        p("init " + s);
        return 3;
    }
    static class Par {
        static { p("Par"); }
        static final int CONST = 7;
        static final Integer BOX = 8;
        static int f() { return 1; }
    }
    static class Sub extends Par { static { p("Sub"); } }
    static abstract class Abs {
        abstract Object get();
        protected int prot = 4;
        private int priv() { return 1; }
        int callPriv() { return priv(); }
    }
    static class Con extends Abs {
        String get() { return "con"; }
        private int priv() { return 2; }
    }
    static class Cyc1 { static int a = Cyc2.b + 1; }
    static class Cyc2 { static int b = Cyc1.a + 1; }
    static int depth;
    static void dive() {
        depth++;
        dive();
    }
    static class Node {
        Node next;
        byte[] payload = new byte[1000];
        Node(Node n) { next = n; }
    }
    static long fin(int n) {
        long r = 0;
        for (int i = 0; i < n; i++) {
            try {
                try {
                    if (i % 3 == 0) throw new IllegalStateException("i" + i);
                    if (i % 3 == 1) continue;
                    r += i;
                } finally {
                    r += 1000;
                    if (i == 7) break;
                }
            } catch (IllegalStateException e) { r += e.getMessage().length(); }
        }
        return r;
    }
    static int nested() {
        int x = 0;
        try {
            x = 1;
            return x;
        } finally { x = 2; }
    }
    static String multi(int k) {
        try {
            switch (k) {
                case 0: throw new java.io.IOException("io");
                case 1: throw new ClassNotFoundException("cnf");
                case 2: Object o = null;
                o.hashCode();
                default: return "none";
            }
        } catch (java.io.IOException | ClassNotFoundException e) { return e.getClass().getSimpleName(); } catch (RuntimeException e) { return "rt"; } finally { p("fin" + k); }
    }
    static <T> void generic(List<? super T> l, T t) { l.add(t); }
    static int sum(int... xs) {
        int s = 0;
        for (int x : xs) s += x;
        return s;
    }
    static String over(Object o) { return "O"; }
    static String over(String s) { return "S"; }
    static String over(Integer i) { return "I"; }
    static String over(long l) { return "J"; }
    static String over(int... i) { return "V"; }
    static String over(char c) { return "C"; }
    static String over(double d) { return "D"; }
    static class Thrower implements Iterable<Integer> {
        public Iterator<Integer> iterator() { throw new UnsupportedOperationException("no iter"); }
    }
    static class Eq {
        int v;
        Eq(int v) { this.v = v; }
        public boolean equals(Object o) {
            p("eq");
            return o instanceof Eq e && e.v == v;
        }
        public int hashCode() { return 1; }
    }
    static class Clo implements Cloneable {
        int[] a = {1};
        public Clo clone() throws CloneNotSupportedException { return (Clo) super.clone(); }
    }
    static class NoClo {
        Object c() throws CloneNotSupportedException { return super.clone(); }
    }
    public static void main(String[] args) throws Throwable {
        try { Boom.f(); } catch (ExceptionInInitializerError e) { p(e + " " + e.getCause()); }
        try { Boom.f(); } catch (NoClassDefFoundError e) { p(e); }
        try { new Child(); } catch (NoClassDefFoundError e) { p(e); }
        p(Imp.z);
        p(L.Y);
        new Imp().m();
        p(Sub.CONST);
        p(Sub.f());
        p(Sub.BOX);
        Sub[] none = new Sub[2];
        p(Sub.class.getSimpleName());
        new Sub();
        Abs ab = new Con();
        p(ab.get() + "" + ab.callPriv() + ab.prot);
        p(Cyc1.a + " " + Cyc2.b);
        try { dive(); } catch (StackOverflowError e) { p(depth > 500); }
        int d1 = depth;
        depth = 0;
        try { dive(); } catch (StackOverflowError e) { p(depth > 500); }
        Node keep = null;
        for (int i = 0; i < 200000; i++) {
            Node n = new Node(i % 1000 == 0 ? keep : null);
            if (i % 1000 == 0) keep = n;
        }
        int len = 0;
        for (Node n = keep; n != null; n = n.next) len++;
        p(len);
        try {
            long[][] big = new long[100000][];
            for (int i = 0; i < big.length; i++) big[i] = new long[1000000];
        } catch (OutOfMemoryError e) { p(e); }
        try { byte[] x = new byte[Integer.MAX_VALUE]; } catch (OutOfMemoryError e) { p(e); }
        p(fin(12));
        p(nested());
        for (int i = 0; i < 4; i++) p(multi(i));
        List<Object> lo = new ArrayList<>();
        Semantics.<String>generic(lo, "g");
        p(lo);
        p(sum() + sum(1) + sum(1, 2, 3));
        byte bb = 1;
        short sh = 2;
        p(over(bb) + over('c') + over(1L) + over(1f) + over((Object) "s") + over("s") + over(sh) + over((Integer) 5) + over(2, 1));
        try { for (int x : new Thrower()) p(x); } catch (UnsupportedOperationException e) { p(e.getMessage()); }
        Map<Eq, Integer> me = new HashMap<>();
        me.put(new Eq(1), 1);
        me.put(new Eq(2), 2);
        me.put(new Eq(1), 3);
        p(me.size() + " " + me.get(new Eq(1)));
        Clo c1 = new Clo(), c2 = c1.clone();
        p(c1.a == c2.a);
        try { new NoClo().c(); } catch (CloneNotSupportedException e) { p(e); }
        int[][] ma = {{1, 2}, {3}};
        int[][] mb = ma.clone();
        mb[0][0] = 9;
        mb[1] = null;
        p(Arrays.deepToString(ma));
        int[] arr = null;
        int idx = 0;
        try { arr[idx++] = 1 / 0; } catch (ArithmeticException e) { p("AE " + idx); } catch (NullPointerException e) { p("NPE " + idx); }
        try { g[5] = 1 / 0; } catch (RuntimeException e) { p(e.getClass()); }
        try { g[idx = 5] += idx = 0; } catch (ArrayIndexOutOfBoundsException e) { p(e.getMessage() + idx); }
        try { getArr()[side("i", 1)] = side("v", 2); } catch (NullPointerException e) { p("npe"); }
        Object o = new int[]{1};
        p(o instanceof int[] ia && ia.length == 1);
        p(o instanceof Object[]);
        p(new Integer[0] instanceof Number[]);
        p((Object) new int[0][0] instanceof Object[]);
        p(o.getClass().getSuperclass() + " " + o.getClass().isArray() + o.getClass().getComponentType());
        try { Object s = (Comparable<?>) new Object(); } catch (ClassCastException e) { p("cce"); }
        Runnable[] rs = new Runnable[3];
        for (int i = 0; i < 3; i++) {
            int j = i;
            rs[i] = () -> p("r" + j);
        }
        for (Runnable r : rs) r.run();
        Function<Integer, Function<Integer, Integer>> add = x -> y -> x + y;
        p(add.apply(3).apply(4));
        Supplier<Runnable> sr = () -> Semantics::hello;
        sr.get().run();
        BinaryOperator<Integer> mx = BinaryOperator.maxBy(Comparator.naturalOrder());
        p(mx.apply(3, 9));
        Callback cb = new Semantics()::inst;
        p(cb.call((byte) 3));
        IntFunction<String> is = Integer::toString;
        p(is.apply(5));
        ToLongFunction<Integer> tl = Integer::longValue;
        p(tl.applyAsLong(4));
        Function<Object, String> os = Object::toString;
        p(os.apply(5));
        Supplier<Con> cs = Con::new;
        p(cs.get().get());
        BiFunction<Integer, Integer, Long> bl = (x, y) -> (long) x * y;
        p(bl.apply(1 << 20, 1 << 20));
        DoubleUnaryOperator du = Math::sqrt;
        p(du.applyAsDouble(2));
        UnaryOperator<String> up = String::toUpperCase;
        p(up.andThen(String::length).apply("abc"));
        Predicate<String> em = String::isEmpty;
        p(em.negate().or(x -> true).test(""));
        long L = 1L << 40;
        int sh1 = 1 << 31 >> 31 >>> 28;
        p(L + sh1);
        float f = 16777217;
        p(f);
        double dd = 9007199254740993L;
        p(dd);
        p((float) 1e40 + " " + (int) 1e20f + (char) 65.7 + (byte) 300.5 + (short) -1e10);
        p(0x7fffffff + 1);
        p('a' + 'b' + "c" + 'd' + 1);
        p((int) 'a' / 2 * 2.0f);
        p(1 / 3 * 3.0 + 07 + 0b11 + 0x1p3 + 1_000);
        p(~5 ^ 3 & 6 | 1);
        boolean t = true;
        t &= false;
        t |= true;
        t ^= true;
        p(t);
        p(Long.MIN_VALUE + "" + Integer.MIN_VALUE + Byte.MIN_VALUE + (int) Character.MAX_VALUE);
        final int fi = 10;
        byte fb = fi;
        fb *= 30;
        p(fb);
        int ternary = t ? 1 : fb > 3 ? 2 : 3;
        p(ternary);
        p(Float.compare(-0f, 0f) + Double.compare(Double.NaN, 1) + " " + (0.0 == -0.0) + new Double(0.0).equals(-0.0) + Math.min(-0.0, 0.0) + Math.max(Float.NaN, 1f) + Math.round(-2.5) + Math.round(2.5) + Math.rint(2.5) + Math.round(0.49999999999999994));
        StringBuilder sb = new StringBuilder();
        outer: do {
            for (; ; ) {
                sb.append('x');
                if (sb.length() > 3) break outer;
                if (sb.length() % 2 == 0) continue outer;
            }
        } while (sb.length() < 10);
        p(sb);
        int w = 0;
        while (w++ < 5) if (w == 3) continue;
        else sb.append(w);
        p(sb);
        var anon = new Object() {
            int cnt = 5;
            int inc() { return ++cnt; }
        };
        p(anon.inc() + anon.cnt);
        class Local {
            int v = w2();
            int w2() { return sb.length(); }
        }
        p(new Local().v);
        Iterator<String> it = new TreeMap<>(Map.of("x", 1, "y", 2)).keySet().iterator();
        it.next();
        it.remove();
        p(it.next());
        char[] ca = {'h', 'i'};
        System.out.println(ca);
        p(String.valueOf(ca) + ca.length);
        System.out.print(1.0f);
        System.out.print('c');
        System.out.print((Object) null);
        System.out.println();
        System.out.printf("%s%n", "pf");
        p(new String(new int[]{0x1F600, 65}, 0, 2).length() + new String("abc").intern() + ("ab" + "c" == "abc") + (new String("abc") == "abc"));
        p("abc".hashCode() + "" + "".hashCode() + List.of("a", "b").toString().hashCode() + Boolean.hashCode(true) + Double.hashCode(1.5) + Long.hashCode(1L << 33) + Character.hashCode('a') + Arrays.asList(1, null).hashCode() + Map.entry("a", 1).hashCode() + Objects.hashCode(null) + Optional.of(3).hashCode() + new AbstractMap.SimpleEntry<>("k", 2));
        throw new MyEx("last", new RuntimeException("cause"));
    }
    static class MyEx extends Exception {
        MyEx(String m, Throwable c) { super(m, c); }
        @Override public String getMessage() { return "over " + super.getMessage(); }
    }
    interface Callback { long call(byte b); }
    int inst(int x) { return x * 2; }
    static void hello() { p("hello"); }
    static int[] getArr() {
        p("arr");
        return null;
    }
    static int side(String s, int v) {
        p(s);
        return v;
    }
}
