import cortado.Any;

// The hash code of a string is specified.
public class HashCode {
    public static void main(String[] args) {
        char a = Any.aChar();
        char b = Any.aChar();
        String s = String.valueOf(a) + b;
        assert s.hashCode() == 31 * b + a;
        assert "".hashCode() == 0;
    }
}
