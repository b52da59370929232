// Arrays of up to three elements.
public class ArrayLength {
    public static int max(int[] a) {
        if (a.length == 0) {
            return 0;
        }
        int max = a[0];
        for (int i = 1; i < a.length; i++) {
            max = Math.max(max, a[i]);
        }
        assert max >= a[0] && max >= a[a.length - 1];
        return max;
    }
}
