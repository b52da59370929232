import cortado.Any;

// Runs of equal letters as a letter and a count, and back.
public class RunLengthCoding {
    static String encode(String text) {
        StringBuilder out = new StringBuilder();
        int i = 0;
        while (i < text.length()) {
            int j = i;
            while (j < text.length() && text.charAt(j) == text.charAt(i)) {
                j++;
            }
            out.append(text.charAt(i)).append(Math.min(3, j - i));
            i = j;
        }
        return out.toString();
    }

    static String decode(String coded) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i + 1 < coded.length(); i += 2) {
            int count = coded.charAt(i + 1) - '0';
            out.append(String.valueOf(coded.charAt(i)).repeat(count));
        }
        return out.toString();
    }

    public static void main(String[] args) {
        String text = Any.aString(4);
        assert decode(encode(text)).equals(text);
    }
}
