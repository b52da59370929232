import cortado.Any;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;

// Points as members of a set: equal ones count once.
public class Points {
    static final class Point {
        final int x;
        final int y;

        Point(int x, int y) {
            this.x = x;
            this.y = y;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Point && ((Point) other).x == x && ((Point) other).y == y;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }
    }

    public static void main(String[] args) {
        int x = Any.anInt(0, 3);
        Set<Point> set = new HashSet<>();
        set.add(new Point(1, 2));
        set.add(new Point(x, 2));
        assert set.size() == (x == 1 ? 1 : 2);
        Set<Point> ordered = new LinkedHashSet<>(set);
        ordered.retainAll(Set.of(new Point(9, 9)));
        assert ordered.isEmpty();
    }
}
