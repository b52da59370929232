import cortado.Any;

// The mass passes its rest position after pi/6.
public class Oscillator {
    public static void main(String[] args) {
        double t = Any.aDouble();
        Any.assume(t >= 0 && t <= 10);
        double x = 2 * Math.cos(3 * t);
        double v = -6 * Math.sin(3 * t);
        assert Math.abs(x) <= 2 && Math.abs(v) <= 6;
        if (t < 0.55) assert x > 0.1;
    }
}
