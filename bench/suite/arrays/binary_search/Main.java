import org.sosy_lab.sv_benchmarks.Verifier;

/** Binary search finds what is there and says where the rest would go. */
public class Main {
    static int search(int[] a, int key) {
        int low = 0;
        int high = a.length - 1;
        while (low <= high) {
            int mid = (low + high) >>> 1;
            if (a[mid] < key) {
                low = mid + 1;
            } else if (a[mid] > key) {
                high = mid - 1;
            } else {
                return mid;
            }
        }
        return -(low + 1);
    }

    public static void main(String[] args) {
        int[] a = new int[7];
        int last = -10;
        for (int i = 0; i < a.length; i++) {
            int step = Verifier.nondetInt();
            Verifier.assume(step >= 1 && step <= 3);
            last += step;
            a[i] = last;
        }
        int key = Verifier.nondetInt();
        int found = search(a, key);
        if (found >= 0) {
            assert a[found] == key;
        } else {
            int at = -found - 1;
            assert at == 0 || a[at - 1] < key;
            assert at == a.length || a[at] > key;
        }
    }
}
