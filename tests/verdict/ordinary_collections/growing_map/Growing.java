import cortado.Any;
import java.util.HashMap;
import java.util.Map;

// A map that has to grow while it holds keys that are inputs.
public class Growing {
    public static void main(String[] args) {
        Map<Integer, Integer> map = new HashMap<>(2);
        int key = Any.anInt(0, 40);
        map.put(key, -1);
        for (int i = 10; i < 13; i++) {
            map.putIfAbsent(i, i);
        }
        boolean among = key >= 10 && key < 13;
        assert map.size() == (among ? 3 : 4);
        int sum = 0;
        for (Map.Entry<Integer, Integer> e : map.entrySet()) {
            assert e.getKey() == key ? e.getValue() == -1 : e.getValue().equals(e.getKey());
            sum += e.getValue();
        }
        assert sum == (among ? 33 - key - 1 : 32);
        assert map.remove(key) == -1 && !map.containsKey(key);
    }
}
