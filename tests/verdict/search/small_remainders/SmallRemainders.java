import cortado.Any;

// Remainders of remainders of small numbers: a few bits decide them.
public class SmallRemainders {
    static int common(int a, int b) {
        while (b != 0) {
            int rest = a % b;
            a = b;
            b = rest;
        }
        return a;
    }

    public static void main(String[] args) {
        int a = Any.anInt();
        int b = Any.anInt();
        Any.assume(a >= 1 && a <= 12);
        Any.assume(b >= 1 && b <= 12);
        int c = common(a, b);
        assert c >= 1;
        assert a % c == 0;
        assert b % c == 0;
        assert a / c * (b / c) * c <= a * b;
    }
}
