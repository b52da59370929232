import cortado.Any;

// e^x overflows before its logarithm is taken.
public class Softplus {
    static double softplus(double x) {
        return x > 30 ? x : Math.log(1 + Math.exp(x));
    }

    public static void main(String[] args) {
        double x = Any.aDouble();
        Any.assume(x >= -1000 && x <= 1000);
        double y = softplus(x);
        assert y >= 0 && y <= 1000;
    }
}
