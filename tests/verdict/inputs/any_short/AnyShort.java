import cortado.Any;

// A short is between -32768 and 32767.
public class AnyShort {
    public static void main(String[] args) {
        short s = Any.aShort();
        int square = s * s;
        assert square >= 0 && square <= 1 << 30;
    }
}
