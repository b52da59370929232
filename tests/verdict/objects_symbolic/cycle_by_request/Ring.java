// With --lazy a chain may be a ring.
public class Ring {
    static class Node {
        Node next;
    }

    static void check(Node node) {
        if (node.next != null) {
            assert node.next.next != node;
        }
    }
}
