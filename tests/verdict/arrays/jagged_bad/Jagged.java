import cortado.Any;

// Rows of a two-dimensional array have lengths of their own.
public class Jagged {
    public static void main(String[] args) {
        int[][] rows = new int[3][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = new int[i + 1];
        }
        int r = Any.anInt(0, 2);
        int c = Any.anInt(0, 2);
        Any.assume(c <= r + 1);
        rows[r][c] = 7;
        assert rows[r].length > c;
    }
}
