import cortado.Any;

// Math.floorMod and the exact operations.
public class Angles {
    static int normalise(int degrees) {
        return degrees % 360;
    }

    public static void main(String[] args) {
        int d = Any.anInt();
        int n = normalise(d);
        assert n >= 0 && n < 360;
        try {
            int e = Math.addExact(d, 90);
            assert e > d;
        } catch (ArithmeticException overflow) {
            assert d > Integer.MAX_VALUE - 90;
        }
        assert Math.max(d, -5) >= -5 && Math.min(d, 5) <= 5;
        assert Math.abs((long) d) >= 0;
        int clamped = Math.max(0, Math.min(d, 10));
        assert clamped >= 0 && clamped <= 10;
        assert Math.sqrt(2.25) == 1.5;
    }
}
