import java.util.Arrays;

// A range that ends before it begins is refused if it is given; one that the method computes is the method's fault.
public class RejectedCopiedRange {
    public static int[] part(int[] values, int from, int to) {
        if (from < 0 || from > values.length || to < 0 || to > values.length) {
            return values;
        }
        return Arrays.copyOfRange(values, 1, values.length);
    }
}
