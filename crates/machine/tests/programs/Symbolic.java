import cortado.Any;
import java.util.*;
import java.util.concurrent.atomic.*;

/** Natives on symbolic values. The test walks the one path on which every input is zero. */
public class Symbolic {
    static int checks;

    static void check(boolean holds) {
        checks++;
        if (!holds) throw new IllegalStateException("check " + checks);
    }

    public static void main(String[] args) {
        int x = Any.anInt();
        long l = Any.aLong();
        double d = Any.aDouble();
        float f = Any.aFloat();
        char c = Any.aChar();
        check(Math.abs(x - 5) == 5 && Math.max(x + 3, 2) == 3 && Math.min(l - 1, 0L) == -1 && Math.abs(l - 2) == 2);
        check(Integer.compare(x, 1) == -1 && Long.compare(l + 1, 0) == 1 && Integer.compareUnsigned(x - 1, 1) == 1);
        check(Math.max(d, -0.0) == 0.0 && 1 / Math.max(d, -0.0) > 0 && 1 / Math.min(d, -0.0) < 0 && Math.max(f, 2f) == 2f);
        check(Double.isNaN(Math.max(d / d, 1.0)) && Math.abs(d - 1.5) == 1.5 && Math.sqrt(d + 4) == 2);
        check(Math.floor(d - 0.5) == -1 && Math.ceil(d + 0.5) == 1 && Math.rint(d + 2.5) == 2 && Math.round(d + 2.5) == 3 && Math.round(d - 2.5) == -2 && Math.round(f + 0.4f) == 0);
        check(Math.signum(d - 3) == -1 && Math.signum(d) == 0 && Math.fma(d + 2, 3, 1) == 7);
        check(Double.compare(d, -0.0) == 1 && Double.compare(d, 0.0) == 0 && Double.compare(d / d, d) == 1 && Float.compare(f, 1f) == -1);
        check(Double.doubleToRawLongBits(d) == 0 && Double.longBitsToDouble(l + 0x3ff0000000000000L) == 1.0 && Float.intBitsToFloat(x) == 0f && Float.floatToIntBits(f) == 0);
        String s = "a" + (char) (c + 'b') + "c";
        check(s.length() == 3 && s.charAt(1) == 'b' && s.charAt(x + 2) == 'c' && s.equals("abc") && !s.equals("abd") && !s.equals("ab") && s.hashCode() == "abc".hashCode());
        check(s.compareTo("abd") < 0 && s.indexOf("bc") == 1 && s.startsWith("ab") && s.contains("b") && s.toUpperCase().equals("ABC") && s.substring(1).equals("bc") && s.indexOf('c') == 2);
        try { s.charAt(x + 7); check(false); } catch (StringIndexOutOfBoundsException e) { check(true); }
        check("xyz".charAt(x + 1) == 'y' && new StringBuilder().append(s).append((char) (c + 'd')).reverse().toString().equals("dcba"));
        String t = Any.aString(3);
        check(t.isEmpty() && !t.equals("q") && t.equals("") && t.hashCode() == 0);
        AtomicInteger ai = new AtomicInteger(x);
        check(ai.incrementAndGet() == 1 && ai.compareAndSet(1, x + 5) && ai.getAndAdd(x + 2) == 5 && ai.get() == 7);
        AtomicLong al = new AtomicLong(l);
        check(al.addAndGet(4) == 4 && !al.compareAndSet(l + 9, 1) && al.getAndSet(l) == 4);
        AtomicIntegerArray aia = new AtomicIntegerArray(3);
        aia.set(1, x + 4);
        check(aia.getAndAdd(1, x + 1) == 4 && aia.get(1) == 5);
        AtomicReference<Integer> ar = new AtomicReference<>(x);
        check(ar.get() == 0 && ar.compareAndSet(ar.get(), 5) && ar.get() == 5);
        int[] a = {x + 3, x + 1, x + 2};
        Arrays.sort(a);
        check(a[0] == 1 && a[2] == 3 && Arrays.equals(a, new int[] {1, 2, 3}) && Arrays.mismatch(new long[] {l, 1}, new long[] {l, l + 1}) == -1 && Arrays.hashCode(a) == Arrays.hashCode(new int[] {1, 2, 3}));
        List<Integer> list = new ArrayList<>(List.of(x + 2, x + 1, x + 3));
        Collections.sort(list);
        check(list.get(0) == 1 && list.contains(3) && list.indexOf(2) == 1);
        Map<Integer, String> map = new HashMap<>();
        map.put(x, "zero"); map.put(x + 1, "one");
        check(map.get(0).equals("zero") && map.size() == 2 && new TreeMap<>(map).firstKey() == 0);
        check(Integer.toString(x + 42).equals("42") && Integer.parseInt(s.replace("abc", "17")) == 17 && Long.toString(l).equals("0") && String.valueOf(c).length() == 1);
        long t0 = System.nanoTime();
        check(t0 == 0 && Runtime.getRuntime().availableProcessors() > 0);
        System.out.println("checks: " + checks);
    }
}
