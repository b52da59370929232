import cortado.Any;

// Binary search for a symbolic key.
public class BinarySearch {
    static int find(int[] a, int key) {
        int lo = 0;
        int hi = a.length;
        while (lo <= hi) {
            int mid = (lo + hi) >>> 1;
            if (a[mid] < key) {
                lo = mid + 1;
            } else if (a[mid] > key) {
                hi = mid - 1;
            } else {
                return mid;
            }
        }
        return -1;
    }

    public static void main(String[] args) {
        int[] a = {-5, 0, 3, 8, 13, 40};
        int key = Any.anInt();
        int at = find(a, key);
        assert at >= 0 ? a[at] == key : key != 3;
    }
}
