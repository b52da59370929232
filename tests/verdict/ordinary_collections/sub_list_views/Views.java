import cortado.Any;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

// A sublist is a window into its list.
public class Views {
    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>(Arrays.asList(1, 2, 3, 4, 5));
        int from = Any.anInt(0, 5);
        int to = Any.anInt(0, 4);
        if (from > to) {
            try {
                list.subList(from, to);
                assert false;
            } catch (IllegalArgumentException e) {
                return;
            }
        }
        List<Integer> window = list.subList(from, to);
        assert window.size() == to - from;
        window.replaceAll(x -> x * 10);
        int big = 0;
        for (int x : list) {
            if (x >= 10) {
                big++;
            }
        }
        assert big == to - from;
        window.clear();
        assert list.size() == 5 - (to - from);
        if (from > 0) {
            assert list.get(0) == 1;
        }
    }
}
