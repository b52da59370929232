// Assertions are on, with their side effects.
public class AssertionsAreEnabled {
    public static void main(String[] args) {
        boolean enabled = false;
        assert enabled = true;
        if (!enabled) {
            throw new IllegalStateException("assertions are off");
        }
    }
}
