import java.util.HashMap;
import java.util.Map;
import org.sosy_lab.sv_benchmarks.Verifier;

/** Records as keys of a map: the order in a pair does not matter, because it is put in order. */
public class Main {
    record Pair(int a, int b) {
        Pair {
            if (a > b) {
                int smaller = b;
                b = a;
                a = smaller;
            }
        }
    }

    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        int y = Verifier.nondetInt();
        Verifier.assume(x >= 0 && x < 4 && y >= 0 && y < 4);
        Map<Pair, String> roads = new HashMap<>();
        roads.put(new Pair(x, y), "road");
        assert roads.containsKey(new Pair(x, y));
        assert roads.containsKey(new Pair(y, x));
    }
}
