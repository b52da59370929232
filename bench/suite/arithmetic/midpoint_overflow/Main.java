import org.sosy_lab.sv_benchmarks.Verifier;

/** The middle of a range, computed without overflow. */
public class Main {
    static int middle(int low, int high) {
        return (low + high) / 2;
    }

    public static void main(String[] args) {
        int low = Verifier.nondetInt();
        int high = Verifier.nondetInt();
        if (low < 0 || high < low) {
            return;
        }
        int mid = middle(low, high);
        assert low <= mid;
        assert mid <= high;
        assert mid - low <= high - mid;
        assert high - mid - (mid - low) <= 1;
    }
}
