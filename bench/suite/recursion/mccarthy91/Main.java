import org.sosy_lab.sv_benchmarks.Verifier;

/** McCarthy's function is 91 up to 101. */
public class Main {
    static int f(int n) {
        if (n > 100) {
            return n - 10;
        }
        return f(f(n + 11));
    }

    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        Verifier.assume(n >= 80 && n <= 120);
        int result = f(n);
        assert n > 101 ? result == n - 10 : result == 91;
    }
}
