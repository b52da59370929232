// A constructor that takes objects of its own class gets null somewhere. Both children may be the same tree.
public class Trees {
    static final class Tree {
        private final int value;
        private final Tree left;
        private final Tree right;

        Tree(int value, Tree left, Tree right) {
            this.value = value;
            this.left = left;
            this.right = right;
        }

        int size() {
            return 1 + (left == null ? 0 : left.size()) + (right == null ? 0 : right.size());
        }
    }

    static void check(Tree tree) {
        assert tree.size() <= 6;
    }
}
