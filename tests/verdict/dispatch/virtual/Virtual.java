import cortado.Any;

// The method that runs is chosen by the class of the object.
public class Virtual {
    static class Shape {
        int corners() {
            return 0;
        }
    }

    static class Triangle extends Shape {
        @Override
        int corners() {
            return 3;
        }
    }

    static class Square extends Shape {
        @Override
        int corners() {
            return 4;
        }
    }

    public static void main(String[] args) {
        int kind = Any.anInt();
        Shape s = kind == 3 ? new Triangle() : kind == 4 ? new Square() : new Shape();
        assert s.corners() == kind || s.corners() == 0;
    }
}
