import org.sosy_lab.sv_benchmarks.Verifier;

// A symbolic string of the competition's harness class.
public class VerifierString {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        if (s.length() > 1) {
            char c = s.charAt(1);
            assert s.indexOf(c) <= 1;
        }
    }
}
