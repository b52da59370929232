import cortado.Any;

// Not every lower-case letter has an upper-case one.
public class Capitalized {
    static String capitalize(String s) {
        if (s.isEmpty()) {
            return s;
        }
        return Character.toUpperCase(s.charAt(0)) + s.substring(1);
    }

    public static void main(String[] args) {
        String s = Any.aString(3);
        String done = capitalize(s);
        assert done.length() == s.length();
        if (!s.isEmpty() && s.charAt(0) < 128 && Character.isLowerCase(s.charAt(0))) {
            assert Character.isUpperCase(done.charAt(0));
        }
    }
}
