import org.sosy_lab.sv_benchmarks.Verifier;

/** Run-length encoding and back. */
public class Main {
    static String encode(String text) {
        StringBuilder out = new StringBuilder();
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i);
            int run = 1;
            while (i + run < text.length() && text.charAt(i + run) == c) {
                run++;
            }
            out.append(run).append(c);
            i += run;
        }
        return out.toString();
    }

    static String decode(String code) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i + 1 < code.length(); i += 2) {
            int run = code.charAt(i) - '0';
            for (int k = 0; k < run; k++) {
                out.append(code.charAt(i + 1));
            }
        }
        return out.toString();
    }

    public static void main(String[] args) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 4; i++) {
            text.append(Verifier.nondetBoolean() ? 'a' : 'b');
        }
        String plain = text.toString();
        String code = encode(plain);
        assert decode(code).equals(plain);
        assert code.length() <= plain.length() + 2;
    }
}
