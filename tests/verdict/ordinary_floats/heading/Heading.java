import cortado.Any;

// A small angle below zero plus a full turn is rounded to a full turn.
public class Heading {
    static double degrees(double x, double y) {
        double d = Math.atan2(y, x) * 180 / Math.PI;
        return d < 0 ? d + 360 : d;
    }

    public static void main(String[] args) {
        double x = Any.aDouble();
        double y = Any.aDouble();
        Any.assume(Math.abs(x) <= 1000 && Math.abs(y) <= 1000);
        double d = degrees(x, y);
        assert d >= 0 && d <= 360;
    }
}
