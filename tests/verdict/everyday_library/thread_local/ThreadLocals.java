import cortado.Any;

// A value per thread, removed and made again; sleeping changes nothing.
public class ThreadLocals {
    static final ThreadLocal<Integer> DEPTH = ThreadLocal.withInitial(() -> 0);

    public static void main(String[] args) throws InterruptedException {
        int x = Any.anInt(1, 5);
        DEPTH.set(x);
        Thread.sleep(10);
        assert DEPTH.get() == x;
        DEPTH.remove();
        assert DEPTH.get() == 0; // here
    }
}
