import cortado.Any;

// Arrays of the other types.
public class AnyOtherArrays {
    public static void main(String[] args) {
        byte[] bytes = Any.aByteArray(1);
        double[] doubles = Any.aDoubleArray(1);
        boolean[] flags = Any.aBooleanArray(2);
        if (bytes.length == 1 && doubles.length == 1) {
            double sum = bytes[0] + doubles[0];
            assert sum - sum == 0.0 || doubles[0] - doubles[0] != 0.0;
        }
        assert flags.length < 2 || (flags[0] & flags[1]) == !(!flags[0] | !flags[1]);
    }
}
