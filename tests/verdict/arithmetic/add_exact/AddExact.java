import cortado.Any;

// Math.addExact reports an overflow with an exception.
public class AddExact {
    static int saturated(int a, int b) {
        try {
            return Math.addExact(a, b);
        } catch (ArithmeticException e) {
            return a < 0 ? Integer.MIN_VALUE : Integer.MAX_VALUE;
        }
    }

    public static void main(String[] args) {
        int a = Any.anInt();
        int b = Any.anInt();
        int sum = saturated(a, b);
        assert (long) sum == (long) a + b || sum == Integer.MIN_VALUE || sum == Integer.MAX_VALUE;
    }
}
