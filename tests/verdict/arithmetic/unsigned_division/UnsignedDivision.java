import cortado.Any;

// Unsigned division treats the sign bit as the highest digit.
public class UnsignedDivision {
    public static void main(String[] args) {
        int x = Any.anInt();
        int q = Integer.divideUnsigned(x, 16);
        assert q == x >>> 4;
        assert Integer.compareUnsigned(q, 0x0fffffff) <= 0;
    }
}
