import cortado.Any;

// The double after the largest negative one is minus zero.
public class NextDouble {
    public static void main(String[] args) {
        double x = Any.aDouble();
        Any.assume(x >= -1e300 && x <= 1e300);
        double next = Math.nextUp(x);
        assert next > x;
        if (x != 0) assert next != x;
    }
}
