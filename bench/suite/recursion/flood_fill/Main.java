import org.sosy_lab.sv_benchmarks.Verifier;

/** Flood fill visits a cell at most once and leaves no open neighbour behind. */
public class Main {
    static final int SIZE = 3;
    static final boolean[][] WALL = new boolean[SIZE][SIZE];
    static final boolean[][] WET = new boolean[SIZE][SIZE];

    static int fill(int row, int column) {
        if (row < 0 || row >= SIZE || column < 0 || column >= SIZE) {
            return 0;
        }
        if (WALL[row][column] || WET[row][column]) {
            return 0;
        }
        WET[row][column] = true;
        return 1 + fill(row - 1, column) + fill(row + 1, column) + fill(row, column - 1) + fill(row, column + 1);
    }

    public static void main(String[] args) {
        for (int i = 0; i < SIZE; i++) {
            WALL[i][1] = Verifier.nondetBoolean();
        }
        WALL[2][2] = Verifier.nondetBoolean();
        int filled = fill(0, 0);
        assert filled >= 3 && filled <= SIZE * SIZE;
        for (int i = 0; i < SIZE; i++) {
            for (int j = 0; j + 1 < SIZE; j++) {
                boolean edge = WET[i][j] != WET[i][j + 1];
                assert !edge || WALL[i][j] || WALL[i][j + 1];
            }
        }
    }
}
