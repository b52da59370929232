import cortado.Any;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

// Averages of readings; there may be none.
public class Temperatures {
    public static void main(String[] args) {
        int n = Any.anInt(0, 4);
        int base = Any.anInt(-20, 40);
        List<Integer> readings = IntStream.range(0, n).mapToObj(i -> base + i).collect(Collectors.toList());
        OptionalInt warmest = readings.stream().mapToInt(x -> x).max();
        assert warmest.isPresent() == n > 0;
        OptionalDouble average = IntStream.range(0, n).average();
        assert average.orElse(-1) == (n == 0 ? -1 : (n - 1) / 2.0);
        int top = warmest.orElse(base);
        assert top >= base && top < base + 4;
        long cold = readings.stream().filter(r -> r < base + 2).count();
        assert cold == Math.min(n, 2);
    }
}
