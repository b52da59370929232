import cortado.Any;

// Only the five low bits of the distance count when an int is shifted (JLS 15.19).
public class ShiftDistanceInt {
    public static void main(String[] args) {
        int x = Any.anInt();
        int n = Any.anInt();
        assert x << n == x << (n & 31);
        assert x >> n == x >> (n & 31);
        assert n < 32 || x >>> n == 0;
    }
}
