import cortado.Any;

// What left a static initialiser is told with the error that the JVM made of it.
public class InitializerCause {
    static int limit;

    static class Table {
        static final int[] CELLS = new int[limit];

        static int last() {
            return CELLS[CELLS.length - 1];
        }
    }

    public static void main(String[] args) {
        limit = Any.anInt();
        Any.assume(limit >= -1 && limit <= 3);
        assert Table.last() == 0;
    }
}
