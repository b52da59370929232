// Elements of an array may be the same object.
public class Grid {
    static final class Cell {
        int value;
    }

    static void fill(Cell[] cells) {
        for (int i = 0; i < cells.length; i++) {
            cells[i].value = i;
        }
        for (int i = 0; i < cells.length; i++) {
            assert cells[i].value == i;
        }
    }
}
