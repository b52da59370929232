import org.sosy_lab.sv_benchmarks.Verifier;

/** Parses a short number after a look at its characters, which lets a lone sign pass. */
public class Main {
    static boolean looksLikeNumber(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean sign = i == 0 && c == '-';
            if (!sign && (c < '0' || c > '9')) {
                return false;
            }
        }
        return !text.isEmpty();
    }

    public static void main(String[] args) {
        int length = Verifier.nondetInt();
        Verifier.assume(length >= 0 && length <= 3);
        char[] chars = new char[length];
        for (int i = 0; i < length; i++) {
            chars[i] = Verifier.nondetChar();
        }
        String text = new String(chars);
        if (looksLikeNumber(text)) {
            int value = Integer.parseInt(text);
            System.out.println(value);
        }
    }
}
