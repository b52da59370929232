import cortado.Any;
import java.util.ArrayList;
import java.util.List;

// remove(int) removes by position, remove(Object) by value.
public class ListRemove {
    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>(List.of(10, 20, 1, 30));
        int x = Any.anInt(0, 1);
        list.remove(1);
        assert list.get(1) == 1;
        assert list.size() == 3 && list.get(x) <= 10;
    }
}
