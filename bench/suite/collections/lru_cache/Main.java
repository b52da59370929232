import java.util.LinkedHashMap;
import java.util.Map;
import org.sosy_lab.sv_benchmarks.Verifier;

/** A cache of the two most recently used keys. */
public class Main {
    static final class Cache extends LinkedHashMap<Integer, Integer> {
        private static final long serialVersionUID = 1L;

        Cache() {
            super(16, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, Integer> eldest) {
            return size() > 2;
        }
    }

    public static void main(String[] args) {
        Cache cache = new Cache();
        cache.put(1, 10);
        cache.put(2, 20);
        boolean touched = Verifier.nondetBoolean();
        if (touched) {
            cache.get(1);
        }
        cache.put(3, 30);
        assert cache.size() == 2;
        assert cache.containsKey(3);
        assert cache.containsKey(1) == touched;
        assert cache.containsKey(2) != touched;
    }
}
