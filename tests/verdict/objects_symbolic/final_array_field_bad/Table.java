// A final field keeps its array, not the array's contents.
public class Table {
    static final int[] TABLE = {1, 2};

    static void change() {
        TABLE[0]++;
    }

    static void first() {
        assert TABLE[0] == 2;
    }
}
