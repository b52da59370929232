import cortado.Any;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

// Breadth first search through a small maze with one movable wall.
public class Maze {
    static int[] distances(boolean[] wall, int width, int start) {
        int[] distance = new int[wall.length];
        Arrays.fill(distance, -1);
        Deque<Integer> queue = new ArrayDeque<>();
        queue.add(start);
        distance[start] = 0;
        while (!queue.isEmpty()) {
            int at = queue.remove();
            int[] next = {at - width, at + width, at % width > 0 ? at - 1 : -1, at % width < width - 1 ? at + 1 : -1};
            for (int to : next) {
                if (to >= 0 && to < wall.length && !wall[to] && distance[to] < 0) {
                    distance[to] = distance[at] + 1;
                    queue.add(to);
                }
            }
        }
        return distance;
    }

    public static void main(String[] args) {
        boolean[] wall = new boolean[9];
        int blocked = Any.anInt(1, 7);
        wall[blocked] = true;
        int[] distance = distances(wall, 3, 0);
        assert distance[8] == 4;
        assert distance[blocked] == -1;
        int reached = 0;
        for (int d : distance) {
            if (d >= 0) {
                reached++;
            }
        }
        assert reached == 8;
        assert blocked == 2 || distance[2] == 2 || blocked == 1;
    }
}
