import cortado.Any;

/** What fails only after several iterations is not overlooked. */
public class Rounds {
    public static void main(String[] args) {
        long n = Any.aLong();
        Any.assume(n >= 0);
        int digits = 0;
        boolean odd = false;
        while (n > 0) {
            n /= 10;
            digits++;
            odd = !odd;
        }
        assert n < 7;
    }
}
