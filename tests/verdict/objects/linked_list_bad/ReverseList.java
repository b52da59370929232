import cortado.Any;

// Reversing a hand-written list of symbolic length.
public class ReverseList {
    static class Node {
        final int value;
        Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    static Node reverse(Node n) {
        Node done = null;
        while (n != null) {
            Node next = n.next;
            n.next = done;
            done = n;
            n = next;
        }
        return done;
    }

    public static void main(String[] args) {
        int n = Any.anInt(1, 4);
        Node list = null;
        for (int i = 0; i < n; i++) {
            list = new Node(i, list);
        }
        list = reverse(reverse(list));
        for (int i = 0; i < n; i++) {
            assert list.value == i;
            list = list.next;
        }
        assert list == null;
    }
}
