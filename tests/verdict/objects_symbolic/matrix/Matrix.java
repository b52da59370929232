// Rows of different lengths.
public class Matrix {
    static int cells(byte[][] rows) {
        int n = 0;
        for (byte[] row : rows) {
            n += row.length;
        }
        assert n <= rows.length * 2;
        return n;
    }
}
