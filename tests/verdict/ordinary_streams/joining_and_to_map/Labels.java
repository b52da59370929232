import cortado.Any;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

// Joined labels, and a map that refuses two values for one key.
public class Labels {
    public static void main(String[] args) {
        List<String> names = List.of("red", "green", "blue");
        int longest = Any.anInt(3, 5);
        String text = names.stream().filter(n -> n.length() <= longest).collect(Collectors.joining(", ", "[", "]"));
        assert text.startsWith("[red") && text.endsWith("]");
        assert longest < 4 || text.contains("blue");
        assert longest == 5 || !text.contains("green");
        Map<String, Integer> lengths = names.stream().collect(Collectors.toMap(Function.identity(), String::length));
        assert lengths.get("green") == 5;
        try {
            Map<Integer, String> byLength = names.stream()
                .filter(n -> n.length() >= longest - 1)
                .collect(Collectors.toMap(n -> n.length() / longest, n -> n));
            assert longest == 5;
            assert byLength.containsKey(0) && byLength.size() == 2;
        } catch (IllegalStateException duplicate) {
            assert longest < 5;
        }
    }
}
