// The receiver of a method is a new object: what an object with a history does is not looked at, and the verdict says so.
public class ReceiverState {
    private int k = 1;

    public void set(int v) {
        k = v;
    }

    public void check() {
        assert k == 1;
    }
}
