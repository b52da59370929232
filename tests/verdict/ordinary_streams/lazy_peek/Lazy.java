import cortado.Any;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

// Streams do only as much as their end asks for.
public class Lazy {
    public static void main(String[] args) {
        List<Integer> seen = new ArrayList<>();
        int stop = Any.anInt(1, 5);
        int found = IntStream.rangeClosed(1, 5).peek(seen::add).filter(x -> x >= stop).findFirst().getAsInt();
        assert found == stop;
        assert seen.size() == stop;
        seen.clear();
        Stream<Integer> idle = Stream.of(1, 2, 3).peek(seen::add);
        assert seen.isEmpty();
        assert idle.takeWhile(x -> x < stop).count() == Math.min(stop - 1, 3);
        try {
            idle.count();
            assert false;
        } catch (IllegalStateException e) {
            assert e.getMessage().contains("already been operated upon");
        }
    }
}
