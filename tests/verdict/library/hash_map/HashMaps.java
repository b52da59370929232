import cortado.Any;
import java.util.HashMap;
import java.util.Map;

// HashMap with symbolic values under concrete keys.
public class HashMaps {
    public static void main(String[] args) {
        int x = Any.anInt();
        Map<String, Integer> m = new HashMap<>();
        assert m.put("a", x) == null;
        assert m.put("a", x + 1) == x;
        m.merge("a", 1, Integer::sum);
        m.computeIfAbsent("b", k -> k.length());
        m.putIfAbsent("b", 100);
        assert m.get("a") == x + 2 && m.get("b") == 1;
        assert m.getOrDefault("c", -1) == -1 && m.size() == 2;
        int sum = 0;
        for (Map.Entry<String, Integer> e : m.entrySet()) {
            sum += e.getValue();
        }
        assert sum == x + 3;
        assert m.remove("a") != null && !m.containsKey("a");
    }
}
