import cortado.Any;

// Into glass every ray is refracted, out of it not every one.
public class Lens {
    static double refracted(double angle) {
        return Math.asin(Math.sin(angle) * 1.5);
    }

    public static void main(String[] args) {
        double angle = Any.aDouble();
        Any.assume(angle >= 0 && angle <= 1.5);
        double inside = refracted(angle);
        assert inside >= 0 && inside < 0.75;
    }
}
