// An array parameter is not null and of any length up to the bound.
public class MethodIntArray {
    public static int first(int[] a) {
        if (a.length >= 0) {
            return a[0];
        }
        return -1;
    }
}
