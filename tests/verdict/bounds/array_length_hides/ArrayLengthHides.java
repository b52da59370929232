// An access that is wrong only for longer arrays.
public class ArrayLengthHides {
    public static int third(int[] a) {
        if (a.length > 2) {
            return a[a.length];
        }
        return -1;
    }
}
