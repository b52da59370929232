import cortado.Any;

// One wave at its top, the other at its bottom.
public class TwoWaves {
    public static void main(String[] args) {
        double x = Any.aDouble();
        double y = Any.aDouble();
        Any.assume(x >= 0 && x <= 6 && y >= 0 && y <= 6);
        if (Math.sin(x) > 0.99 && Math.cos(y) < -0.99) {
            assert x + y > 4.7 && x + y < 5;
        }
    }
}
