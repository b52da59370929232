// A constructor that counts its objects runs before the method that is checked, whenever its object is looked at.
public class Numbered {
    static int count;

    static class Node {
        final int number;
        Node next;

        Node() {
            number = ++count;
        }
    }

    static void check(Node node) {
        int before = count;
        boolean alone = node.next == null;
        assert count == before;
        assert alone || node.next.number != node.number;
    }
}
