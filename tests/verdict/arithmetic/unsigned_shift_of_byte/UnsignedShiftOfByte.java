import cortado.Any;

// A byte is sign-extended to int before it is shifted.
public class UnsignedShiftOfByte {
    public static void main(String[] args) {
        byte b = Any.aByte();
        int high = (b & 0xff) >>> 4;
        assert 0 <= high && high <= 15;
    }
}
