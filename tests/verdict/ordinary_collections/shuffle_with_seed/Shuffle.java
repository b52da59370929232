import cortado.Any;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

// A shuffled deck has the same cards, and the same seed gives the same order.
public class Shuffle {
    static List<Integer> deck(int from) {
        List<Integer> deck = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            deck.add(from + i);
        }
        return deck;
    }

    public static void main(String[] args) {
        int from = Any.anInt(0, 1000);
        List<Integer> a = deck(from);
        List<Integer> b = deck(from);
        Collections.shuffle(a, new Random(42));
        Collections.shuffle(b, new Random(42));
        assert a.equals(b);
        assert !a.equals(deck(from));
        Collections.sort(a);
        assert a.equals(deck(from));
        Collections.reverse(a);
        assert a.get(0) == from + 7;
        Collections.swap(a, 0, 7);
        assert Collections.min(a) == from && Collections.frequency(a, from) == 1;
    }
}
