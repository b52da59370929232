/** A builder whose only maker is a method of the class around it. */
public class Order {
    public static final class Builder {
        private final int items;

        private Builder(int items) {
            this.items = items;
        }

        public int items() {
            return items;
        }
    }

    public static Builder builder(int items) {
        return new Builder(items > 100 ? 100 : items);
    }

    public static int total(Builder builder) {
        int total = builder.items();
        assert total <= 100;
        return total;
    }
}
