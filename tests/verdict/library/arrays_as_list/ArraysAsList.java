import cortado.Any;
import java.util.Arrays;
import java.util.List;

// Arrays.asList writes through to the array and has a fixed size.
public class ArraysAsList {
    public static void main(String[] args) {
        int x = Any.anInt();
        Integer[] a = {1, 2, 3};
        List<Integer> view = Arrays.asList(a);
        view.set(0, x);
        assert a[0] == x && view.size() == 3;
    }
}
