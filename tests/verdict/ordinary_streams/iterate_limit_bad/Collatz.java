import cortado.Any;
import java.util.stream.IntStream;
import java.util.stream.Stream;

// Steps of the Collatz sequence as a stream.
public class Collatz {
    static long steps(int start) {
        return IntStream.iterate(start, n -> n != 1, n -> n % 2 == 0 ? n / 2 : 3 * n + 1).count();
    }

    public static void main(String[] args) {
        int start = Any.anInt(1, 8);
        long steps = steps(start);
        assert steps <= 16;
        assert (steps == 0) == (start == 1);
        assert steps != 3 || start == 6;
        int power = Stream.iterate(1, x -> x * 2).limit(start).reduce((a, b) -> b).get();
        assert power == 1 << (start - 1);
        assert Stream.iterate(start, x -> x + 1).skip(2).findFirst().get() == start + 2;
    }
}
