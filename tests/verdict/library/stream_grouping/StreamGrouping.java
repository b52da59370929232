import cortado.Any;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

// Grouping, joining and reducing.
public class StreamGrouping {
    public static void main(String[] args) {
        String last = Any.aBoolean() ? "ddd" : "d";
        Map<Integer, List<String>> byLength =
                Stream.of("a", "bb", "c", last).collect(Collectors.groupingBy(String::length));
        int ones = byLength.get(1).size();
        assert ones == (last.length() == 1 ? 3 : 2);
        assert Stream.of(1, 2, 3).reduce(0, Integer::sum) == 6;
        assert Stream.of("x", "y").collect(Collectors.joining("+")).equals("x+y");
    }
}
