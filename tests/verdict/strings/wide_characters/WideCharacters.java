import cortado.Any;

// Strings of Latin-1 characters and wider ones are stored differently; nothing of it may be seen.
public class WideCharacters {
    public static void main(String[] args) {
        char c = Any.aChar();
        String s = "a" + c + "z";
        assert s.length() == 3;
        assert s.charAt(1) == c;
        assert s.charAt(2) == 'z';
        assert s.indexOf('z') == (c == 'z' ? 1 : 2);
    }
}
