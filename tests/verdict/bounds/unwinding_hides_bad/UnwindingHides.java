import cortado.Any;

// The assertion fails in the tenth round only.
public class UnwindingHides {
    public static void main(String[] args) {
        int n = Any.anInt(0, 20);
        for (int i = 0; i < n; i++) {
            assert i != 1;
        }
    }
}
