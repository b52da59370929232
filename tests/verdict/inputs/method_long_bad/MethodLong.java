// A long parameter.
public class MethodLong {
    public static int hash(long x) {
        int h = (int) (x ^ x >>> 32);
        assert h == Long.hashCode(x);
        assert x > Integer.MAX_VALUE || h == x;
        return h;
    }
}
