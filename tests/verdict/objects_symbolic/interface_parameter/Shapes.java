// Every class among the targets that implements the interface is looked at.
public class Shapes {
    interface Shape {
        int area();
    }

    record Square(byte side) implements Shape {
        public int area() {
            return side * side;
        }
    }

    record Line(byte length) implements Shape {
        public int area() {
            return 0;
        }
    }

    static void check(Shape shape) {
        assert shape.area() >= 0;
    }
}
