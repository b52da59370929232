import java.util.HashMap;
import java.util.Map;

public class LiteralLikeArgument {
    private final Map<String, String> table = new HashMap<>(Map.of("a", "q"));

    public int find(String key) {
        String found = table.get(key);
        return found == null ? 0 : Integer.parseInt(found);
    }
}
