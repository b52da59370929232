import org.sosy_lab.sv_benchmarks.Verifier;

/** Transposing a matrix twice gives it back, and keeps its trace. */
public class Main {
    static int[][] transpose(int[][] m) {
        int[][] t = m;
        for (int i = 0; i < m.length; i++) {
            for (int j = 0; j < m[i].length; j++) {
                t[j][i] = m[i][j];
            }
        }
        return t;
    }

    static int trace(int[][] m) {
        int sum = 0;
        for (int i = 0; i < m.length; i++) {
            sum += m[i][i];
        }
        return sum;
    }

    public static void main(String[] args) {
        int[][] m = new int[3][3];
        for (int[] row : m) {
            for (int j = 0; j < row.length; j++) {
                row[j] = Verifier.nondetInt();
            }
        }
        int[][] before = {m[0].clone(), m[1].clone(), m[2].clone()};
        int[][] t = transpose(m);
        assert trace(t) == trace(before);
        int[][] back = transpose(t);
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                assert back[i][j] == before[i][j];
            }
        }
    }
}
