import cortado.Any;

// MIN_VALUE / -1 overflows to MIN_VALUE and throws nothing (JLS 15.17.2).
public class MinValueDividedByMinusOne {
    public static void main(String[] args) {
        int x = Any.anInt();
        int minusOne = -1;
        int q = x / minusOne;
        assert q == -x;
        assert x % minusOne == 0;
        assert x >= 0 || q > 0;
    }
}
