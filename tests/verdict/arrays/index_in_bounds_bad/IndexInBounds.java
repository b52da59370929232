import cortado.Any;

// Every array access checks its index.
public class IndexInBounds {
    public static void main(String[] args) {
        int[] a = new int[5];
        int i = Any.anInt();
        if (0 <= i && i <= 5) {
            a[i] = 1;
            assert a[i] == 1;
        }
    }
}
