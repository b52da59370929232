import cortado.Any;
import java.util.ArrayList;
import java.util.List;
import java.util.ListIterator;

// Edits a list while walking over it.
public class Editing {
    static void edit(List<Integer> list) {
        ListIterator<Integer> it = list.listIterator();
        while (it.hasNext()) {
            int x = it.next();
            if (x < 0) {
                it.remove();
            } else if (x > 200) {
                it.set(100);
            } else if (x == 50) {
                it.add(51);
            }
        }
    }

    public static void main(String[] args) {
        int a = Any.anInt();
        int b = Any.anInt();
        List<Integer> list = new ArrayList<>(List.of(a, 50, b));
        edit(list);
        assert list.size() >= 2 && list.size() <= 6;
        for (int x : list) {
            assert x >= 0;
            assert x <= 100;
        }
        assert list.contains(51);
        assert list.get(list.indexOf(50) + 1) == 51;
    }
}
