import cortado.Any;

// The square root is correctly rounded, and NaN below zero.
public class SquareRoot {
    public static void main(String[] args) {
        double d = Any.aBoolean() ? 4.0 : -4.0;
        double root = Math.sqrt(d);
        assert root == 2.0;
        assert Math.sqrt(2.0) * Math.sqrt(2.0) != 2.0;
        assert 1.0 / Math.sqrt(-0.0) == Double.NEGATIVE_INFINITY;
    }
}
