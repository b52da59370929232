import org.sosy_lab.sv_benchmarks.Verifier;

/** The shortest tour through four cities is no longer than the greedy one. */
public class Main {
    static final int N = 4;
    static final int[][] DISTANCE = new int[N][N];
    static int best;

    static void tour(int city, boolean[] seen, int count, int length) {
        if (count == N) {
            best = Math.min(best, length + DISTANCE[city][0]);
            return;
        }
        for (int next = 1; next < N; next++) {
            if (!seen[next]) {
                seen[next] = true;
                tour(next, seen, count + 1, length + DISTANCE[city][next]);
                seen[next] = false;
            }
        }
    }

    static int greedy() {
        boolean[] seen = new boolean[N];
        seen[0] = true;
        int city = 0;
        int length = 0;
        for (int step = 1; step < N; step++) {
            int nearest = -1;
            for (int next = 0; next < N; next++) {
                if (!seen[next] && (nearest < 0 || DISTANCE[city][next] < DISTANCE[city][nearest])) {
                    nearest = next;
                }
            }
            length += DISTANCE[city][nearest];
            seen[nearest] = true;
            city = nearest;
        }
        return length + DISTANCE[city][0];
    }

    public static void main(String[] args) {
        for (int i = 0; i < N; i++) {
            for (int j = 0; j < i; j++) {
                int d = Verifier.nondetByte();
                Verifier.assume(d > 0);
                DISTANCE[i][j] = d;
                DISTANCE[j][i] = d;
            }
        }
        best = Integer.MAX_VALUE;
        boolean[] seen = new boolean[N];
        seen[0] = true;
        tour(0, seen, 1, 0);
        assert best <= greedy();
    }
}
