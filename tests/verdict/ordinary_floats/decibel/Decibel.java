import cortado.Any;

// A logarithm of nothing is minus infinity.
public class Decibel {
    static double level(double power) {
        return 10 * Math.log10(power);
    }

    public static void main(String[] args) {
        double power = Any.aDouble();
        Any.assume(power >= 1 && power <= 1e6);
        double level = level(power);
        assert level >= 0 && level < 61;
    }
}
