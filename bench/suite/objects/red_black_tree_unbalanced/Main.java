import org.sosy_lab.sv_benchmarks.Verifier;

/** A left-leaning red-black tree: after each insertion it is in order and balanced. */
public class Main {
    static final class Node {
        final int key;
        Node left;
        Node right;
        boolean red = true;

        Node(int key) {
            this.key = key;
        }
    }

    static Node root;

    static boolean red(Node node) {
        return node != null && node.red;
    }

    static Node rotateLeft(Node h) {
        Node x = h.right;
        h.right = x.left;
        x.left = h;
        x.red = h.red;
        h.red = true;
        return x;
    }

    static Node rotateRight(Node h) {
        Node x = h.left;
        h.left = x.right;
        x.right = h;
        x.red = h.red;
        h.red = true;
        return x;
    }

    static Node insert(Node h, int key) {
        if (h == null) {
            return new Node(key);
        }
        if (key < h.key) {
            h.left = insert(h.left, key);
        } else if (key > h.key) {
            h.right = insert(h.right, key);
        }
        if (red(h.right) && !red(h.left)) {
            h = rotateLeft(h);
        }
        if (red(h.left) && red(h.left.left) && h != root) {
            h = rotateRight(h);
        }
        if (red(h.left) && red(h.right)) {
            h.red = true;
            h.left.red = false;
            h.right.red = false;
        }
        return h;
    }

    /** The number of black nodes on every way down. */
    static int blackHeight(Node node, long above, long below) {
        if (node == null) {
            return 0;
        }
        assert above < node.key && node.key < below;
        assert !red(node.right);
        assert !(red(node) && red(node.left));
        int left = blackHeight(node.left, above, node.key);
        int right = blackHeight(node.right, node.key, below);
        assert left == right;
        return left + (node.red ? 0 : 1);
    }

    public static void main(String[] args) {
        for (int i = 0; i < 4; i++) {
            root = insert(root, Verifier.nondetInt());
            root.red = false;
            blackHeight(root, Long.MIN_VALUE, Long.MAX_VALUE);
        }
    }
}
