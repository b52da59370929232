// Two arrays may be the same array.
public class Swap {
    static void swap(int[] a, int[] b) {
        if (a.length != 2 || b.length != 2 || a == null) {
            return;
        }
        int old = a[0];
        a[0] = b[0] + 1;
        assert b[0] == a[0] - 1;
        b[0] = old;
    }
}
