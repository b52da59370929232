import java.util.HashMap;
import java.util.Map;

/** Named attributes with their values. */
class Event {
    private final Map<String, Integer> attributes = new HashMap<>();

    void put(String name, int value) {
        attributes.put(name, value);
    }

    /** Null if there is none. */
    Integer get(String name) {
        return attributes.get(name);
    }
}
