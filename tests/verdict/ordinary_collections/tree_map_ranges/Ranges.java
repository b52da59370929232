import cortado.Any;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

// Discounts by amount: the highest threshold that was reached counts.
public class Ranges {
    private static final NavigableMap<Integer, Integer> DISCOUNT = new TreeMap<>();

    static {
        DISCOUNT.put(0, 0);
        DISCOUNT.put(100, 5);
        DISCOUNT.put(500, 10);
        DISCOUNT.put(1000, 20);
    }

    static int discount(int amount) {
        Map.Entry<Integer, Integer> entry = DISCOUNT.floorEntry(amount);
        return entry.getValue();
    }

    public static void main(String[] args) {
        int amount = Any.anInt();
        Any.assume(amount >= 0);
        int percent = discount(amount);
        assert percent >= 0 && percent <= 20;
        assert percent != 5 || amount >= 100 && amount <= 500;
        assert DISCOUNT.headMap(amount, true).size() >= 1;
        assert DISCOUNT.firstKey() == 0 && DISCOUNT.lastEntry().getValue() == 20;
        assert DISCOUNT.descendingMap().firstKey() == 1000;
    }
}
