import org.sosy_lab.sv_benchmarks.Verifier;

/** Fibonacci numbers by recursion and by iteration. */
public class Main {
    static int recursive(int n) {
        return n < 2 ? n : recursive(n - 1) + recursive(n - 2);
    }

    static int iterative(int n) {
        int a = 0;
        int b = 1;
        for (int i = 0; i < n; i++) {
            int next = a + b;
            a = b;
            b = next;
        }
        return a;
    }

    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        Verifier.assume(n >= 0 && n <= 12);
        assert recursive(n) == iterative(n);
        assert recursive(n) >= n - 1;
    }
}
