import cortado.Any;

// A variable number of arguments is an array made by the caller.
public class Varargs {
    static int count(Object... xs) {
        return xs == null ? -1 : xs.length;
    }

    static int sum(int first, int... rest) {
        int s = first;
        for (int x : rest) {
            s += x;
        }
        return s;
    }

    public static void main(String[] args) {
        int x = Any.anInt();
        assert sum(x) == x && sum(x, 1, 2) == x + 3;
        assert count() == 0 && count(1, "two") == 2;
        assert count((Object[]) null) == -1 && count((Object) null) == 1;
        assert count((Object[]) new String[] {"a", "b"}) == 2;
        assert count(new int[] {1, 2, 3}) == 1;
    }
}
