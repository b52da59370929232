import cortado.Any;

// floatToIntBits has a single pattern for all the NaNs.
public class BitsRoundTrip {
    public static void main(String[] args) {
        int bits = Any.anInt();
        float f = Float.intBitsToFloat(bits);
        assert Float.floatToIntBits(f) == bits || f != f;
        assert f == f || Float.floatToIntBits(f) == 0x7fc00000;
    }
}
