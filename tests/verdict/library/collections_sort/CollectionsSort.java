import cortado.Any;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

// Sorting three symbolic numbers with the library.
public class CollectionsSort {
    public static void main(String[] args) {
        int x = Any.anInt();
        int y = Any.anInt();
        List<Integer> list = new ArrayList<>();
        list.add(x);
        list.add(y);
        list.add(0);
        Collections.sort(list);
        assert list.get(0) <= list.get(1) && list.get(1) <= list.get(2);
        assert Collections.max(list) >= 0 && Collections.min(list) <= x;
    }
}
