import cortado.Any;

// The clone of a two-dimensional array shares its rows.
public class SharedRows {
    public static void main(String[] args) {
        int x = Any.anInt();
        int[][] a = {{1, 2}, {3, 4}};
        int[][] b = a.clone();
        b[0][0] = x;
        b[1] = new int[] {x, x};
        assert a[0][0] == x;
        assert a[1][0] == 3;
        assert a != b && a[0] == b[0];
    }
}
