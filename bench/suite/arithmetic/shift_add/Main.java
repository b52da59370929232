import org.sosy_lab.sv_benchmarks.Verifier;

/** Multiplication by shifting and adding agrees with the processor's. */
public class Main {
    static int multiply(int a, int b) {
        int product = 0;
        while (b != 0) {
            if ((b & 1) != 0) {
                product += a;
            }
            a <<= 1;
            b >>>= 1;
        }
        return product;
    }

    public static void main(String[] args) {
        int a = Verifier.nondetInt();
        int b = Verifier.nondetInt();
        Verifier.assume(b >= 0 && b < 16);
        assert multiply(a, b) == a * b;
    }
}
