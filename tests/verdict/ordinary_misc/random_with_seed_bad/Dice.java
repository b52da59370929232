import cortado.Any;
import java.util.Random;

// Dice with a seed: the same numbers each time, always in range.
public class Dice {
    public static void main(String[] args) {
        Random a = new Random(7);
        Random b = new Random(7);
        int sides = Any.oneOf(4, 6, 20);
        int sum = 0;
        for (int i = 0; i < 5; i++) {
            int roll = a.nextInt(sides) + 1;
            assert roll >= 1 && roll <= sides;
            assert roll == b.nextInt(sides) + 1;
            sum += roll;
        }
        assert sum <= 5 * sides;
        assert sum < 4 * sides - 12;
        assert new Random(42).nextInt(10) == 0;
        double d = new Random(1).nextDouble();
        assert d >= 0 && d < 1;
        assert new Random(3).nextBoolean() == new Random(3).nextBoolean();
        assert new Random(5).ints(4, 0, 10).allMatch(x -> x >= 0 && x < 10);
    }
}
