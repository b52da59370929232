import java.util.ArrayDeque;
import java.util.Deque;
import org.sosy_lab.sv_benchmarks.Verifier;

/** The towers of Hanoi: no disc comes to lie on a smaller one. */
public class Main {
    static final Deque<Integer>[] PEGS = pegs();
    static int moves;

    @SuppressWarnings("unchecked")
    static Deque<Integer>[] pegs() {
        Deque<Integer>[] pegs = new Deque[3];
        for (int i = 0; i < 3; i++) {
            pegs[i] = new ArrayDeque<>();
        }
        return pegs;
    }

    static void move(int from, int to) {
        int disc = PEGS[from].pop();
        assert PEGS[to].isEmpty() || PEGS[to].peek() > disc;
        PEGS[to].push(disc);
        moves++;
    }

    static void solve(int discs, int from, int to, int over) {
        if (discs == 0) {
            return;
        }
        solve(discs - 1, from, over, to);
        move(from, to);
        solve(discs - 1, over, discs == 3 ? from : to, discs == 3 ? to : from);
    }

    public static void main(String[] args) {
        int discs = Verifier.nondetInt();
        Verifier.assume(discs >= 1 && discs <= 4);
        for (int disc = discs; disc >= 1; disc--) {
            PEGS[0].push(disc);
        }
        solve(discs, 0, 2, 1);
        assert moves == (1 << discs) - 1;
        assert PEGS[2].size() == discs;
    }
}
