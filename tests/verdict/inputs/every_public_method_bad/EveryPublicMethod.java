// Without a main method every public method is checked; the others only where they are called.
public class EveryPublicMethod {
    public static int safeDivide(int a, int b) {
        return b == 0 ? 0 : divide(a, b);
    }

    public static boolean isEven(int x) {
        boolean even = (x & 1) == 0;
        assert even == (x % 2 == 0);
        return even;
    }

    public static int divide(int a, int b) {
        return a / b;
    }

    static int unchecked(int[] a) {
        return a[0];
    }
}
