import cortado.Any;
import java.util.Arrays;

// Arrays.sort, fill, copyOf and binarySearch.
public class ArraysSort {
    public static void main(String[] args) {
        int x = Any.anInt();
        int[] a = {5, x, 3};
        Arrays.sort(a);
        assert a[0] <= a[1] && a[1] <= a[2];
        int[] b = Arrays.copyOf(a, 4);
        assert b[3] == 0 && b[0] == a[0];
        Arrays.fill(b, 1, 3, 7);
        assert b[1] == 7 && b[2] == 7 && b[0] == a[0];
        assert Arrays.toString(new int[] {1, 2}).equals("[1, 2]");
    }
}
