// A check of a field that holds an argument by now is about the argument.
public class RejectedState {
    private int percent;
    private final int most = -1;

    public void set(int value) {
        percent = most;
        check();
    }

    private void check() {
        if (percent < 0) {
            throw new IllegalArgumentException("negative");
        }
    }
}
