import cortado.Any;
import java.util.function.IntUnaryOperator;

// A lambda keeps the values it captured.
public class Capturing {
    private int field = 1;

    IntUnaryOperator adder(int n) {
        return x -> x + n + field;
    }

    public static void main(String[] args) {
        int x = Any.anInt();
        Capturing c = new Capturing();
        IntUnaryOperator f = c.adder(10);
        c.field = 2;
        assert f.applyAsInt(x) == x + 12;
    }
}
