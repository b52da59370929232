import cortado.Any;
import java.util.Optional;

// Optional with and without a value.
public class Optionals {
    static Optional<Integer> half(int x) {
        return x % 2 == 0 ? Optional.of(x / 2) : Optional.empty();
    }

    public static void main(String[] args) {
        int x = Any.anInt();
        Optional<Integer> h = half(x);
        assert h.map(n -> n * 2).orElse(x) == x;
        assert h.isPresent() == h.filter(n -> true).isPresent();
        if ((x & 1) == 0) {
            assert h.get() + h.get() == x;
        }
    }
}
