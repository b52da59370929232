// Each public method has its own violation.
public class SeveralViolations {
    public static int inverse(int x) {
        return 1000 / x;
    }

    public static int next(int x) {
        assert x + 1 > x;
        return x + 1;
    }

    public static int same(int x) {
        return x;
    }
}
