import cortado.Any;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

// Sorting keeps the order of what compares equal.
public class Stable {
    static final class Card {
        final int rank;
        final int position;

        Card(int rank, int position) {
            this.rank = rank;
            this.position = position;
        }
    }

    public static void main(String[] args) {
        List<Card> hand = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            hand.add(new Card(Any.anInt(1, 13), i));
        }
        Collections.sort(hand, new Comparator<Card>() {
            @Override
            public int compare(Card a, Card b) {
                return a.rank <= b.rank ? -1 : 1;
            }
        });
        for (int i = 1; i < hand.size(); i++) {
            Card a = hand.get(i - 1);
            Card b = hand.get(i);
            assert a.rank <= b.rank;
            assert a.rank != b.rank || a.position < b.position;
        }
    }
}
