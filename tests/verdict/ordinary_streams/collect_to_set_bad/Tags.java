import cortado.Any;
import java.util.Arrays;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

// Different remainders of three numbers.
public class Tags {
    public static void main(String[] args) {
        int a = Any.anInt(0, 8);
        int b = Any.anInt(0, 8);
        Set<Integer> rest = Arrays.stream(new int[] {a, b, 4}).map(x -> x % 3).boxed().collect(Collectors.toSet());
        assert rest.contains(1);
        assert rest.size() <= 3;
        assert rest.size() == 1 == (a % 3 == b % 3);
        Collection<Integer> sorted = rest.stream().collect(Collectors.toCollection(TreeSet::new));
        int before = -1;
        for (int r : sorted) {
            assert r > before;
            before = r;
        }
        assert IntStream.of(a, b).allMatch(x -> x >= 0);
    }
}
