// No object of this class exists with k == 0, so none may be made up.
public class Divider {
    private final int k;

    public Divider(int k) {
        if (k == 1) {
            throw new IllegalArgumentException();
        }
        this.k = k;
    }

    public int divide(int x) {
        return x / k;
    }
}
