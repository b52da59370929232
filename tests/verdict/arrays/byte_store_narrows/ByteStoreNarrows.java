import cortado.Any;

// Elements of a byte array are sign-extended when read.
public class ByteStoreNarrows {
    public static void main(String[] args) {
        byte[] a = new byte[2];
        int x = Any.anInt();
        a[0] = (byte) x;
        int read = a[0] & 0xff;
        assert read == (x & 0xff);
        short[] s = {(short) x};
        char[] c = {(char) x};
        assert s[0] == c[0] || s[0] < 0;
    }
}
