import cortado.Any;
import java.util.*;
import java.util.concurrent.*;

// Updates before, after and instead of iterating, and through the iterator, are all fine.
public class Updates {
    public static void main(String[] args) throws Exception {
        List<Integer> list = new ArrayList<>(List.of(1, 2, 3));
        List<Integer> other = new ArrayList<>();
        int key = Any.anInt(0, 3);
        for (int x : list) other.add(x + key);
        for (Iterator<Integer> i = list.iterator(); i.hasNext();) if (i.next() == key) i.remove();
        for (Integer x : list) {
            if (x == 2) {
                list.remove(x); break;
            }
        }
        List<Integer> copies = new CopyOnWriteArrayList<>(list);
        for (int x : copies) copies.add(x);
        Iterator<Integer> unused = list.iterator();
        list.clear();
    }
}
