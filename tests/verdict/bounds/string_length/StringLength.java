import cortado.Any;

// What looks at the first characters only holds for strings of any length.
public class StringLength {
    public static void main(String[] args) {
        String s = Any.aString();
        if (s.startsWith("ab")) {
            assert s.length() >= 2;
            assert s.charAt(1) == 'b';
        }
    }
}
