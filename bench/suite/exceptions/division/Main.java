import org.sosy_lab.sv_benchmarks.Verifier;

/** A pocket calculator; one of its divisions is not guarded. */
public class Main {
    static int apply(char operator, int a, int b) {
        switch (operator) {
            case '+':
                return a + b;
            case '-':
                return a - b;
            case '*':
                return a * b;
            case '/':
                if (b == 0) {
                    return 0;
                }
                return a / b;
            case '%':
                return a % b;
            default:
                return a;
        }
    }

    public static void main(String[] args) {
        char operator = Verifier.nondetChar();
        int a = Verifier.nondetInt();
        int b = Verifier.nondetInt();
        int result = apply(operator, a, b);
        assert operator != '-' || result + b == a;
    }
}
