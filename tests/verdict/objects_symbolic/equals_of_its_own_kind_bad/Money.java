// What an object is compared with may be one of its kind, the object itself included.
public class Money {
    private final int cents;

    public Money(int cents) {
        this.cents = cents;
    }

    @Override
    public boolean equals(Object o) {
        if (!(o instanceof Money)) {
            return false;
        }
        Money other = (Money) o;
        boolean same = cents == other.cents;
        assert other == this || !same;
        return same;
    }

    @Override
    public int hashCode() {
        return cents;
    }
}
