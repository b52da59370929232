import org.sosy_lab.sv_benchmarks.Verifier;

/** Two numbers have one sum. */
public class Main {
    public static void main(String[] args) {
        float a = Verifier.nondetFloat();
        float b = Verifier.nondetFloat();
        float c = Verifier.nondetFloat();
        Verifier.assume(a > 0 && a < 100 && b > 0 && b < 100 && c > 0 && c < 100);
        float left = (a + b) + c;
        float right = c + (b + a);
        assert left == right;
    }
}
