import cortado.Any;

// System.arraycopy checks both ranges before it copies anything.
public class CopyRange {
    public static void main(String[] args) {
        int[] from = {1, 2, 3, 4};
        int[] to = new int[3];
        int n = Any.anInt(0, 4);
        Any.assume(n <= 3);
        System.arraycopy(from, 0, to, 0, n);
        assert n == 0 || to[n - 1] == n;
    }
}
