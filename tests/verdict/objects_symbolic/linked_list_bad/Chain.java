// The fields of a plain node are decided when they are read: null, a node that is there, or a fresh one.
public class Chain {
    static class Node {
        int value;
        Node next;
    }

    static int length(Node node) {
        int n = 0;
        for (Node at = node; at != null; at = at.next) {
            n++;
        }
        assert n >= 1 && n <= 2;
        return n;
    }
}
