import cortado.Any;

// Order without regard to case: how far two letters are apart, and which comes first.
public class Ranks {
    public static void main(String[] args) {
        char c = Any.aChar();
        Any.assume(c >= 'A' && c <= 'Z');
        String s = String.valueOf(c);
        int far = s.compareToIgnoreCase("a");
        assert far == c - 'A';
        assert s.compareToIgnoreCase(s.toLowerCase()) == 0;
    }
}
