import cortado.Any;

// A long survives the way through an int only inside the int range.
public class NarrowingLongToInt {
    public static void main(String[] args) {
        long x = Any.aLong();
        int low = (int) x;
        boolean fits = Integer.MIN_VALUE <= x && x <= Integer.MAX_VALUE;
        assert fits == (low == x);
        assert (int) (x >>> 32) == 0 || !fits || x < 0;
    }
}
