import org.sosy_lab.sv_benchmarks.Verifier;

/** A sealed hierarchy taken apart with patterns. */
public class Main {
    sealed interface Figure permits Circle, Box, Empty {}

    record Circle(int radius) implements Figure {}

    record Box(int width, int height) implements Figure {}

    record Empty() implements Figure {}

    static int extent(Figure figure) {
        if (figure instanceof Circle c) {
            return 2 * c.radius();
        } else if (figure instanceof Box b && b.width() >= b.height()) {
            return b.width();
        } else if (figure instanceof Box b) {
            return b.height();
        }
        return 0;
    }

    static Figure some(int choice, int a, int b) {
        return switch (choice) {
            case 0 -> new Circle(a);
            case 1, 2 -> new Box(a, b);
            default -> new Empty();
        };
    }

    public static void main(String[] args) {
        int a = Verifier.nondetInt();
        int b = Verifier.nondetInt();
        Verifier.assume(a >= 0 && b >= 0);
        int choice = Verifier.nondetInt();
        Figure figure = some(choice, a, b);
        int extent = extent(figure);
        assert extent >= 0 && extent <= 2000;
        assert !(figure instanceof Box) || extent >= a && extent >= b;
        assert !(figure instanceof Empty) || extent == 0;
    }
}
