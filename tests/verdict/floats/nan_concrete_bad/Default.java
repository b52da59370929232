// The NaN of a division may have either sign.
public class Default {
    public static void main(String[] args) {
        double zero = 0;
        long bits = Double.doubleToRawLongBits(zero / zero);
        assert (bits & 0x7ff0000000000000L) != 0x7ff0000000000000L;
    }
}
