import cortado.Any;

// Only the six low bits of the distance count when a long is shifted, also when the distance is a long.
public class ShiftDistanceLong {
    public static void main(String[] args) {
        long x = Any.aLong();
        long n = Any.aLong();
        assert x << n == x << (n & 63);
        assert x >>> n == x >>> (int) (n & 63);
    }
}
