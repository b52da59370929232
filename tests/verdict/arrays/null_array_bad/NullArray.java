import cortado.Any;

// The length of a null array.
public class NullArray {
    public static void main(String[] args) {
        int x = Any.anInt();
        int[] a = x > 10 ? new int[3] : null;
        if (x >= 10) {
            assert a.length == 3;
        }
    }
}
