import cortado.Any;
import java.util.function.Supplier;

// `o::m` evaluates and checks o at once; `() -> o.m()` does it when called.
public class BoundReceiverIsEvaluatedOnce {
    static Object target;

    public static void main(String[] args) {
        target = Any.aBoolean() ? "set" : null;
        Supplier<String> s = () -> target.toString();
        target = "changed";
        assert !s.get().isEmpty();
    }
}
