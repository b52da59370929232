import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;

/** Rare turns of the language and the library that little else takes. */
public class Corners {
    static void show(Object what) { System.out.println(what); }

    // An instance field with a constant value must not reach the statics.
    private static class Hidden { }
    static class Instances {
        static int first;
        static String second;
        final int one = 1;
        final long two = 2;
        final String three = "three";
        final int four = 4;
    }
    static class Constants {
        final int seven = 7;
        final String text = "instance";
        static int first;
        static String second;
        static final long THIRD = 3;
        static final float FOURTH = 4.5f;
        static final double FIFTH = 5.25;
        static final String SIXTH = "six";
    }

    static int shared = 4;
    static long sharedLong = 40;
    static volatile Object sharedObject = "before";
    int own = 9;

    static void reflection() throws Exception {
        Object[] boxes = {(byte) 3, (short) 300, 'c', 70_000, 5_000_000_000L, 1.5f, 2.25, true, "text", null};
        Object[] arrays = {new byte[1], new short[1], new char[1], new int[1], new long[1], new float[1], new double[1], new boolean[1]};
        for (Object array : arrays)
            for (Object box : boxes) {
                String what = array.getClass().getName() + " ";
                try {
                    Array.set(array, 0, box);
                    show(what + Array.get(array, 0));
                } catch (IllegalArgumentException | NullPointerException e) {
                    show(what + "refuses " + box);
                }
            }
        for (Class<?> c : new Class<?>[] {short[].class, byte[][].class, char[].class, boolean[].class, float[].class, Corners[].class, Hidden[].class})
            show(c.getName() + " " + c.getSimpleName() + " " + c.getTypeName() + " " + c.getModifiers() + " " + c.getComponentType());
        try { show(((short[]) arrays[0]).length); } catch (ClassCastException e) { show(e.getMessage()); }
        int[] ints = (int[]) Array.newInstance(int.class, 3);
        Array.set(ints, 1, 'x');
        Array.setInt(ints, 2, 8);
        show(ints[1] + " " + Array.get(ints, 2) + " " + Array.getLength(ints) + " " + Array.getLong(ints, 1));
        try { Array.set(ints, 0, 5L); } catch (IllegalArgumentException e) { show("no long in an int"); }
        try { Array.get(ints, 3); } catch (ArrayIndexOutOfBoundsException e) { show("no fourth"); }
    }

    static void handles() throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        VarHandle handle = lookup.findStaticVarHandle(Corners.class, "shared", int.class);
        show((int) handle.get() + " " + handle.compareAndSet(4, 11) + " " + handle.compareAndSet(4, 12) + " " + shared);
        show((int) handle.getAndAdd(5) + " " + (int) handle.getAndSet(2) + " " + shared + " " + (int) handle.getVolatile());
        VarHandle longs = lookup.findStaticVarHandle(Corners.class, "sharedLong", long.class);
        show((long) longs.getAndAdd(2L) + " " + sharedLong + " " + longs.compareAndSet(42L, 1L) + " " + sharedLong);
        VarHandle objects = lookup.findStaticVarHandle(Corners.class, "sharedObject", Object.class);
        show(objects.compareAndSet((Object) "before", (Object) "after") + " " + sharedObject);
        VarHandle field = lookup.findVarHandle(Corners.class, "own", int.class);
        Corners object = new Corners();
        show((int) field.get(object) + " " + field.weakCompareAndSetPlain(object, 9, 10) + " " + object.own);
        try { int x = (int) field.get((Corners) null); show(x); } catch (NullPointerException e) { show("null"); }
        VarHandle array = MethodHandles.arrayElementVarHandle(int[].class);
        int[] cells = {1, 2, 3};
        array.set(cells, 1, 20);
        show((int) array.getAndBitwiseOr(cells, 2, 12) + " " + cells[1] + " " + cells[2]);
        try { array.set(cells, 3, 0); } catch (IndexOutOfBoundsException e) { show("outside"); }
    }

    // A loop that is one block, left by an exception only.
    static int fill(int[] a) {
        int i = 0;
        try {
            for (;;) a[i++] = i;
        } catch (ArrayIndexOutOfBoundsException e) {
            return i;
        }
    }

    synchronized boolean locked() { return Thread.holdsLock(this); }
    boolean unlocked() { return Thread.holdsLock(this); }
    static synchronized boolean lockedClass() { return Thread.holdsLock(Corners.class); }
    static boolean unlockedClass() { return Thread.holdsLock(Corners.class); }

    static void monitors() {
        Corners c = new Corners();
        show(c.locked() + " " + c.unlocked() + " " + lockedClass() + " " + unlockedClass());
        synchronized (c) {
            synchronized (c) { show(c.unlocked()); }
            show(c.unlocked());
        }
        show(c.unlocked());
        try { c.notify(); show("notified"); } catch (IllegalMonitorStateException e) { show("not held"); }
        try { synchronized (c) { throw new IllegalStateException("inside"); } } catch (IllegalStateException e) { show(c.unlocked()); }
        try { synchronized ((Object) null) { show("never"); } } catch (NullPointerException e) { show("null monitor"); }
    }

    static class Parent { static { show("parent"); } static int value = 1; }
    static class Child extends Parent { static { show("child"); } static int own = 2; }
    interface WithDefault { int X = tell("interface"); default void nothing() { } }
    interface Without { int Y = tell("never seen"); }
    static class Both implements WithDefault, Without { static { show("both"); } }
    static class Broken { static int x = 1 / Integer.parseInt("0"); }
    static int tell(String what) { show(what); return 1; }

    static void initialization() {
        show(Child.value);
        show(new Child[2].length);
        show(Child.own);
        new Both();
        for (int i = 0; i < 2; i++) {
            try { show(Broken.x); } catch (Throwable e) { show(e.getClass().getName() + " " + e.getMessage()); }
        }
    }

    // More garbage than the first collection waits for, around a list that must survive.
    static void garbage() {
        List<int[]> kept = new ArrayList<>();
        int[][] ring = new int[16][];
        for (int i = 0; i < 12_000; i++) {
            int[] made = new int[2_000];
            made[i % 2_000] = i;
            ring[i % 16] = made;
            if (i % 500 == 0) kept.add(made);
        }
        long sum = 0;
        for (int[] k : kept) for (int x : k) sum += x;
        for (int[] r : ring) for (int x : r) sum = sum * 3 + x;
        String text = "a" + sum;
        show(text + " " + kept.size() + " " + text.intern().equals(("a" + sum).intern()));
    }

    static int finallyOrder(int x) {
        try {
            if (x == 0) throw new IllegalArgumentException("zero");
            if (x == 1) return 1;
            int[] a = new int[x];
            return a[2];
        } catch (IllegalArgumentException | NegativeArraySizeException e) {
            show(e.getMessage());
            return -1;
        } finally {
            show("finally " + x);
            if (x == 5) return 55;
        }
    }

    static void stores() {
        Object[] strings = new String[2];
        try { strings[0] = 1; } catch (ArrayStoreException e) { show(e.getMessage()); }
        try { strings[2] = "x"; } catch (ArrayIndexOutOfBoundsException e) { show(e.getMessage()); }
        try { show(new int[-2].length); } catch (NegativeArraySizeException e) { show(e.getMessage()); }
        try { show(new int[2][-3].length); } catch (NegativeArraySizeException e) { show(e.getMessage()); }
        try { show(((Integer) (Object) "s").intValue()); } catch (ClassCastException e) { show("cast"); }
        Object[] kinds = {new byte[1], new short[1], new char[1], new int[1], new long[1], new float[1], new double[1], new boolean[1], new Object[1]};
        for (int i = 0; i < kinds.length; i++) {
            try { System.arraycopy(kinds[i], 0, kinds[(i + 1) % kinds.length], 0, 1); } catch (ArrayStoreException e) { show(e.getMessage()); }
        }
        int[][][] deep = new int[2][3][];
        show(deep[1].length + " " + deep[1][2]);
        for (int[] bounds : new int[][] {{0, 0, 3}, {1, 0, 2}, {0, 1, 2}, {0, 0, 4}, {-1, 0, 1}, {0, -1, 1}, {0, 0, -1}, {2, 1, 2}, {3, 3, 0}}) {
            int[] from = {1, 2, 3};
            int[] to = {7, 8, 9};
            try {
                System.arraycopy(from, bounds[0], to, bounds[1], bounds[2]);
                show(to[0] + " " + to[1] + " " + to[2]);
            } catch (IndexOutOfBoundsException e) {
                show(e.getMessage());
            }
        }
    }

    public static void main(String[] args) throws Throwable {
        show(Constants.first + " " + Constants.second + " " + Constants.THIRD + Constants.FOURTH + Constants.FIFTH + Constants.SIXTH);
        show(new Constants().seven + new Constants().text);
        show(Instances.first + " " + Instances.second + " " + new Instances().four + Instances.first);
        reflection();
        handles();
        show(fill(new int[5]));
        monitors();
        initialization();
        garbage();
        for (int x : new int[] {0, 1, 2, 3, 5, -1}) {
            try { show(finallyOrder(x)); } catch (RuntimeException e) { show(e.getMessage()); }
        }
        stores();
    }
}
