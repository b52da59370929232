import cortado.Any;

// Conversions to int saturate, and NaN becomes zero (JLS 5.1.3).
public class DoubleToIntSaturates {
    public static void main(String[] args) {
        double d = Any.aDouble();
        int i = (int) d;
        if (d >= 2147483647.0) {
            assert i == Integer.MAX_VALUE;
        } else if (d <= -2147483648.0) {
            assert i == Integer.MIN_VALUE;
        } else if (d != d) {
            assert i == Integer.MIN_VALUE;
        }
    }
}
