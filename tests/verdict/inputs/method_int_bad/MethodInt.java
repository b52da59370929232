// Every parameter of the method is symbolic.
public class MethodInt {
    public static int clamp(int x, int lo, int hi) {
        if (lo > hi) {
            return lo;
        }
        int r = Math.max(Math.min(x, lo), hi);
        assert lo <= r && r <= hi;
        assert r == x || x < lo || x > hi;
        return r;
    }
}
