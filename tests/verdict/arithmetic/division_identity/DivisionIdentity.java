import cortado.Any;

// Quotient and remainder make up the dividend for every non-zero divisor.
public class DivisionIdentity {
    public static void main(String[] args) {
        int x = Any.anInt();
        int y = Any.anInt();
        Any.assume(y != 0);
        assert x / y * y + x % y == x;
    }
}
