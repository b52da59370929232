import cortado.Any;
import java.util.IntSummaryStatistics;
import java.util.stream.IntStream;

// Ranges of numbers and their statistics.
public class Numbers {
    public static void main(String[] args) {
        int n = Any.anInt(1, 6);
        IntSummaryStatistics s = IntStream.rangeClosed(1, n).map(x -> x * x).summaryStatistics();
        assert s.getCount() == n;
        assert s.getMax() == n * n;
        assert s.getMin() == 1;
        assert s.getSum() == n * (n + 1) * (2 * n + 1) / 6;
        int product = IntStream.range(1, n).reduce(1, (a, b) -> a * b);
        assert product % n == 0 || n < 5;
        assert IntStream.range(0, n).boxed().filter(i -> i % 2 == 0).count() == (n + 1) / 2;
        int[] reversed = IntStream.range(0, n).map(i -> n - i).toArray();
        assert reversed[0] == n && reversed[n - 1] == 1;
    }
}
