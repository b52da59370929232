import cortado.Any;
import java.util.NoSuchElementException;

// A generic linked list of one's own, reversed in place.
public class Chain<T> {
    private static class Node<T> {
        final T value;
        Node<T> next;

        Node(T value, Node<T> next) {
            this.value = value;
            this.next = next;
        }
    }

    private Node<T> head;
    private int size;

    void push(T value) {
        head = new Node<>(value, head);
        size++;
    }

    T pop() {
        if (head == null) {
            throw new NoSuchElementException("empty");
        }
        T value = head.value;
        head = head.next;
        size--;
        return value;
    }

    void reverse() {
        Node<T> done = null;
        while (head != null) {
            Node<T> next = head.next;
            head.next = done;
            done = head;
            head = next;
        }
        head = done;
    }

    public static void main(String[] args) {
        Chain<Integer> chain = new Chain<>();
        int n = Any.anInt(0, 4);
        for (int i = 0; i < n; i++) {
            chain.push(i);
        }
        boolean reversed = Any.aBoolean();
        if (reversed) {
            chain.reverse();
        }
        int expected = reversed ? 0 : n - 1;
        while (chain.size > 0) {
            int got = chain.pop();
            assert got == expected;
            expected += reversed ? 1 : -1;
        }
        assert chain.head == null;
    }
}
