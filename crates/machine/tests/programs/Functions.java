/** `Math` and `StrictMath` at special values, at the ends of the range, and at powers of ten and two. */
public class Functions {
    public static void main(String[] args) {
        double[] values = {
            0, -0.0, 1, -1, 2, -2, 3, -3, 0.5, -0.5, 1e308, -1e308, Double.MIN_VALUE, Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY, Double.NaN, 1e300
        };
        for (double x : values) {
            System.out.println(x + " " + Math.sqrt(x) + " " + Math.cbrt(x) + " " + Math.log(x) + " " + Math.exp(x));
            System.out.println(Math.sin(x) + " " + Math.cos(x) + " " + Math.atan(x) + " " + Math.log10(x));
            for (double y : values) {
                System.out.println(x + "^" + y + " = " + Math.pow(x, y) + " " + StrictMath.pow(x, y));
            }
        }
        for (int i = -324; i < 309; i++) {
            System.out.println(Math.pow(10, i) + " " + Math.log10(Math.pow(10, i)) + " " + Math.pow(2, i));
        }
    }
}
