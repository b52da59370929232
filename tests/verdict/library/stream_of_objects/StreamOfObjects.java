import cortado.Any;
import java.util.List;
import java.util.stream.Collectors;

// Filter, map and collect.
public class StreamOfObjects {
    public static void main(String[] args) {
        int limit = Any.anInt();
        List<Integer> in = List.of(1, 5, 9);
        List<String> out = in.stream().filter(n -> n > limit).map(n -> "n" + n).collect(Collectors.toList());
        assert out.size() <= 3;
        assert limit < 1 || !out.contains("n1");
        assert in.stream().mapToInt(Integer::intValue).sum() == 15;
    }
}
