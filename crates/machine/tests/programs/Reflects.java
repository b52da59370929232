import java.util.*;
import java.util.concurrent.atomic.*;

public class Reflects {
    enum Op { ADD { int apply(int a, int b) { return a + b; } }, MUL { int apply(int a, int b) { return a * b; } }; abstract int apply(int a, int b); }
    interface Shape { double area(); default String describe() { return getClass().getSimpleName() + " " + area(); } }
    record Circle(double r) implements Shape { public double area() { return 3 * r * r; } }
    static class Base implements Cloneable { int x = 1; int[] arr = {1, 2}; protected Object clone() throws CloneNotSupportedException { return super.clone(); } }
    static class NotCloneable { Object c() throws CloneNotSupportedException { return super.clone(); } }
    static class Outer { class Inner {} }
    static int depth(int n) { if (n == 0) throw new IllegalStateException("deep"); return depth(n - 1) + 1; }

    public static void main(String[] args) throws Exception {
        Class<?>[] cs = {String.class, int.class, int[].class, String[][].class, Map.Entry.class, Op.ADD.getClass(), Op.class, Circle.class, Outer.Inner.class, new Object() {}.getClass(), void.class, Shape.class};
        for (Class<?> c : cs) System.out.println(c.getName() + "|" + c.getSimpleName() + "|" + c.isInterface() + c.isArray() + c.isPrimitive() + c.isEnum() + c.isRecord() + c.isAnonymousClass() + c.isMemberClass() + "|" + c.getSuperclass() + "|" + c.getComponentType() + "|" + c.getModifiers() + "|" + Arrays.toString(c.getInterfaces()) + c.getPackageName() + "|" + c.getTypeName() + "|" + c.getCanonicalName());
        System.out.println(Class.forName("java.util.ArrayList") + " " + Number.class.isAssignableFrom(Integer.class) + Number.class.isInstance("x") + Integer.class.cast(5));
        try { Class.forName("no.Such"); } catch (ClassNotFoundException e) { System.out.println(e); }
        try { Integer.class.cast("s"); } catch (ClassCastException e) { System.out.println(e.getMessage()); }
        System.out.println(Arrays.toString((Object[]) Op.class.getEnumConstants()) + Op.MUL.apply(3, 4) + Op.valueOf("ADD").getDeclaringClass() + new Circle(2).describe() + new Circle(1));
        Object arr = java.lang.reflect.Array.newInstance(int.class, 3);
        java.lang.reflect.Array.set(arr, 1, 5);
        System.out.println(java.lang.reflect.Array.getLength(arr) + " " + java.lang.reflect.Array.get(arr, 1) + Arrays.toString((int[]) arr) + ((Object[]) java.lang.reflect.Array.newInstance(String.class, 2)).length);
        Base b = new Base(); Base c = (Base) b.clone(); c.x = 5; System.out.println(b.x + " " + c.x + (b.arr == c.arr) + new int[] {1, 2}.clone().length);
        try { new NotCloneable().c(); } catch (CloneNotSupportedException e) { System.out.println(e); }
        AtomicInteger ai = new AtomicInteger(5); ai.incrementAndGet(); ai.addAndGet(10); ai.compareAndSet(16, 20); ai.updateAndGet(x -> x * 2); System.out.println(ai + " " + ai.getAndSet(1) + ai.accumulateAndGet(5, Math::max));
        AtomicLong al = new AtomicLong(); al.getAndIncrement(); al.addAndGet(1L << 40); System.out.println(al);
        AtomicReference<String> ar = new AtomicReference<>("a"); ar.compareAndSet("a", "b"); ar.getAndUpdate(s -> s + "c"); System.out.println(ar);
        AtomicBoolean ab = new AtomicBoolean(); System.out.println(ab.compareAndSet(false, true) + " " + ab.getAndSet(false) + ab);
        AtomicIntegerArray aia = new AtomicIntegerArray(3); aia.incrementAndGet(1); aia.addAndGet(2, 7); System.out.println(aia);
        AtomicReferenceArray<String> ara = new AtomicReferenceArray<>(2); ara.set(0, "x"); System.out.println(ara);
        LongAdder la = new LongAdder(); la.add(5); la.increment(); System.out.println(la.sum());
        AtomicIntegerFieldUpdater<Holder> up = AtomicIntegerFieldUpdater.newUpdater(Holder.class, "v"); Holder h = new Holder(); up.incrementAndGet(h); System.out.println(h.v);
        ThreadLocal<Integer> tl = ThreadLocal.withInitial(() -> 7); tl.set(tl.get() + 1); System.out.println(tl.get());
        System.out.println(Thread.currentThread().getName() + Thread.currentThread().getPriority() + Thread.currentThread().isAlive() + Thread.currentThread().getThreadGroup().getName() + Thread.currentThread().getId() + Thread.currentThread().isDaemon() + Thread.currentThread().getState() + Thread.currentThread());
        Thread t = new Thread(() -> {}, "worker"); System.out.println(t.getName() + t.getState());
        Thread.sleep(1);
        try { depth(3); } catch (IllegalStateException e) {
            for (StackTraceElement s : e.getStackTrace()) System.out.println(s + " " + s.getMethodName() + s.getLineNumber() + s.getFileName());
            e.printStackTrace(System.out);
        }
        try { try { Integer.parseInt("x"); } catch (NumberFormatException e) { throw new RuntimeException("wrapped", e); } } catch (RuntimeException e) { e.printStackTrace(System.out); System.out.println(e.getCause().getMessage() + e); }
        Exception s = new Exception("main"); s.addSuppressed(new IllegalArgumentException("sup")); s.printStackTrace(System.out); System.out.println(s.getSuppressed().length);
        try (AutoCloseable r = () -> { throw new Exception("close"); }) { throw new Exception("body"); } catch (Exception e) { System.out.println(e.getMessage() + e.getSuppressed()[0].getMessage()); }
        try { new ArrayList<>(List.of(1)).forEach(x -> { throw new UnsupportedOperationException("in lambda"); }); } catch (UnsupportedOperationException e) { System.out.println(e.getMessage()); }
        try { throw new NullPointerException(); } catch (NullPointerException e) { System.out.println(e.getMessage() + e); }
        try { Objects.requireNonNull(null, "msg"); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { assert args.length > 5 : "few"; System.out.println("assertions off"); } catch (AssertionError e) { System.out.println("assert " + e.getMessage()); }
        try { Object o = new Integer[1]; ((Object[]) o)[0] = "s"; } catch (ArrayStoreException e) { System.out.println(e.getMessage()); }
        try { int[] n = new int[-1]; } catch (NegativeArraySizeException e) { System.out.println(e.getMessage()); }
        System.out.println(new Object().toString().startsWith("java.lang.Object@") + " " + (new Object().hashCode() != 0));
        System.out.println(new UUID(1, 2) + " " + UUID.fromString("00000000-0000-0001-0000-000000000002").equals(new UUID(1, 2)));
        System.out.println(Runtime.getRuntime() != null);
        synchronized (h) { h.notifyAll(); System.out.println(Thread.holdsLock(h)); }
        java.util.concurrent.locks.ReentrantLock lock = new java.util.concurrent.locks.ReentrantLock(); lock.lock(); try { System.out.println(lock.isHeldByCurrentThread()); } finally { lock.unlock(); }
        System.out.println(Integer.toHexString(System.identityHashCode(h)).isEmpty());
        Runtime.getRuntime().gc();
        System.exit(0);
        System.out.println("unreachable");
    }
    static class Holder { volatile int v; }
}
