import cortado.Any;
import java.util.Arrays;
import java.util.List;

// Arrays.* on arrays of inputs.
public class ArrayTools {
    public static void main(String[] args) {
        int a = Any.anInt();
        int b = Any.anInt();
        int c = Any.anInt();
        int[] numbers = {a, b, c};
        int[] copy = Arrays.copyOf(numbers, 5);
        assert copy[3] == 0 && copy[4] == 0;
        assert Arrays.equals(numbers, Arrays.copyOfRange(copy, 0, 3));
        int[] sorted = numbers.clone();
        Arrays.sort(sorted);
        assert sorted[0] <= sorted[1] && sorted[1] <= sorted[2];
        assert sorted[0] <= a && sorted[2] >= a;
        int at = Arrays.binarySearch(sorted, b);
        assert at >= 0 && sorted[at] == b;
        Integer[] boxes = {a, b};
        List<Integer> view = Arrays.asList(boxes);
        view.set(0, 7);
        assert boxes[0] == 7;
        int[] filled = new int[3];
        Arrays.fill(filled, a);
        Arrays.setAll(filled, i -> filled[i] + i);
        assert filled[2] - filled[0] == 2;
        assert Arrays.hashCode(numbers) == List.of(a, b, c).hashCode();
        assert Arrays.deepEquals(new int[][] {{a}, {b}}, new int[][] {{a}, {b}});
        assert Arrays.mismatch(numbers, copy) == -1;
    }
}
