// The only class of the argument is one that a test cannot name.
public class Hidden {
    public abstract static class Shape {
        public abstract int corners();
    }

    enum Kind {
        FLAT
    }

    private static class Polygon extends Shape {
        private final int corners;

        Polygon(int corners, Kind kind) {
            this.corners = corners < 3 || kind != Kind.FLAT ? 3 : corners;
        }

        @Override
        public int corners() {
            return corners;
        }
    }

    public static int corners(Shape shape, Shape[] others) {
        int sum = shape.corners();
        assert others.length < 1 || sum >= 3 && others[0].corners() >= 3;
        return sum;
    }
}
