// An assertion on the way to a receiver counts like any other.
public class Strict {
    private final int k;

    public Strict(int k) {
        assert k != 12;
        this.k = k;
    }

    public int get() {
        return k;
    }
}
