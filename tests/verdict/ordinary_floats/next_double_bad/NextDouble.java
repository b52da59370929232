import cortado.Any;

// Below a power of two the next double is half a unit away.
public class NextDouble {
    public static void main(String[] args) {
        double x = Any.aDouble();
        Any.assume(x >= -1e300 && x <= 1e300);
        double next = Math.nextUp(x);
        assert next > x;
        assert next - x == Math.ulp(x);
    }
}
