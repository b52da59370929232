import cortado.Any;
import java.util.ArrayList;
import java.util.List;

// ArrayList with symbolic elements and a symbolic index.
public class ArrayLists {
    public static void main(String[] args) {
        int x = Any.anInt();
        List<Integer> list = new ArrayList<>();
        list.add(x);
        list.add(0, 5);
        list.add(x + 1);
        int i = Any.anInt(0, 3);
        if (i < list.size()) {
            int e = list.get(i);
            assert i == 0 ? e == 5 : e == x + i - 1;
        }
        list.set(1, 9);
        assert list.size() == 3 && list.contains(9) && list.indexOf(5) == 0;
    }
}
