import cortado.Any;

// Printing a stack trace, with causes, changes nothing.
public class StackTracePrinted {
    static int half(int n) {
        if (n % 2 != 0) {
            throw new IllegalArgumentException("odd", new RuntimeException("half of " + n));
        }
        return n / 2;
    }

    public static void main(String[] args) {
        int n = Any.anInt();
        int half = 0;
        try {
            half = half(n);
        } catch (IllegalArgumentException e) {
            e.printStackTrace();
            half = n - 1 >> 1;
        }
        assert half == n >> 1;
    }
}
