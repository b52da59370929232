import org.sosy_lab.sv_benchmarks.Verifier;

/** Bubble sort: the result is in order and has the same sum. */
public class Main {
    static void sort(int[] a) {
        for (int end = a.length; end > 1; end--) {
            for (int i = 0; i + 1 < end; i++) {
                if (a[i] > a[i + 1]) {
                    int swapped = a[i];
                    a[i] = a[i + 1];
                    a[i + 1] = swapped;
                }
            }
        }
    }

    public static void main(String[] args) {
        int[] a = new int[4];
        int sum = 0;
        for (int i = 0; i < a.length; i++) {
            a[i] = Verifier.nondetInt();
            sum += a[i];
        }
        sort(a);
        for (int i = 0; i + 1 < a.length; i++) {
            assert a[i] <= a[i + 1];
            sum -= a[i];
        }
        assert sum == a[a.length - 1];
    }
}
