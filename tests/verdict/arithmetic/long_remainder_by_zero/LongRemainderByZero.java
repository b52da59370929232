import cortado.Any;

// The remainder of longs throws for a zero divisor, which may be hidden in an expression.
public class LongRemainderByZero {
    public static void main(String[] args) {
        long x = Any.aLong();
        long mask = Any.aLong() | 1L;
        long r = x % mask;
        assert mask != 1L || r == 0L;
    }
}
