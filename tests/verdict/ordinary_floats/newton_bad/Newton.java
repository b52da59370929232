import cortado.Any;

// Ten steps of Newton are enough for small numbers only.
public class Newton {
    static double root(double x) {
        double guess = x > 1 ? x : 1;
        for (int i = 0; i < 10; i++) guess = (guess + x / guess) / 2;
        return guess;
    }

    public static void main(String[] args) {
        double[] samples = {0.25, 2, 9, 100, 1e4};
        int i = Any.anInt();
        Any.assume(i >= 0 && i < samples.length);
        double x = samples[i];
        double root = root(x);
        assert Math.abs(root * root - x) < 1e-9;
    }
}
