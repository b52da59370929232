import cortado.Any;

// A loop without a bound, with a new decision each time round.
public class EndlessSymbolicLoop {
    public static void main(String[] args) {
        long n = 0;
        while (Any.aBoolean()) {
            n += Any.anInt(0, 5);
        }
        assert n >= 0;
    }
}
