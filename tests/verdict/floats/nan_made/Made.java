import cortado.Any;

// Which NaN comes out of an addition is the processor's business.
public class Made {
    public static void main(String[] args) {
        float x = Any.aFloat();
        int raw = Float.floatToRawIntBits(x + 1);
        assert raw != 0x7fc00001;
    }
}
