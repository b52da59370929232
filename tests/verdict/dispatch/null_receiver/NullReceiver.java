import cortado.Any;

// Calling a method on null throws; calling a static method through null does not.
public class NullReceiver {
    int instance() {
        return 1;
    }

    static int shared() {
        return 2;
    }

    @SuppressWarnings("static")
    public static void main(String[] args) {
        NullReceiver n = Any.aBoolean() ? new NullReceiver() : null;
        int r = n.shared();
        assert r > 0;
    }
}
