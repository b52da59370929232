import cortado.Any;

// The word is known in any case. A dotted capital I counts as an i, but becomes two characters in lower case.
public class AnyCase {
    public static void main(String[] args) {
        String s = Any.aString(5);
        String word = "help";
        if (s.equalsIgnoreCase(word)) {
            assert s.toLowerCase(java.util.Locale.ROOT).equals(word);
        }
    }
}
