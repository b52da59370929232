import cortado.Any;
import java.util.LinkedHashMap;
import java.util.Map;

// A cache that drops what was used least recently.
public class LruCache<K, V> extends LinkedHashMap<K, V> {
    private final int capacity;

    LruCache(int capacity) {
        super(16, 0.75f, true);
        this.capacity = capacity;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > capacity;
    }

    public static void main(String[] args) {
        LruCache<String, Integer> cache = new LruCache<>(2);
        int x = Any.anInt();
        cache.put("a", x);
        cache.put("b", x + 1);
        boolean touched = Any.aBoolean();
        if (touched) {
            assert cache.get("a") == x;
        }
        cache.put("c", x + 2);
        assert cache.size() == 2;
        assert cache.containsKey("c");
        if (cache.size() == 2) {
            assert cache.containsKey("a") == touched;
            assert cache.containsKey("b") != touched;
        }
    }
}
