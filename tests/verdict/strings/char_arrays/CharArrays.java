import cortado.Any;

// A string is a copy of the array it was made of.
public class CharArrays {
    public static void main(String[] args) {
        char c = Any.aChar();
        char[] a = {'a', c};
        String s = new String(a);
        a[0] = 'z';
        char[] copy = s.toCharArray();
        copy[1] = 'q';
        assert s.charAt(0) == 'a';
        assert s.charAt(1) == c;
    }
}
