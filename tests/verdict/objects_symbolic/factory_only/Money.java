// Without a constructor for others, a factory makes the objects.
public class Money {
    private final long cents;

    private Money(long cents) {
        this.cents = cents;
    }

    public static Money ofEuros(int euros) {
        return new Money(euros * 64L);
    }

    public long cents() {
        assert (cents & 63) == 0;
        return cents;
    }
}
