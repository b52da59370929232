import cortado.Any;

// Shifting letters by three and back gives the text again.
public class CaesarCipher {
    static String shift(String text, int by) {
        StringBuilder result = new StringBuilder();
        for (char c : text.toCharArray()) {
            if (c >= 'a' && c <= 'z') {
                result.append((char) ('a' + (c - 'a' + by) % 25));
            } else {
                result.append(c);
            }
        }
        return result.toString();
    }

    public static void main(String[] args) {
        String text = Any.aString(4);
        String coded = shift(text, 3);
        assert coded.length() == text.length();
        assert shift(coded, 23).equals(text);
    }
}
