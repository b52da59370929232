import cortado.Any;

// With NaN around, !(a < b) is not a >= b.
public class NegatedComparison {
    public static void main(String[] args) {
        double a = Any.aDouble();
        double b = Any.aDouble();
        if (!(a < b)) {
            assert a >= b || a != a;
        }
    }
}
