import cortado.Any;

// Math.min and Math.max know about NaN and the sign of zero.
public class MinAndMax {
    public static void main(String[] args) {
        assert 1.0 / Math.min(0.0, -0.0) == Double.NEGATIVE_INFINITY;
        assert 1.0 / Math.max(-0.0, 0.0) == Double.POSITIVE_INFINITY;
        float a = Any.aFloat();
        float b = Any.aFloat();
        float max = a < b ? b : a;
        assert max >= a && max >= b || max != max;
        assert a == a || max != max;
    }
}
