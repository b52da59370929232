import cortado.Any;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

// A new key changes the map; a new value for a key that is there does not.
public class MapChanged {
    public static void main(String[] args) {
        Map<String, Integer> ages = new HashMap<>();
        ages.put("ann", 31);
        ages.put("bob", 17);
        int n = Any.anInt();
        Iterator<String> names = ages.keySet().iterator();
        while (names.hasNext()) {
            String name = names.next();
            if (n > 7) {
                ages.put(name, n);
            }
        }
    }
}
