// A class that hides nothing: its fields may hold anything.
public class Points {
    static class Point {
        int x;
        int y;
    }

    static int quadrant(Point p) {
        if (p.x == 0 || p.y == 0) {
            return 0;
        }
        int q = p.x > 0 ? (p.y > 0 ? 1 : 4) : (p.y > 0 ? 2 : 3);
        assert q != 3 || p.x < 0 && p.y < 0;
        return q;
    }
}
