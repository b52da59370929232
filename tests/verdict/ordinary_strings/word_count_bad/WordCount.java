import cortado.Any;

// Words are separated by blanks, so there are at most half as many as characters, rounded up.
public class WordCount {
    public static void main(String[] args) {
        String text = Any.aString(5);
        int words = 0;
        boolean inside = false;
        for (char c : text.toCharArray()) {
            if (c == ' ') {
                inside = false;
            } else if (!inside) {
                inside = true;
                words++;
            }
        }
        assert words <= text.length() / 2;
    }
}
