import java.util.HashMap;
import java.util.Map;

/** What a command line says, by the names of the options. */
class CommandLine {
    private final Map<String, String> values = new HashMap<>();
    private int rest;

    void set(Option option, String value) {
        values.put(option.name(), value);
    }

    void addRest() {
        rest++;
    }

    boolean has(Option option) {
        return values.containsKey(option.name());
    }

    String value(Option option) {
        return values.get(option.name());
    }

    int rest() {
        return rest;
    }
}
