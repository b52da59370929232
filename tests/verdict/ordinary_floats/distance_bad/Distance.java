import cortado.Any;

// The hypotenuse is no shorter than a leg.
public class Distance {
    public static void main(String[] args) {
        double x = Any.aDouble();
        double y = Any.aDouble();
        Any.assume(Math.abs(x) <= 1000 && Math.abs(y) <= 1000);
        double d = Math.hypot(x, y);
        assert d > Math.abs(x) && d <= 1415;
    }
}
