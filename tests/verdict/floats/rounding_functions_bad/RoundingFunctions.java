import cortado.Any;

// Math.round rounds halves up and saturates; rint rounds halves to even.
public class RoundingFunctions {
    public static void main(String[] args) {
        boolean negative = Any.aBoolean();
        double half = negative ? -2.5 : 2.5;
        assert Math.round(half) == (negative ? -3 : 3);
        assert Math.rint(half) == (negative ? -2.0 : 2.0);
        assert Math.floor(half) == (negative ? -3.0 : 2.0);
        assert Math.ceil(half) == (negative ? -2.0 : 3.0);
        assert Math.round(Double.NaN) == 0L;
        assert Math.round(Float.POSITIVE_INFINITY) == Integer.MAX_VALUE;
        assert Math.round(0.49999999999999994) == 0L;
    }
}
