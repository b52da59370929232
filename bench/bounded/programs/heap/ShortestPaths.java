/** Shortest paths from one node of a graph to all others, by Dijkstra's algorithm on a `BinaryHeap`. */
public class ShortestPaths {
  /** The edges of node n are those from `firstEdge[n]` to before `firstEdge[n + 1]`. */
  /*@ spec_public @*/ private final int[] firstEdge;
  /*@ spec_public @*/ private final int[] target;
  /*@ spec_public @*/ private final int[] weight;
  /** The length of the shortest path to each node, -1 where there is none. */
  /*@ spec_public @*/ private final int[] distance;

  /** No edge is longer. */
  static final int LONGEST = 3;

  /*@ invariant firstEdge != target && firstEdge != weight && target != weight;
    @ invariant distance != firstEdge && distance != target && distance != weight;
    @ invariant firstEdge.length == distance.length + 1 && target.length == weight.length;
    @ invariant firstEdge[0] == 0 && firstEdge[distance.length] == target.length;
    @ invariant (\forall int n; 0 <= n && n < distance.length; firstEdge[n] <= firstEdge[n + 1]);
    @ invariant (\forall int e; 0 <= e && e < target.length; 0 <= target[e] && target[e] < distance.length);
    @ invariant (\forall int e; 0 <= e && e < weight.length; 0 < weight[e] && weight[e] <= LONGEST);
    @*/

  /*@ requires firstEdge != target && firstEdge != weight && target != weight;
    @ requires firstEdge.length >= 1 && target.length == weight.length;
    @ requires firstEdge[0] == 0 && firstEdge[firstEdge.length - 1] == target.length;
    @ requires (\forall int n; 0 <= n && n < firstEdge.length - 1; firstEdge[n] <= firstEdge[n + 1]);
    @ requires (\forall int e; 0 <= e && e < target.length; 0 <= target[e] && target[e] < firstEdge.length - 1);
    @ requires (\forall int e; 0 <= e && e < weight.length; 0 < weight[e] && weight[e] <= LONGEST);
    @ ensures this.firstEdge == firstEdge && this.target == target && this.weight == weight;
    @ ensures \fresh(distance) && distance.length == firstEdge.length - 1;
    @ assignable \nothing;
    @*/
  public ShortestPaths(int[] firstEdge, int[] target, int[] weight) {
    this.firstEdge = firstEdge;
    this.target = target;
    this.weight = weight;
    this.distance = new int[firstEdge.length - 1];
  }

  /** Computes the distances of all nodes from a node. */
  /*@ requires 0 <= source && source < distance.length;
    @ // Nothing is reached on a way that is longer than the shortest.
    @ ensures distance[source] == 0;
    @ ensures (\forall int n; 0 <= n && n < distance.length && distance[n] >= 0;
    @     (\forall int e; firstEdge[n] <= e && e < firstEdge[n + 1];
    @         0 <= distance[target[e]] && distance[target[e]] <= distance[n] + weight[e]));
    @ // There is a way as short as that.
    @ ensures (\forall int m; 0 <= m && m < distance.length && m != source;
    @     distance[m] == -1 || distance[m] > 0 && (\exists int n; 0 <= n && n < distance.length && distance[n] >= 0;
    @         (\exists int e; firstEdge[n] <= e && e < firstEdge[n + 1];
    @             target[e] == m && distance[m] == distance[n] + weight[e])));
    @ assignable distance[*];
    @*/
  public void run(int source) {
    BinaryHeap queue = new BinaryHeap(distance.length, 0);
    int[] ids = new int[distance.length];
    for (int n = 0; n < distance.length; n++) {
      distance[n] = -1;
    }
    ids[source] = queue.insert(0, source);
    while (!queue.isEmpty()) {
      int id = queue.minElement();
      int node = queue.data(id);
      distance[node] = queue.key(id);
      queue.deleteMin();
      for (int e = firstEdge[node]; e < firstEdge[node + 1]; e++) {
        int next = target[e];
        int length = distance[node] + weight[e];
        if (ids[next] == 0) {
          ids[next] = queue.insert(length, next);
        } else if (queue.isQueued(ids[next]) && length < queue.key(ids[next])) {
          queue.decreaseKey(ids[next], length);
        }
      }
    }
  }
}
