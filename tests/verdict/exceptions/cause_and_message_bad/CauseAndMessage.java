import cortado.Any;

// Messages and causes of the machine's own exceptions.
public class CauseAndMessage {
    static int divide(int a, int b) {
        try {
            return a / b;
        } catch (ArithmeticException e) {
            throw new IllegalStateException("wrapped", e);
        }
    }

    public static void main(String[] args) {
        int b = Any.anInt();
        try {
            divide(1, b);
        } catch (IllegalStateException e) {
            assert b == 0;
            assert e.getMessage().equals("wrapped");
            assert e.getCause().getMessage() == null;
        }
        try {
            int[] a = new int[3];
            a[3] = 1;
        } catch (ArrayIndexOutOfBoundsException e) {
            assert e.getMessage().equals("Index 3 out of bounds for length 3");
        }
    }
}
