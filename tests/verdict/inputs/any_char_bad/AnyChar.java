import cortado.Any;

// A char is never negative.
public class AnyChar {
    public static void main(String[] args) {
        char c = Any.aChar();
        assert c >= 0 && c < 65535;
    }
}
