import org.sosy_lab.sv_benchmarks.Verifier;

/** The largest sum of a stretch of an array, against trying them all. */
public class Main {
    static int fast(int[] a) {
        int best = a[0];
        int here = a[0];
        for (int i = 1; i < a.length; i++) {
            here = Math.max(a[i], here + a[i]);
            best = Math.max(best, here);
        }
        return best;
    }

    static int slow(int[] a) {
        int best = Integer.MIN_VALUE;
        for (int from = 0; from < a.length; from++) {
            int sum = 0;
            for (int to = from; to < a.length; to++) {
                sum += a[to];
                if (sum > best) {
                    best = sum;
                }
            }
        }
        return best;
    }

    public static void main(String[] args) {
        int[] a = new int[4];
        for (int i = 0; i < a.length; i++) {
            a[i] = Verifier.nondetByte();
        }
        assert fast(a) == slow(a);
    }
}
