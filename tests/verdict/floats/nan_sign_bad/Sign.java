import cortado.Any;

// The sign of a NaN is a bit like the others to copySign.
public class Sign {
    public static void main(String[] args) {
        double y = Any.aDouble();
        double s = Math.copySign(1.0, y);
        assert s == 1.0 || s == -1.0;
        assert !(y > 0) || s == 1.0;
        assert !Double.isNaN(y) || s == 1.0;
    }
}
