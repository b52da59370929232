import cortado.Any;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

// Pupils by grade, with counts.
public class Classes {
    record Pupil(String name, int grade) {}

    public static void main(String[] args) {
        int g = Any.anInt(1, 3);
        List<Pupil> pupils = List.of(new Pupil("ann", 1), new Pupil("bob", g), new Pupil("cid", 3));
        Map<Integer, List<String>> names = pupils.stream()
            .collect(Collectors.groupingBy(Pupil::grade, TreeMap::new,
                Collectors.mapping(Pupil::name, Collectors.toList())));
        assert names.get(1).get(0).equals("ann");
        assert names.get(3).contains("cid");
        assert names.size() == (g == 2 ? 3 : 2);
        assert names.get(g).contains("bob");
        Map<Boolean, Long> upper = pupils.stream()
            .collect(Collectors.partitioningBy(p -> p.grade() > 1, Collectors.counting()));
        assert upper.get(true) + upper.get(false) == 3;
        assert upper.get(true) >= 1;
    }
}
