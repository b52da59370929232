import org.sosy_lab.sv_benchmarks.Verifier;

/** Conversion to an integer saturates, and what is no number becomes zero. */
public class Main {
    public static void main(String[] args) {
        double x = Verifier.nondetDouble();
        int i = (int) x;
        if (x != x) {
            assert i == 0;
        } else if (x >= 2147483647.0) {
            assert i == Integer.MAX_VALUE;
        } else if (x <= -2147483648.0) {
            assert i == Integer.MIN_VALUE;
        } else {
            double gap = x - i;
            assert gap > -1.0 && gap < 1.0;
        }
    }
}
