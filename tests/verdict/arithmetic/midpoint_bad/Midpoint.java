import cortado.Any;

// The average of two indices overflows unless the sum is shifted as an unsigned number.
public class Midpoint {
    static int middle(int lo, int hi) {
        return (lo + hi) / 2;
    }

    public static void main(String[] args) {
        int lo = Any.anInt();
        int hi = Any.anInt();
        Any.assume(0 <= lo && lo <= hi);
        int mid = middle(lo, hi);
        assert lo <= mid && mid <= hi;
    }
}
