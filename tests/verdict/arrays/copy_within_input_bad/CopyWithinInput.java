// Overlapping copies within an array of symbolic length read before they write.
public class CopyWithinInput {
    public static void shift(int[] a) {
        if (a.length >= 3) {
            int first = a[0], second = a[1];
            System.arraycopy(a, 0, a, 1, 2);
            assert a[1] == first && a[2] == a[1];
        }
    }
}
