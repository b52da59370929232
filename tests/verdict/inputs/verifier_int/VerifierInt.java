import org.sosy_lab.sv_benchmarks.Verifier;

// The competition's harness class.
public class VerifierInt {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        Verifier.assume(x >= 0 && x < 100);
        int y = x * 2 + 1;
        assert y % 2 == 1;
    }
}
