import cortado.Any;

// What finally returns wins over what was thrown.
public class Finally {
    static int risky(int x) {
        int result = 0;
        try {
            if (x == 3) {
                throw new IllegalStateException();
            }
            result = 10 / x;
            return result;
        } catch (ArithmeticException e) {
            result = -1;
            return result;
        } finally {
            result += 100;
            if (x > 5) {
                return result;
            }
        }
    }

    public static void main(String[] args) {
        int x = Any.anInt(0, 10);
        try {
            int r = risky(x);
            assert x != 0 || r == -1;
            assert x <= 5 || r == 100 + 10 / x;
            assert r < 100 || x > 5;
        } catch (IllegalStateException e) {
            assert x == 3;
        }
    }
}
