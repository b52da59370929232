import org.sosy_lab.sv_benchmarks.Verifier;

// An AssertionError thrown by hand is an escaping exception.
public class VerifierAssertionError {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        if (x == 424242) {
            throw new AssertionError("reached");
        }
    }
}
