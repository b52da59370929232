import cortado.Any;
import java.util.Arrays;

// Sorting numbers in parallel.
public class ParallelSort {
    public static void main(String[] args) {
        int[] a = {Any.anInt(0, 9), 5, Any.anInt(0, 9)};
        Arrays.parallelSort(a);
        assert a[0] <= a[1] && a[1] <= a[2]; // here
    }
}
