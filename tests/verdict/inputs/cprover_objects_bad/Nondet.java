// JBMC's generic inputs have the type that the program takes them for.
import org.cprover.CProver;

public class Nondet {
    static final class Point {
        final int x;
        final int y;

        Point(int x, int y) {
            this.x = x;
            this.y = y;
        }
    }

    public static void main(String[] args) {
        Point p = CProver.<Point>nondetWithNull();
        String s = CProver.<String>nondetWithoutNull();
        if (p == null) {
            p = new Point(0, 1);
        }
        assert s != null && p.x - p.y != p.y + 7;
    }
}
