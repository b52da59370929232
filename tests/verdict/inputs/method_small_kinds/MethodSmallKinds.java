// byte, short, char and boolean parameters.
public class MethodSmallKinds {
    public static long pack(byte b, short s, char c, boolean z) {
        long packed = (b & 0xffL) << 33 | (s & 0xffffL) << 17 | (long) c << 1 | (z ? 1 : 0);
        assert packed >= 0;
        assert (byte) (packed >> 33) == b && (short) (packed >> 17) == s;
        assert (char) (packed >> 1) == c && (packed & 1) != 0 == z;
        return packed;
    }
}
