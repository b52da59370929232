import cortado.Any;

// The remainder has the sign of the dividend.
public class OddNumber {
    static boolean isOdd(double x) {
        return x % 2 != 0;
    }

    public static void main(String[] args) {
        int n = Any.anInt();
        assert isOdd(n) == ((n & 1) == 1);
    }
}
