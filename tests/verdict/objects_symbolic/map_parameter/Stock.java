// A map with any keys and values.
import java.util.Map;

public class Stock {
    static int amount(Map<Byte, Integer> stock, byte what) {
        int amount = stock.getOrDefault(what, 0);
        assert amount == 0 || stock.containsKey(what);
        return amount;
    }
}
