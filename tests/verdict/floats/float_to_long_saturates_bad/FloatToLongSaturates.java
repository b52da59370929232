import cortado.Any;

// The largest long is not a float: the conversion stops there.
public class FloatToLongSaturates {
    public static void main(String[] args) {
        float f = Any.aFloat();
        Any.assume(f >= 9.3e18f);
        long l = (long) f;
        assert l < Long.MAX_VALUE;
    }
}
