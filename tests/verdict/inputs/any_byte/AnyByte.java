import cortado.Any;

// A byte is between -128 and 127.
public class AnyByte {
    public static void main(String[] args) {
        byte b = Any.aByte();
        assert b >= -128 && b <= 127;
    }
}
