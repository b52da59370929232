// Arrays of other primitive types.
public class MethodOtherArrays {
    public static int mix(byte[] bytes, char[] chars, boolean[] flags, double[] doubles, long[] longs) {
        int n = bytes.length + chars.length;
        if (bytes.length > 0 && chars.length > 0) {
            assert bytes[0] <= 127 && chars[0] >= 0;
        }
        if (flags.length == doubles.length && flags.length > 1) {
            n += flags[1] ? 1 : doubles[1] > 0 ? 2 : 3;
        }
        if (longs.length == 1) {
            n += longs[1] > 0 ? 1 : 0;
        }
        return n;
    }
}
