import org.sosy_lab.sv_benchmarks.Verifier;

/** Euclid's algorithm: the result divides both numbers, and no larger number does. */
public class Main {
    static int gcd(int a, int b) {
        while (b != 0) {
            int rest = a % b;
            a = b;
            b = rest;
        }
        return a;
    }

    public static void main(String[] args) {
        int a = Verifier.nondetInt();
        int b = Verifier.nondetInt();
        Verifier.assume(a >= -20 && a <= 20 && a != 0);
        Verifier.assume(b >= 1 && b <= 20);
        int g = gcd(a, b);
        assert g >= 1;
        assert a % g == 0 && b % g == 0;
        for (int d = g + 1; d <= 20; d++) {
            assert a % d != 0 || b % d != 0;
        }
    }
}
