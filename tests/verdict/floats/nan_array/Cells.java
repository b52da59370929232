// Elements of arrays and boxes keep the bits of a NaN as well.
public class Cells {
    static void check(double[] values, Float box) {
        if (values.length < 2) {
            return;
        }
        long last = Double.doubleToRawLongBits(values[1]);
        if (last == 0x7ff8000000001234L) {
            assert Double.isNaN(values[1]);
        }
        if (Float.floatToRawIntBits(box) == 0xffc00007) {
            assert box.isNaN();
        }
    }
}
