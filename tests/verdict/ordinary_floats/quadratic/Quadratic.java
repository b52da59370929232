import cortado.Any;

// a x^2 + b x + 1 = 0 is not quadratic without a.
public class Quadratic {
    public static void main(String[] args) {
        int a = Any.anInt();
        int b = Any.anInt();
        Any.assume(a >= 0 && a <= 3 && b >= -3 && b <= 3);
        double discriminant = b * b - 4 * a;
        if (a != 0 && discriminant >= 0) {
            double root = (-b + Math.sqrt(discriminant)) / (2 * a);
            assert root >= -3 && root <= 3;
        }
    }
}
