import org.sosy_lab.sv_benchmarks.Verifier;

/** Deleting from a binary search tree. */
public class Main {
    private Main left;
    private Main right;
    private int key;

    Main(int key) {
        this.key = key;
    }

    static Main insert(Main tree, int key) {
        if (tree == null) {
            return new Main(key);
        }
        if (key < tree.key) {
            tree.left = insert(tree.left, key);
        } else if (key > tree.key) {
            tree.right = insert(tree.right, key);
        }
        return tree;
    }

    static Main delete(Main tree, int key) {
        if (tree == null) {
            return null;
        }
        if (key < tree.key) {
            tree.left = delete(tree.left, key);
            return tree;
        }
        if (key > tree.key) {
            tree.right = delete(tree.right, key);
            return tree;
        }
        if (tree.left == null) {
            return tree.right;
        }
        if (tree.right == null) {
            return tree.left;
        }
        Main next = tree.right;
        while (next.left != null) {
            next = next.left;
        }
        tree.key = next.key;
        tree.right = delete(tree.right, next.key);
        return tree;
    }

    static boolean contains(Main tree, int key) {
        while (tree != null) {
            if (key == tree.key) {
                return true;
            }
            tree = key < tree.key ? tree.left : tree.right;
        }
        return false;
    }

    public static void main(String[] args) {
        int a = Verifier.nondetInt();
        int b = Verifier.nondetInt();
        int c = Verifier.nondetInt();
        int gone = Verifier.nondetInt();
        Main tree = insert(insert(insert(null, a), b), c);
        tree = delete(tree, gone);
        assert !contains(tree, gone);
        assert contains(tree, a) == (a != gone);
        assert contains(tree, b) == (b != gone);
        assert contains(tree, c) == (c != gone);
    }
}
