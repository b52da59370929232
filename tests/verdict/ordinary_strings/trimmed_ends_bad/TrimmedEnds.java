import cortado.Any;

// Trimming removes control characters and blanks, stripping removes white space.
public class TrimmedEnds {
    public static void main(String[] args) {
        String s = Any.aString(4);
        String trimmed = s.trim();
        assert trimmed.length() <= s.length();
        assert s.contains(trimmed);
        assert trimmed.equals(s.strip());
    }
}
