// Every constructor call fails, so the method was never checked.
public class Never {
    public Never(int k) {
        throw new IllegalStateException();
    }

    public void check() {
        assert false;
    }
}
