import org.sosy_lab.sv_benchmarks.Verifier;

/** The average of two readings lies between them. */
public class Main {
    static double average(double a, double b) {
        return (a + b) / 2;
    }

    public static void main(String[] args) {
        double a = Verifier.nondetDouble();
        double b = Verifier.nondetDouble();
        Verifier.assume(a >= 1.0 && a <= b && b < Double.POSITIVE_INFINITY);
        double mean = average(a, b);
        assert a <= mean;
        assert mean <= b;
    }
}
