import cortado.Any;

// Reversing in place twice gives the array back.
public class TwoIndexLoop {
    static void reverse(int[] a) {
        for (int i = 0, j = a.length - 1; i < j; i++) {
            int t = a[i];
            a[i] = a[j];
            a[j] = t;
        }
    }

    public static void main(String[] args) {
        int x = Any.anInt();
        int[] a = {x, x + 1, x + 2, x + 3};
        reverse(a);
        assert a[0] == x + 3 && a[1] == x + 2 && a[3] == x;
    }
}
