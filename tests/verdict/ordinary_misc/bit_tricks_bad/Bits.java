// Bit tricks against plain loops.
public class Bits {
    static int count(int x) {
        int n = 0;
        while (x != 0) {
            x &= x - 1;
            n++;
        }
        return n;
    }

    public static void check(byte b) {
        int x = b & 0xff;
        assert Integer.bitCount(x) == count(x);
        assert x == 0 || Integer.highestOneBit(x) == 1 << 31 - Integer.numberOfLeadingZeros(x);
        assert Integer.reverse(Integer.reverse(x)) == x;
        assert Integer.rotateLeft(x, 8) == x << 8;
        assert (x & -x) == Integer.lowestOneBit(x);
        assert x == 0 || 1 << Integer.numberOfTrailingZeros(x) == Integer.lowestOneBit(x);
        boolean power = (x & x - 1) == 0;
        assert power == (Integer.bitCount(x) == 1);
        int swapped = (x & 0x0f) << 4 | x >>> 4;
        assert ((swapped & 0x0f) << 4 | swapped >>> 4) == x;
        assert Byte.toUnsignedInt(b) == x;
    }
}
