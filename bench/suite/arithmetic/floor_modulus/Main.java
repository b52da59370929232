import org.sosy_lab.sv_benchmarks.Verifier;

/** Hash codes are spread over buckets; the modulus is never negative. */
public class Main {
    static final int BUCKETS = 16;

    static int bucket(int hash) {
        int mixed = hash ^ (hash >>> 16);
        return Math.floorMod(mixed, BUCKETS);
    }

    public static void main(String[] args) {
        int hash = Verifier.nondetInt();
        int index = bucket(hash);
        assert index >= 0 || hash != 0;
        assert index < BUCKETS;
    }
}
