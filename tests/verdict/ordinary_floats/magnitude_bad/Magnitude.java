import cortado.Any;

// The number of digits by a logarithm.
public class Magnitude {
    static int digits(int n) {
        return (int) Math.log10(n) + 1;
    }

    public static void main(String[] args) {
        int n = Any.anInt();
        Any.assume(n >= 1 && n <= 1000);
        int digits = digits(n);
        assert digits >= 1 && digits <= 3;
    }
}
