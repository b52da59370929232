import cortado.Any;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

// A list must not be changed behind its iterator's back.
public class ConcurrentModification {
    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>(List.of(1, 2, 3, 4));
        int x = Any.anInt();
        for (Iterator<Integer> it = list.iterator(); it.hasNext(); ) {
            Integer e = it.next();
            if (e == x) {
                list.remove(e);
            }
        }
        assert list.size() == (1 <= x && x <= 4 ? 3 : 4);
    }
}
