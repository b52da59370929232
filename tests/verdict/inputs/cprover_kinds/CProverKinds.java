import org.cprover.CProver;

// The kinds of values that CProver gives.
public class CProverKinds {
    public static void main(String[] args) {
        byte b = CProver.nondetByte();
        short s = CProver.nondetShort();
        char c = CProver.nondetChar();
        long l = CProver.nondetLong();
        float f = CProver.nondetFloat();
        double d = CProver.nondetDouble();
        assert (b & 0xff) <= 255 && s <= 32767 && c >= 0;
        assert l != 0 || Long.bitCount(l) == 0;
        assert f + d == d + f || f + d != d + f && (f != f || d != d || f == -d);
    }
}
