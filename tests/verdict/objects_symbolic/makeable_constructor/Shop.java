// One of the constructors takes what nobody can make; the objects are those of the other one.
public class Shop {
    public interface Price {
        int of(int item);
    }

    private final int limit;

    public Shop(Price price) {
        limit = price.of(0);
    }

    public Shop(short limit) {
        this.limit = limit;
    }

    public int limit() {
        assert limit <= Short.MAX_VALUE;
        return limit;
    }
}
