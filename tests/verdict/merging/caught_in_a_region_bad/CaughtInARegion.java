import cortado.Any;

// Exceptions that instructions throw on one side and that are caught there.
public class CaughtInARegion {
    static int digit(int[] table, int at, int by) {
        try {
            return table[at] / by;
        } catch (ArrayIndexOutOfBoundsException e) {
            return -1;
        } catch (ArithmeticException e) {
            return -2;
        }
    }

    public static void main(String[] args) {
        int[] table = {10, 20, 30};
        int at = Any.anInt();
        int by = Any.anInt(0, 5);
        int found = 100;
        if (at != 7)
            found = digit(table, at, by);
        assert found != -2 || at != 2;
    }
}
