// Two fields may hold the same object.
public class Diamond {
    static final class Pair {
        Cell left;
        Cell right;
    }

    static final class Cell {
        int value;
    }

    static void set(Pair pair) {
        if (pair.left == null || pair.right == null || pair.left == pair.right) {
            return;
        }
        pair.left.value = 1;
        pair.right.value = 2;
        assert pair.left.value == 1;
    }
}
