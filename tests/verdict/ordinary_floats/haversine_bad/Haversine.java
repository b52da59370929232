import cortado.Any;

// There is no arc whose sine is above one.
public class Haversine {
    static double angle(double dy, double dx) {
        double s = Math.sin(dy / 2), t = Math.sin(dx / 2);
        double h = s * s + t * t;
        return 2 * Math.asin(Math.sqrt(h));
    }

    public static void main(String[] args) {
        double dy = Any.aDouble();
        double dx = Any.aDouble();
        Any.assume(Math.abs(dy) <= Math.PI && Math.abs(dx) <= Math.PI);
        double angle = angle(dy, dx);
        assert angle >= 0 && angle <= Math.PI;
    }
}
