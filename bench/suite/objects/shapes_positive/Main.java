import org.sosy_lab.sv_benchmarks.Verifier;

/** Dynamic dispatch over shapes: scaling by two makes four times the area. */
public class Main {
    abstract static class Shape {
        abstract int area();

        abstract Shape scaled(int factor);
    }

    static class Rectangle extends Shape {
        final int width;
        final int height;

        Rectangle(int width, int height) {
            this.width = width;
            this.height = height;
        }

        @Override
        int area() {
            return width * height;
        }

        @Override
        Shape scaled(int factor) {
            return new Rectangle(width * factor, height * factor);
        }
    }

    static final class Square extends Rectangle {
        Square(int side) {
            super(side, side);
        }

        @Override
        Shape scaled(int factor) {
            return new Square(width * factor);
        }
    }

    public static void main(String[] args) {
        int a = Verifier.nondetShort();
        int b = Verifier.nondetShort();
        Shape shape = Verifier.nondetBoolean() ? new Rectangle(a, b) : new Square(a);
        Shape twice = shape.scaled(2);
        assert twice.getClass() == shape.getClass();
        assert twice.area() == 4 * shape.area() && shape.area() >= 0;
    }
}
