// Nobody says which function is meant.
import java.util.function.IntUnaryOperator;

public class Callback {
    static int twice(IntUnaryOperator f, int x) {
        return f.applyAsInt(f.applyAsInt(x));
    }
}
