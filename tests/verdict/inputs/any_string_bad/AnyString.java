import cortado.Any;

// A string is not null, may be empty, and holds any chars.
public class AnyString {
    public static void main(String[] args) {
        String s = Any.aString();
        assert s != null && s.length() > 0;
        assert s.isEmpty() == s.equals("");
    }
}
