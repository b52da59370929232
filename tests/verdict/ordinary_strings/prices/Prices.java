import cortado.Any;
import java.util.HashMap;
import java.util.Map;

// A table of prices; what is not in it is free.
public class Prices {
    public static void main(String[] args) {
        Map<String, Integer> prices = new HashMap<>();
        prices.put("tea", 2);
        prices.put("coffee", 3);
        prices.put("water", 1);
        String wanted = Any.aString(6);
        int price = prices.getOrDefault(wanted, 0);
        assert price <= 3;
        if (price == 2) {
            assert wanted.length() == 3;
        }
    }
}
