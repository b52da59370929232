import cortado.Any;
import java.util.stream.IntStream;

// A call with a lambda that captures, over several lines.
public class Capture {
    public static void main(String[] args) {
        int v = Any.anInt(0, 5);
        IntStream.range(0, 3).forEach(i -> {
            check(i + v);
        });
    }

    static void check(int sum) {
        assert sum < 7;
    }
}
