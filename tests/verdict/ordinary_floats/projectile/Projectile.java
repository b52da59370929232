import cortado.Any;

// The longest throw goes up at 45 degrees.
public class Projectile {
    static double distance(double speed, double angle) {
        return speed * speed * Math.sin(2 * angle) / 9.81;
    }

    public static void main(String[] args) {
        double speed = Any.aDouble();
        double angle = Any.aDouble();
        Any.assume(speed >= 0 && speed <= 100);
        Any.assume(angle >= 0 && angle <= Math.PI / 2);
        double d = distance(speed, angle);
        assert d <= 1020;
    }
}
