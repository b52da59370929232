import cortado.Any;

// A return in a finally block discards what was under way (JLS 14.20.2).
public class FinallyOverridesReturn {
    @SuppressWarnings("finally")
    static int f(int x) {
        try {
            if (x == 0) {
                throw new IllegalStateException("lost");
            }
            return 100 / x;
        } finally {
            return -1;
        }
    }

    public static void main(String[] args) {
        int x = Any.anInt();
        Any.assume(x != 0);
        assert f(x) == -1;
    }
}
