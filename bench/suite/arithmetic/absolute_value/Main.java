import org.sosy_lab.sv_benchmarks.Verifier;

/** Hash codes are spread over buckets; one hash code has no absolute value. */
public class Main {
    static final int BUCKETS = 16;

    static int bucket(int hash) {
        int mixed = hash ^ (hash >>> 16);
        return Math.abs(mixed) % BUCKETS;
    }

    public static void main(String[] args) {
        int hash = Verifier.nondetInt();
        int index = bucket(hash);
        assert index >= 0 || hash != 0;
        assert Math.abs(hash) >= 0;
    }
}
