import cortado.Any;

// equals compares bits: NaN equals itself and the zeros differ.
public class BoxedEquality {
    public static void main(String[] args) {
        double d = Any.aDouble();
        Double boxed = d;
        assert boxed.equals(Double.valueOf(d));
        assert Double.compare(d, d) == 0;
        Double zero = 0.0;
        assert !zero.equals(-0.0);
        assert Double.compare(0.0, -0.0) > 0;
    }
}
