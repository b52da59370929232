import cortado.Any;

// An Error thrown by a static initialiser is passed on as it is.
public class ErrorsAreNotWrapped {
    static int size;

    static class Checked {
        static final int SIZE = size;

        static {
            assert SIZE > 0;
        }
    }

    public static void main(String[] args) {
        size = Any.anInt(0, 100);
        if (size != 1) {
            assert Checked.SIZE <= 100;
        }
    }
}
