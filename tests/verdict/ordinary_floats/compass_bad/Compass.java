import cortado.Any;

// Wrapping an angle that is just below zero gives a full turn.
public class Compass {
    static final String[] NAMES = {"east", "north", "west", "south"};

    static String direction(double degrees) {
        double d = degrees % 360;
        if (d < 0) d += 360;
        if (d > 360) d = 0;
        return NAMES[(int) (d / 90)];
    }

    public static void main(String[] args) {
        double degrees = Any.aDouble();
        Any.assume(degrees > -1e6 && degrees < 1e6);
        direction(degrees);
    }
}
