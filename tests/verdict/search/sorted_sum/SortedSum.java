import cortado.Any;

// Sorting keeps the sum: an identity over all integers that is found by cancelling, not by trying values.
public class SortedSum {
    public static void main(String[] args) {
        int[] a = {Any.anInt(), Any.anInt(), Any.anInt(), Any.anInt()};
        int sum = a[0] + a[1] + a[2] + a[3];
        for (int end = a.length; end > 1; end--) {
            for (int i = 0; i + 1 < end; i++) {
                if (a[i] > a[i + 1]) {
                    int swapped = a[i];
                    a[i] = a[i + 1];
                    a[i + 1] = swapped;
                }
            }
        }
        sum = sum - a[3] - a[1] - a[0];
        assert sum == a[2];
    }
}
