import cortado.Any;

// A field of a null object.
public class NullDereference {
    static class Node {
        int value;
        Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    public static void main(String[] args) {
        int n = Any.anInt(1, 3);
        Node list = null;
        for (int i = 0; i < n; i++) {
            list = new Node(i, list);
        }
        int second = n > 1 ? list.next.value : -1;
        assert second == n - 2;
    }
}
