import cortado.Any;

// equals, hashCode and toString of a record are generated.
public class Records {
    record Point(int x, int y) {
        Point {
            if (x < 0) {
                x = 0;
            }
        }

        static Point origin() {
            return new Point(0, 0);
        }
    }

    public static void main(String[] args) {
        int x = Any.anInt();
        Point p = new Point(x, 2);
        Point q = new Point(Math.max(x, 0), 2);
        assert p.equals(q) && p.hashCode() == q.hashCode();
        assert !p.equals(Point.origin()) && p != q;
        assert new Point(1, 2).toString().equals("Point[x=1, y=2]");
    }
}
