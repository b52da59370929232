import cortado.Any;
import java.util.*;

// Giving a key that is there a new value is no change of the map.
public class Maps {
    public static void main(String[] args) throws Exception {
        Map<String, Integer> m = new HashMap<>();
        m.put("a", 1);
        m.put("b", 2);
        int n = Any.anInt(0, 9);
        for (String k : m.keySet()) m.put(k, n);
        for (Map.Entry<String, Integer> e : m.entrySet()) e.setValue(e.getValue() + 1);
        for (Iterator<Integer> i = m.values().iterator(); i.hasNext();) if (i.next() > 5) i.remove();
        for (String k : new ArrayList<>(m.keySet())) m.remove(k);
        m.put("z", n);
        for (String k : m.keySet()) {
            m.remove(k);
            break;
        }
        Set<String> view = m.keySet();
        m.put("y", n);
        for (String k : view) n += k.length();
    }
}
