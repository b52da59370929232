import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

// A seed decides what a generator gives; without one any value is possible.
public class RandomWithSeed {
    public static void main(String[] args) {
        Random random = new Random(42);
        assert random.nextInt(100) == 30 && random.nextInt(100) == 63;
        List<Integer> list = new ArrayList<>(List.of(1, 2, 3, 4, 5));
        List<Integer> again = new ArrayList<>(list);
        Collections.shuffle(list, new Random(7));
        Collections.shuffle(again, new Random(7));
        assert list.equals(again);
        assert new Random(3).nextGaussian() == new Random(3).nextGaussian();
        int die = new Random().nextInt(6) + 1;
        assert die >= 1 && die < 6;
    }
}
