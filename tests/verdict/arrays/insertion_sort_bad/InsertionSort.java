import cortado.Any;

// Sorting three symbolic numbers.
public class InsertionSort {
    static void sort(int[] a) {
        for (int i = 1; i < a.length; i++) {
            int key = a[i];
            int j = i - 1;
            while (j > 0 && a[j] > key) {
                a[j + 1] = a[j];
                j--;
            }
            a[j + 1] = key;
        }
    }

    public static void main(String[] args) {
        int[] a = {Any.anInt(), Any.anInt(), Any.anInt()};
        sort(a);
        assert a[0] <= a[1] && a[1] <= a[2];
    }
}
