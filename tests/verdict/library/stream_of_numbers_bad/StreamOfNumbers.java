import cortado.Any;
import java.util.stream.IntStream;

// A small stream of ints.
public class StreamOfNumbers {
    public static void main(String[] args) {
        int x = Any.anInt(0, 1000);
        int sum = IntStream.range(1, 4).map(i -> i * x).sum();
        assert sum == 10 * x;
        assert IntStream.of(3, 1, 2).max().getAsInt() == 3;
    }
}
