import org.sosy_lab.sv_benchmarks.Verifier;

/** A return in a finally block swallows the exception, but not for odd numbers. */
public class Main {
    @SuppressWarnings("finally")
    static int attempt(int x) {
        try {
            if (x < 0) {
                throw new IllegalArgumentException("negative");
            }
            return x;
        } finally {
            if (x % 2 == 0) {
                return 0;
            }
        }
    }

    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        int result;
        try {
            result = attempt(x);
        } catch (IllegalStateException e) {
            result = -1;
        }
        if (x % 2 == 0) {
            assert result == 0;
        } else {
            assert result == (x < 0 ? -1 : x);
        }
    }
}
