import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import org.sosy_lab.sv_benchmarks.Verifier;

/** Distances in a graph: neighbours differ by one at most. */
public class Main {
    static final int NODES = 5;

    static int[] distances(List<List<Integer>> graph, int start) {
        int[] distance = new int[NODES];
        Arrays.fill(distance, Integer.MAX_VALUE);
        distance[start] = 0;
        Queue<Integer> queue = new ArrayDeque<>();
        queue.add(start);
        while (!queue.isEmpty()) {
            int node = queue.remove();
            for (int next : graph.get(node)) {
                if (distance[next] == Integer.MAX_VALUE) {
                    distance[next] = distance[node] + 1;
                    queue.add(next);
                }
            }
        }
        return distance;
    }

    public static void main(String[] args) {
        List<List<Integer>> graph = new ArrayList<>();
        for (int i = 0; i < NODES; i++) {
            graph.add(new ArrayList<>());
        }
        int[][] edges = {{0, 1}, {1, 2}, {2, 3}, {0, 3}, {3, 4}};
        for (int[] edge : edges) {
            if (Verifier.nondetBoolean()) {
                graph.get(edge[0]).add(edge[1]);
                graph.get(edge[1]).add(edge[0]);
            }
        }
        int[] distance = distances(graph, 0);
        for (int node = 0; node < NODES; node++) {
            for (int next : graph.get(node)) {
                assert Math.abs(distance[node] - distance[next]) <= 1;
            }
        }
    }
}
