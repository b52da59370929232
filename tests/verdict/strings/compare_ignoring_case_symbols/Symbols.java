import cortado.Any;

// Both strings are inputs, and only one has a character beyond 16 bits.
public class Symbols {
    public static void main(String[] args) {
        String s = Any.aString(2);
        String t = Any.aString(2);
        Any.assume(s.length() == 2 && s.charAt(0) == 0xd83d);
        Any.assume(t.length() == 2 && t.charAt(0) == 'a');
        assert s.compareToIgnoreCase(t) == 0xd83d - 'a';
    }
}
