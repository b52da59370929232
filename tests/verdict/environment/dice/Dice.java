import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

// Numbers that nobody chose, through a generator, a static method and a collection.
public class Dice {
    private final Random random = new Random();

    int roll() {
        return random.nextInt(8) + 1;
    }

    public static void main(String[] args) {
        int sum = new Dice().roll();
        assert sum >= 1 && sum <= 8;
        List<Integer> cards = new ArrayList<>(List.of(1, 2));
        Collections.shuffle(cards);
        assert cards.contains(2);
        assert Math.random() < 1;
    }
}
