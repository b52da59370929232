import cortado.Any;

// A loop that tests at its end.
public class DoWhile {
    public static void main(String[] args) {
        int x = Any.anInt(1, 1000000);
        int steps = 0;
        do {
            x = x - 1;
            steps++;
        } while (x > 0);
        assert steps > 0 && x == 0;
    }
}
