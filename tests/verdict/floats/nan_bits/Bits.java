import cortado.Any;

// An input may be any NaN, and moving it about keeps its bits.
public class Bits {
    public static void main(String[] args) {
        float x = Any.aFloat();
        int raw = Float.floatToRawIntBits(x);
        assert Float.floatToRawIntBits(Float.intBitsToFloat(raw)) == raw;
        if (Float.isNaN(x)) {
            assert (raw & 0x7f800000) == 0x7f800000;
            assert (raw & 0x007fffff) != 0;
        }
        assert Float.floatToIntBits(x) == raw || Float.isNaN(x);
        long bits = Any.aLong();
        assert Double.doubleToRawLongBits(Double.longBitsToDouble(bits)) == bits;
    }
}
