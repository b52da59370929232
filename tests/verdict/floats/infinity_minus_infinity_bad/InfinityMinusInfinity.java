import cortado.Any;

// The difference of a float and itself is zero except for the infinities and NaN.
public class InfinityMinusInfinity {
    public static void main(String[] args) {
        double d = Any.aDouble();
        double zero = d - d;
        assert zero == 0.0 || zero != zero;
        assert zero == 0.0 || d != d;
    }
}
