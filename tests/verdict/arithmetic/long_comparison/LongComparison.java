import cortado.Any;

// Adding one to each side of a comparison is not sound for wrapping longs.
public class LongComparison {
    public static void main(String[] args) {
        long a = Any.aLong();
        long b = Any.aLong();
        Any.assume(a < b);
        assert a + 1 <= b;
    }
}
