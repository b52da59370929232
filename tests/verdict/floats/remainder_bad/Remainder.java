import cortado.Any;

// The remainder truncates and keeps the sign of the dividend (JLS 15.17.3).
public class Remainder {
    public static void main(String[] args) {
        double five = Any.aBoolean() ? 5.5 : -5.5;
        double r = five % 2.0;
        assert r == 1.5 || r == 0.5;
        assert five % Double.POSITIVE_INFINITY == five;
        double nan = five % 0.0;
        assert nan != nan;
        assert 1.0 / (-4.0 % 2.0) == Double.NEGATIVE_INFINITY;
    }
}
