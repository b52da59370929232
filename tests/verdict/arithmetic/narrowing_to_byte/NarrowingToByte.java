import cortado.Any;

// A narrowing conversion keeps the low bits (JLS 5.1.3).
public class NarrowingToByte {
    public static void main(String[] args) {
        int x = Any.anInt();
        byte b = (byte) x;
        assert (b & 0xff) == (x & 0xff);
        assert b == x || x < -128 || x > 127;
    }
}
