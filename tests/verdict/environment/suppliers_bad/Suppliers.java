import java.util.function.LongSupplier;

// Clocks behind method references and lambdas, static and of an object.
public class Suppliers {
    static long read(LongSupplier clock) {
        return clock.getAsLong();
    }

    public static void main(String[] args) {
        long started = read(System::nanoTime);
        long stopped = read(() -> System.nanoTime());
        assert stopped >= started;
        Runtime runtime = Runtime.getRuntime();
        assert read(runtime::maxMemory) != 123456789 || stopped != 17;
    }
}
