import cortado.Any;

// The receiver of a call, and with it the method, depends on an input.
public class ChosenShape {
    interface Shape {
        int area();
    }

    static class Square implements Shape {
        final int side;

        Square(int side) {
            this.side = side;
        }

        public int area() {
            return side * side;
        }
    }

    static class Strip implements Shape {
        final int length;

        Strip(int length) {
            this.length = length;
        }

        public int area() {
            return length;
        }
    }

    public static void main(String[] args) {
        int total = 0;
        int lengths = 0;
        int kinds = 0;
        for (int i = 0; i < 2; i++) {
            int length = Any.anInt(1, 50);
            boolean square = Any.aBoolean();
            Shape shape = square ? new Square(length) : new Strip(length);
            total += shape.area();
            lengths += length;
            kinds = 2 * kinds + (square ? 1 : 0);
        }
        assert total != 2550 || lengths != 100 || kinds != 1;
    }
}
