import cortado.Any;

// An array of symbolic length, up to a maximum.
public class AnyIntArray {
    public static void main(String[] args) {
        int[] a = Any.anIntArray(2);
        assert a != null && a.length <= 2;
        int sum = 0;
        for (int x : a) {
            sum += x;
        }
        assert a.length != 1 || sum == a[0];
    }
}
