import cortado.Any;

// A sigmoid reaches one where e^-x is lost in rounding.
public class Sigmoid {
    static double sigmoid(double x) {
        return 1 / (1 + Math.exp(-x));
    }

    public static void main(String[] args) {
        double x = Any.aDouble();
        Any.assume(x == x);
        double s = sigmoid(x);
        assert s >= 0 && s < 1;
    }
}
