import org.sosy_lab.sv_benchmarks.Verifier;

/** Reversing a linked list twice gives the same list. */
public class Main {
    static final class Node {
        final int value;
        Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    static Node reverse(Node list) {
        Node done = null;
        while (list != null) {
            Node rest = list.next;
            list.next = done;
            done = list;
            list = rest;
        }
        return done;
    }

    public static void main(String[] args) {
        int length = Verifier.nondetInt();
        Verifier.assume(length >= 0 && length <= 4);
        int[] values = new int[length];
        Node list = null;
        for (int i = length - 1; i >= 0; i--) {
            values[i] = Verifier.nondetInt();
            list = new Node(values[i], list);
        }
        Node turned = reverse(list);
        assert turned.value == values[length - 1];
        Node again = reverse(turned);
        for (int i = 0; i < length; i++) {
            assert again.value == values[i];
            again = again.next;
        }
        assert again == null;
    }
}
