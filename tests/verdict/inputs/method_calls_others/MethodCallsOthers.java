// The method under check calls others; those are not entries of their own.
public class MethodCallsOthers {
    public static int gcd(int a, int b) {
        if (a < 1 || a > 6 || b < 1 || b > 6) {
            return 1;
        }
        int g = euclid(a, b);
        assert a % g == 0 && b % g == 0 && g <= a;
        return g;
    }

    public static int euclid(int a, int b) {
        return b == 0 ? a : euclid(b, a % b);
    }
}
