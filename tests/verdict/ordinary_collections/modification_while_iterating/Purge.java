import cortado.Any;
import java.util.ArrayList;
import java.util.List;

// Removing from a list in a for-each loop works only by accident.
public class Purge {
    static void purge(List<Integer> list) {
        list.removeIf(x -> x < 0);
    }

    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            list.add(Any.anInt());
        }
        boolean last = list.get(2) >= 0;
        purge(list);
        assert !last || list.get(list.size() - 1) >= 0;
        assert list.size() <= 3;
    }
}
