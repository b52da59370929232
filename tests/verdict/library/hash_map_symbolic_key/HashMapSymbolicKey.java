import cortado.Any;
import java.util.HashMap;
import java.util.Map;

// HashMap with a symbolic key.
public class HashMapSymbolicKey {
    public static void main(String[] args) {
        int k = Any.anInt(0, 3);
        Map<Integer, String> m = new HashMap<>();
        m.put(1, "one");
        m.put(2, "two");
        m.put(k, "k");
        assert m.get(k).equals("k");
        assert m.size() == (k == 1 || k == 2 ? 2 : 3);
    }
}
