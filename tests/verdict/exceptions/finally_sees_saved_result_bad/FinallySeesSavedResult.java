import cortado.Any;

// The value of a return is computed before the finally block runs.
public class FinallySeesSavedResult {
    static int field;

    static int f(int x) {
        field = x;
        try {
            return field;
        } finally {
            field++;
        }
    }

    public static void main(String[] args) {
        int x = Any.anInt();
        assert f(x) == x + 1;
        assert field == x + 1;
    }
}
