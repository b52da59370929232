import cortado.Any;

// System.arraycopy behaves as if through a temporary array.
public class CopyOverlapping {
    public static void main(String[] args) {
        int x = Any.anInt();
        int[] a = {x, x + 1, x + 2, x + 3};
        System.arraycopy(a, 0, a, 1, 2);
        assert a[0] == x && a[1] == x && a[2] == x + 1 && a[3] == x + 2;
    }
}
