import cortado.Any;

// The usual test for a power of two takes zero for one.
public class PowerOfTwo {
    public static void main(String[] args) {
        int x = Any.anInt();
        Any.assume(x > 0);
        assert ((x & (x - 1)) == 0) == (Integer.bitCount(x) == 1);
    }
}
