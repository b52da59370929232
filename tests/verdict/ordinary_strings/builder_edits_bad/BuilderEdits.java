import cortado.Any;

// Edits of a builder at its ends and in between.
public class BuilderEdits {
    public static void main(String[] args) {
        String s = Any.aString(4);
        Any.assume(s.length() >= 2);
        StringBuilder b = new StringBuilder(s);
        b.insert(0, '<').append('>');
        b.setCharAt(1, Character.toUpperCase('x'));
        b.deleteCharAt(2);
        assert b.length() == s.length() + 1;
        assert b.charAt(1) == 'X';
        assert b.toString().endsWith(s.substring(1) + ">");
    }
}
