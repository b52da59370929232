import cortado.Any;

// A long has 64 bits.
public class AnyLong {
    public static void main(String[] args) {
        long x = Any.aLong();
        int low = (int) x;
        int high = (int) (x >> 32);
        assert ((long) high << 32 | low) == x;
    }
}
