// Elements are made like parameters.
import java.util.List;

public class Orders {
    record Item(short price) {
        Item {
            if (price < 0) {
                throw new IllegalArgumentException();
            }
        }
    }

    static int total(List<Item> items) {
        int total = 0;
        for (Item item : items) {
            total += item.price();
        }
        assert total >= 0 && total <= 65534;
        return total;
    }
}
