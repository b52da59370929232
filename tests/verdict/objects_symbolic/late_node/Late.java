// What is made for an open field may not lead back to the field's object.
public class Late {
    static final class Node {
        Node next;

        Node(Node next) {
            this.next = next;
        }
    }

    static int length(Node node) {
        int n = 0;
        for (Node at = node; at != null; at = at.next) {
            n++;
        }
        assert n <= 3;
        return n;
    }
}
