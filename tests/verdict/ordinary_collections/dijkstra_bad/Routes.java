import cortado.Any;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

// Shortest routes in a small network where one road has an unknown length.
public class Routes {
    record Road(String to, int length) {}

    record Visit(String town, int distance) {}

    private final Map<String, List<Road>> roads = new HashMap<>();

    void road(String from, String to, int length) {
        roads.computeIfAbsent(from, k -> new ArrayList<>()).add(new Road(to, length));
        roads.computeIfAbsent(to, k -> new ArrayList<>()).add(new Road(from, length));
    }

    int distance(String from, String to) {
        Map<String, Integer> settled = new HashMap<>();
        PriorityQueue<Visit> queue = new PriorityQueue<>(Comparator.comparingInt(Visit::distance));
        queue.add(new Visit(from, 0));
        while (!queue.isEmpty()) {
            Visit visit = queue.poll();
            if (settled.putIfAbsent(visit.town(), visit.distance()) != null) {
                continue;
            }
            if (visit.town().equals(to)) {
                return visit.distance();
            }
            for (Road road : roads.getOrDefault(visit.town(), List.of())) {
                queue.add(new Visit(road.to(), visit.distance() + road.length()));
            }
        }
        return -1;
    }

    public static void main(String[] args) {
        Routes map = new Routes();
        int unknown = Any.anInt(1, 100);
        map.road("A", "B", 4);
        map.road("B", "C", 5);
        map.road("A", "C", unknown);
        map.road("C", "D", 2);
        int d = map.distance("A", "D");
        assert d == Math.min(unknown, 10) + 2;
        assert map.distance("A", "E") == -1;
    }
}
