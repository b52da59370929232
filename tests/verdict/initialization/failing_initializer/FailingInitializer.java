import cortado.Any;

// An exception in a static initialiser becomes an ExceptionInInitializerError.
public class FailingInitializer {
    static int divisor;

    static class Fragile {
        static int value = 100 / divisor;
    }

    public static void main(String[] args) {
        divisor = Any.anInt();
        Any.assume(divisor > 0);
        assert Fragile.value <= 100;
    }
}
