import java.util.HashMap;
import java.util.Map;

/** Puts, gets and removes boxed keys in a hash map. */
public class HashMapTraffic {
    public static void main(String[] a) {
        int size = a.length > 0 ? Integer.parseInt(a[0]) : 1_200_000;
        Map<Integer, Long> map = new HashMap<>();
        int x = 12345;
        long checksum = 0;
        for (int i = 0; i < size; i++) {
            x = x * 1103515245 + 12345;
            Integer key = (x >>> 8) % 50_000;
            Long old = map.get(key);
            if (old == null) {
                map.put(key, (long) i);
            } else if ((x & 7) == 0) {
                map.remove(key);
                checksum += old;
            } else {
                map.put(key, old * 31 + i);
            }
        }
        for (Map.Entry<Integer, Long> entry : map.entrySet()) {
            checksum += entry.getKey() ^ entry.getValue();
        }
        System.out.println("size " + map.size() + " checksum " + checksum);
    }
}
