// The only object of a class is the one in its constant.
public class Registry {
    public static final Registry INSTANCE = new Registry(7);

    private final int k;

    private Registry(int k) {
        this.k = k;
    }

    public void check(Registry other) {
        assert other.k == 8;
    }
}
