import java.util.HashSet;
import java.util.Set;
import org.sosy_lab.sv_benchmarks.Verifier;

/** Equal points with different hash codes get lost in a set. */
public class Main {
    static final class Point {
        final int x;
        final int y;

        Point(int x, int y) {
            this.x = x;
            this.y = y;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Point && ((Point) other).x == x && Math.abs(((Point) other).y) == Math.abs(y);
        }

        @Override
        public int hashCode() {
            return 31 * x + y;
        }
    }

    public static void main(String[] args) {
        int y = Verifier.nondetInt();
        Verifier.assume(y >= 0 && y <= 3);
        Set<Point> points = new HashSet<>();
        points.add(new Point(1, y));
        Point mirrored = new Point(1, -y);
        assert points.iterator().next().equals(mirrored);
        assert points.contains(mirrored);
    }
}
