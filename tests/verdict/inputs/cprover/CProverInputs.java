import org.cprover.CProver;

// The harness class of JBMC.
public class CProverInputs {
    public static void main(String[] args) {
        int x = CProver.nondetInt();
        boolean up = CProver.nondetBoolean();
        CProver.assume(x > -1000 && x < 1000);
        int y = up ? x + 1 : x - 1;
        assert Math.abs(y - x) == 1;
    }
}
