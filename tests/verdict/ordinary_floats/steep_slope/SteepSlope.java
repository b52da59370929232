import cortado.Any;

// Up to 45 degrees a road rises less than it is long.
public class SteepSlope {
    public static void main(String[] args) {
        double angle = Any.aDouble();
        Any.assume(angle >= 0 && angle <= 0.78);
        double slope = Math.tan(angle);
        assert slope >= angle && slope < 1;
    }
}
