import cortado.Any;
import java.util.List;

// A parallel stream is run in order, which is a bound.
public class ParallelSum {
    public static void main(String[] args) {
        int x = Any.anInt(0, 100);
        int sum = List.of(x, 1, 2).parallelStream().mapToInt(i -> i).sum();
        assert sum <= 103; // here
    }
}
