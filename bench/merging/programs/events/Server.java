import java.util.ArrayList;
import java.util.List;

/**
 * Keeps subscriptions as a forest: what a filter covers lies below it, so that an event that a filter does not match is
 * not compared with any filter below.
 */
class Server {
    private static final class Node {
        final Filter filter;
        final Subscriber subscriber;
        final List<Node> below = new ArrayList<>();

        Node(Filter filter, Subscriber subscriber) {
            this.filter = filter;
            this.subscriber = subscriber;
        }
    }

    private final List<Node> roots = new ArrayList<>();
    private int delivered;

    int delivered() {
        return delivered;
    }

    void subscribe(Filter filter, Subscriber subscriber) {
        insert(roots, new Node(filter, subscriber));
    }

    private static void insert(List<Node> nodes, Node node) {
        for (Node other : nodes) {
            if (other.filter.covers(node.filter)) {
                insert(other.below, node);
                return;
            }
        }
        for (int i = nodes.size() - 1; i >= 0; i--) {
            if (node.filter.covers(nodes.get(i).filter)) {
                node.below.add(nodes.remove(i));
            }
        }
        nodes.add(node);
    }

    void publish(Event event) {
        publish(roots, event);
    }

    private void publish(List<Node> nodes, Event event) {
        for (Node node : nodes) {
            if (node.filter.matches(event)) {
                node.subscriber.notify(event);
                delivered++;
                publish(node.below, event);
            }
        }
    }
}
