import cortado.Any;
import java.util.LinkedHashMap;
import java.util.Map;

// A cache of two entries that forgets the least recently used one.
public class LeastRecentlyUsed extends LinkedHashMap<String, Integer> {
    LeastRecentlyUsed() {
        super(16, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
        return size() > 2;
    }

    public static void main(String[] args) {
        boolean touch = Any.aBoolean();
        LeastRecentlyUsed m = new LeastRecentlyUsed();
        m.put("a", 1);
        m.put("b", 2);
        if (touch) {
            m.containsKey("a");
        }
        m.put("c", 3);
        assert m.containsKey("a") == touch && m.size() == 2;
    }
}
