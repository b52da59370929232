import cortado.Any;

// char is the one unsigned type: the same 16 bits give different ints.
public class NarrowingToCharAndShort {
    public static void main(String[] args) {
        int x = Any.anInt();
        int c = (char) x;
        int s = (short) x;
        assert 0 <= c && c <= 65535;
        assert c == s || c - s == 65536;
    }
}
