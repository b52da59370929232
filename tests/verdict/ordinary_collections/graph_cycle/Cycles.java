import cortado.Any;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

// Depth first search for a cycle in a directed graph with one unknown edge.
public class Cycles {
    private final List<List<Integer>> next = new ArrayList<>();

    Cycles(int n) {
        for (int i = 0; i < n; i++) {
            next.add(new ArrayList<>());
        }
    }

    boolean cyclic() {
        Set<Integer> done = new HashSet<>();
        for (int i = 0; i < next.size(); i++) {
            if (visit(i, new HashSet<>(), done)) {
                return true;
            }
        }
        return false;
    }

    private boolean visit(int node, Set<Integer> above, Set<Integer> done) {
        if (!above.add(node)) {
            return true;
        }
        if (done.add(node)) {
            for (int to : next.get(node)) {
                if (visit(to, above, done)) {
                    return true;
                }
            }
        }
        above.remove(node);
        return false;
    }

    public static void main(String[] args) {
        Cycles graph = new Cycles(4);
        graph.next.get(0).add(1);
        graph.next.get(0).add(2);
        graph.next.get(1).add(3);
        graph.next.get(2).add(3);
        int from = Any.anInt(0, 3);
        int to = Any.anInt(0, 3);
        graph.next.get(from).add(to);
        boolean expected = from == to || from == 3 || to == 0;
        assert graph.cyclic() == expected;
    }
}
