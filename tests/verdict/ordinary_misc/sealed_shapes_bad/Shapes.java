import cortado.Any;

// Areas of shapes: a closed family of records.
public class Shapes {
    sealed interface Shape permits Square, Box, Dot {}

    record Square(int side) implements Shape {}

    record Box(int width, int height) implements Shape {}

    record Dot() implements Shape {}

    static long area(Shape shape) {
        if (shape instanceof Square s) {
            return s.side() * s.side();
        } else if (shape instanceof Box b && b.width() > 0) {
            return (long) b.width() * b.height();
        }
        return 0;
    }

    public static void main(String[] args) {
        int a = Any.anInt();
        int b = Any.anInt();
        Any.assume(a >= 0 && b >= 0);
        Shape shape = switch (Any.anInt(0, 2)) {
            case 0 -> new Square(a);
            case 1 -> new Box(a, b);
            default -> new Dot();
        };
        assert area(shape) >= 0;
        assert !(shape instanceof Dot) || shape.equals(new Dot());
    }
}
