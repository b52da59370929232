import cortado.Any;

// The third side of a triangle is shorter than the other two together, which are 15.
public class CosineRule {
    static double side(double a, double b, double angle) {
        return Math.sqrt(a * a + b * b - 2 * a * b * Math.cos(angle));
    }

    public static void main(String[] args) {
        double a = Any.aDouble();
        double angle = Any.aDouble();
        Any.assume(a >= 1 && a <= 10 && angle >= 0 && angle <= Math.PI);
        assert side(a, 5, angle) <= 14;
    }
}
