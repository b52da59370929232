import cortado.Any;

// A float or a double may be NaN, an infinity or a zero of either sign.
public class AnyFloatAndDouble {
    public static void main(String[] args) {
        float f = Any.aFloat();
        double d = Any.aDouble();
        assert !(f < d) || !(d <= f);
        assert !(f == d) || f <= d;
        assert Math.abs(d) >= 0.0;
    }
}
