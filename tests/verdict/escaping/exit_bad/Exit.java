import cortado.Any;

// System.exit ends the program; nothing after it runs, no finally block either.
public class Exit {
    public static void main(String[] args) {
        int x = Any.anInt();
        try {
            if (x < 0) {
                x = -1;
            }
        } finally {
            assert x >= 0;
        }
    }
}
