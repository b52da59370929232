import org.sosy_lab.sv_benchmarks.Verifier;

/** Shifting letters there and back again. */
public class Main {
    static char shift(char c, int by) {
        if (c < 'a' || c > 'z') {
            return c;
        }
        return (char) ('a' + (c - 'a' + by) % 26);
    }

    static String shift(String text, int by) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            out.append(shift(text.charAt(i), by));
        }
        return out.toString();
    }

    public static void main(String[] args) {
        int by = Verifier.nondetInt();
        Verifier.assume(by >= -25 && by <= 25);
        char[] letters = {Verifier.nondetChar(), 'x', Verifier.nondetChar()};
        String plain = new String(letters);
        String secret = shift(plain, by);
        assert secret.length() == plain.length();
        assert shift(secret, -by).equals(plain);
    }
}
