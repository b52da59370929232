import cortado.Any;
import java.util.TreeMap;

// TreeMap orders its keys; a symbolic key finds its place.
public class TreeMaps {
    public static void main(String[] args) {
        TreeMap<Integer, String> m = new TreeMap<>();
        m.put(30, "c");
        m.put(10, "a");
        m.put(20, "b");
        assert m.firstKey() == 10 && m.lastEntry().getValue().equals("c");
        int k = Any.anInt();
        Integer floor = m.floorKey(k);
        assert floor == null ? k < 10 : floor < k;
        assert m.headMap(20).size() == 1 && m.descendingMap().firstKey() == 30;
    }
}
