import java.util.*;
import java.util.function.*;
public class Language {
    static void p(Object o) { System.out.println(o); }
    interface A { default String who() { return "A"; } }
    interface B extends A { default String who() { return "B" + A.super.who(); } }
    interface C extends A { }
    static class D implements B, C { }
    static class E0 implements C { public String who() { return "E" + C.super.who(); } }
    static abstract class Base {
        Base() { init(); }
        abstract void init();
    }
    static class Derived extends Base {
        int x = 5;
        int y;
        void init() {
            x = 7;
            y = 9;
        }
    }
    static int f(int i) {
        try { return i / (i - 1); } catch (ArithmeticException e) { return -1; } finally { if (i == 3) return 33; }
    }
    static <T extends Comparable<T>> T max(T a, T b) { return a.compareTo(b) > 0 ? a : b; }
    static class Res implements AutoCloseable {
        String n;
        Res(String n) {
            this.n = n;
            p("open " + n);
        }
        public void close() throws Exception {
            p("close " + n);
            throw new Exception("close-" + n);
        }
    }
    enum Op implements IntBinaryOperator {
        ADD("+") { public int applyAsInt(int a, int b) { return a + b; } }, MUL("*") { public int applyAsInt(int a, int b) { return a * b; } };
        final String s;
        Op(String s) { this.s = s; }
    }
    record Point(int x, double y, String... rest) {
        Point { if (x < 0) throw new IllegalArgumentException("neg " + x); }
        static int count;
        Point(int x) { this(x, 0.5); }
    }
    sealed interface Shape permits Sq, Ci {}
    record Sq(int s) implements Shape {}
    record Ci(float r) implements Shape {}
    static String sw(Object o) {
        if (o instanceof String s && s.length() > 2) return "S" + s;
        else if (o instanceof Integer i && i > 3) return "I" + i;
        return "?";
    }
    class Inner {
        int v = outer * 2;
        class Deep { int w = v + outer; }
    }
    int outer = 21;
    public static void main(String[] args) throws Exception {
        p(new D().who());
        p(new E0().who());
        Derived d = new Derived();
        p(d.x + " " + d.y);
        for (int i = 0; i < 4; i++) p(f(i));
        p(max("a", "b") + max(3, 2));
        try (Res a = new Res("a"); Res b = new Res("b")) { throw new RuntimeException("body"); } catch (Exception e) { p(e + " " + Arrays.toString(e.getSuppressed())); }
        for (Op o : Op.values()) p(o + o.s + o.applyAsInt(3, 4) + o.getClass() + o.getDeclaringClass() + o.ordinal());
        p(Op.valueOf("ADD"));
        try { Op.valueOf("X"); } catch (IllegalArgumentException e) { p(e.getMessage()); }
        Point pt = new Point(3);
        p(pt.x() + " " + pt.y() + pt.rest().length);
        try { new Point(-1); } catch (IllegalArgumentException e) { p(e); }
        p(new Sq(3));
        p(new Ci(-0f).equals(new Ci(0f)));
        p(new Ci(Float.NaN).equals(new Ci(Float.NaN)));
        p(new Sq(3).hashCode() == new Sq(3).hashCode());
        p(sw("abc") + sw("a") + sw(4) + sw(null));
        Language h = new Language();
        Language.Inner.Deep dp = h.new Inner().new Deep();
        p(dp.w);
        long l = Integer.MAX_VALUE;
        l++;
        p(l);
        int s = 1 << 33;
        p(s);
        p(-1 >>> 1);
        p(-1L >>> 1);
        p((byte) 200);
        p((char) -1 + 0);
        p((short) 70000);
        p((int) 3.99e10);
        p((long) Float.NaN);
        p((int) Double.NEGATIVE_INFINITY);
        p(5 % -3);
        p(-5 % 3);
        p(5.5 % -2);
        p(-0.0 % 3);
        p(1.0 / 0);
        p(0.0 / 0 != 0.0 / 0);
        p(Integer.MIN_VALUE / -1);
        p(Integer.MIN_VALUE % -1);
        p(Long.MIN_VALUE / -1L);
        p(Math.abs(Integer.MIN_VALUE));
        char c = 'a';
        c += 1;
        c++;
        p(c);
        byte b = (byte) 127;
        b++;
        p(b);
        b >>>= 1;
        p(b);
        short sh = -1;
        sh >>>= 10;
        p(sh);
        int ii = 5;
        ii += 3.7;
        p(ii);
        int[] arr = {1, 2, 3};
        int k = 0;
        arr[k++] = arr[k] + k++ * 10;
        p(Arrays.toString(arr) + k);
        int q = 1;
        q = q++ + ++q;
        p(q);
        String str = null;
        str += "x";
        str += 1 + 2;
        str += 'c';
        str = 1 + 2 + str + 1 + 2;
        p(str);
        Integer i1 = 127, i2 = 127, i3 = 128, i4 = 128;
        p((i1 == i2) + " " + (i3 == i4) + " " + i3.equals(i4));
        Long l1 = 127L;
        p(l1.equals(127));
        p(new Object[]{1, 2L}.length);
        Object o = true ? 1 : 2.0;
        p(o);
        Object o2 = true ? (Object) 1 : 2.0;
        p(o2);
        Character ch = 'x';
        int ci = 0;
        p(false ? ci : 'x');
        p(false ? 1 : 'x');
        p(1.0f);
        p(1e10f);
        p(1.0E-5);
        p(100.0);
        p(1234567.0);
        p(12345678.9f);
        p(1e7);
        p(1e-3);
        p(9.999e-4);
        p(Double.MIN_VALUE);
        p(Float.MIN_VALUE);
        p(Double.MAX_VALUE);
        p(0.1f + 0.2f);
        p(0.1 + 0.2);
        p(2e-3f);
        p((double) 0.1f);
        p(1.0E23);
        p(2.0E-322);
        p(4.35 * 100);
        p(1.1f * 1.1f);
        p(3.4e38f * 10);
        label: for (int x = 0; ; x++) {
            for (int y = 0; y < 5; y++) {
                if (x * y == 6) {
                    p(x + "," + y);
                    break label;
                }
                if (y > x) continue label;
            }
        }
        Supplier<Supplier<String>> ss = () -> () -> "nested";
        p(ss.get().get());
        Function<Integer, int[]> mk = int[]::new;
        p(mk.apply(3).length);
        BiFunction<String, Integer, Character> ca = String::charAt;
        p(ca.apply("hey", 1));
        Supplier<List<String>> al = ArrayList::new;
        p(al.get());
        p(new int[0].getClass() + " " + int[][].class.getName() + " " + String[].class.getSimpleName() + int.class + void.class + new Object(){}.getClass().getName() + Map.Entry.class.getName() + Map.Entry.class.getSimpleName());
        try {
            Object x = "s";
            Integer n = (Integer) x;
        } catch (ClassCastException e) { p("cce"); }
        try {
            Object[] x = new String[1];
            x[0] = 1;
        } catch (ArrayStoreException e) { p(e); }
        try { int[] x = new int[-1]; } catch (NegativeArraySizeException e) { p(e); }
        try {
            p(new int[2][3][1].length);
            int[] z = new int[3];
            z[3] = 1;
        } catch (ArrayIndexOutOfBoundsException e) { p(e); }
        try { "abc".substring(2, 1); } catch (Exception e) { p(e); }
        try { "abc".charAt(5); } catch (Exception e) { p(e); }
        try { Integer.parseInt("12x"); } catch (Exception e) { p(e); }
        try { List.of(1).add(2); } catch (Exception e) { p(e); }
        try { new ArrayList<>(List.of(1)).get(1); } catch (Exception e) { p(e); }
        try { Objects.requireNonNull(null, "msg"); } catch (Exception e) { p(e); }
        try { new ArrayDeque<>().pop(); } catch (Exception e) { p(e); }
        try {
            List<Integer> li = new ArrayList<>(List.of(1, 2, 3));
            for (int x : li) li.remove(0);
        } catch (Exception e) { p(e); }
        try {
            Iterator<?> it = List.of().iterator();
            it.next();
        } catch (Exception e) { p(e); }
        try { Optional.empty().get(); } catch (Exception e) { p(e); }
        try { Class.forName("nope.Nope"); } catch (Exception e) { p(e); }
        StackTraceElement[] st = new Throwable().getStackTrace();
        p(st.length + " " + st[0]);
        try { rec(0); } catch (StackOverflowError e) { p("SOE"); }
        Throwable t = new Exception("outer", new Error("inner"));
        java.io.StringWriter sw = new java.io.StringWriter();
        t.printStackTrace(new java.io.PrintWriter(sw));
        p(sw.toString());
        switch ("FB") {
            case "Ea": p("Ea");
            break;
            case "FB": p("FB");
            default: p("fall");
        }
        int y = switch (3) {
            case 1, 2 -> 10;
            case 3 -> {
                int zz = 4;
                yield zz * 2;
            }
            default -> 0;
        };
        p(y);
        synchronized (h) { p(Thread.holdsLock(h)); }
        p(Thread.holdsLock(h));
        try { h.wait(); } catch (IllegalMonitorStateException e) { p(e); }
        p(Thread.currentThread().getName());
        var map = new TreeMap<String, List<Integer>>(Comparator.reverseOrder());
        map.computeIfAbsent("a", z -> new ArrayList<>()).add(1);
        map.computeIfAbsent("b", z -> new ArrayList<>()).add(2);
        map.merge("a", List.of(9), (u, v) -> {
            var r = new ArrayList<>(u);
            r.addAll(v);
            return r;
        });
        p(map);
    }
    static int rec(int x) { return rec(x + 1) + 1; }
}
