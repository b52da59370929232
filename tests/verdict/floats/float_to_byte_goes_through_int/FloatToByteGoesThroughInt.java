import cortado.Any;

// A float becomes a byte in two steps: saturate to int, then keep the low bits.
public class FloatToByteGoesThroughInt {
    public static void main(String[] args) {
        float f = Any.aFloat();
        Any.assume(300.0f <= f && f < 301.0f);
        assert (byte) f == 44;
        assert (char) -f == 65236;
        assert (short) (f * 1e10f) == -1;
    }
}
