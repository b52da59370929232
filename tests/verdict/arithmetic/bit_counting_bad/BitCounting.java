import cortado.Any;

// The JDK's bit-twiddling helpers, on every int.
public class BitCounting {
    public static void main(String[] args) {
        int x = Any.anInt();
        Any.assume(x != 1);
        int lowest = Integer.lowestOneBit(x);
        assert (x & lowest) == lowest;
        assert Integer.numberOfTrailingZeros(x) < 32;
        assert Integer.reverse(Integer.reverse(x)) == x;
    }
}
