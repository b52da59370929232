/** Shortest paths from one node of a graph to all others, by Dijkstra's algorithm on a `BinaryHeap`. */
public class ShortestPaths {
  /*@ spec_public @*/ private final Node[] nodes;

  /** A node, known by its index among all. */
  static class Node {
    /*@ nullable @*/ Edge edges;
    /** The length of the shortest path to the node, -1 where there is none. */
    int distance;
    /** The number of the node in the queue, 0 if it never was there. */
    int id;
  }

  /** An edge to the node with an index, and the other edges of the same node. */
  static class Edge {
    int target;
    int length;
    /*@ nullable @*/ Edge next;
  }

  /** No edge is longer. */
  static final int LONGEST = 3;

  /*@ invariant \nonnullelements(nodes);
    @ invariant (\forall int n, m; 0 <= n && n < m && m < nodes.length; nodes[n] != nodes[m]);
    @ invariant (\forall int n; 0 <= n && n < nodes.length;
    @     (\forall Edge e; \reach(nodes[n].edges, e, next);
    @         !\reach(e.next, e, next) && 0 <= e.target && e.target < nodes.length
    @         && 0 < e.length && e.length <= LONGEST));
    @*/

  /*@ requires \nonnullelements(nodes);
    @ requires (\forall int n, m; 0 <= n && n < m && m < nodes.length; nodes[n] != nodes[m]);
    @ requires (\forall int n; 0 <= n && n < nodes.length;
    @     (\forall Edge e; \reach(nodes[n].edges, e, next);
    @         !\reach(e.next, e, next) && 0 <= e.target && e.target < nodes.length
    @         && 0 < e.length && e.length <= LONGEST));
    @ ensures this.nodes == nodes;
    @ assignable \nothing;
    @*/
  public ShortestPaths(Node[] nodes) {
    this.nodes = nodes;
  }

  /** Computes the distances of all nodes from one of them. */
  /*@ requires 0 <= source && source < nodes.length;
    @ // No edge leads to a node on a shorter way.
    @ ensures nodes[source].distance == 0;
    @ ensures (\forall int n; 0 <= n && n < nodes.length && nodes[n].distance >= 0;
    @     (\forall Edge e; \reach(nodes[n].edges, e, next);
    @         0 <= nodes[e.target].distance && nodes[e.target].distance <= nodes[n].distance + e.length));
    @ // There is a way as short as that.
    @ ensures (\forall int m; 0 <= m && m < nodes.length && m != source;
    @     nodes[m].distance == -1
    @     || (\exists int n; 0 <= n && n < nodes.length && nodes[n].distance >= 0;
    @         (\exists Edge e; \reach(nodes[n].edges, e, next);
    @             e.target == m && nodes[m].distance == nodes[n].distance + e.length)));
    @ assignable nodes[*].distance, nodes[*].id;
    @*/
  public void run(int source) {
    BinaryHeap queue = new BinaryHeap(nodes.length, 0);
    for (int n = 0; n < nodes.length; n++) {
      nodes[n].distance = -1;
      nodes[n].id = 0;
    }
    nodes[source].id = queue.insert(0, source);
    while (!queue.isEmpty()) {
      int id = queue.minElement();
      Node node = nodes[queue.data(id)];
      node.distance = queue.key(id);
      queue.deleteMin();
      for (Edge e = node.edges; e != null; e = e.next) {
        Node target = nodes[e.target];
        int distance = node.distance + e.length;
        if (target.id == 0) {
          target.id = queue.insert(distance, e.target);
        } else if (queue.isQueued(target.id) && distance < queue.key(target.id)) {
          queue.decreaseKey(target.id, distance);
        }
      }
    }
  }
}
