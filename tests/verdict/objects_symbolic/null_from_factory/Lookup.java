// A factory that gives null gives no object.
public class Lookup {
    private final int key;

    private Lookup(int key) {
        this.key = key;
    }

    public static Lookup find(int key) {
        return key < 0 ? null : new Lookup(key);
    }

    public void check() {
        assert key != 3;
    }
}
