import cortado.Any;

// Zero times minus infinity is not zero.
public class Entropy {
    static double term(double p) {
        return -p * Math.log(p);
    }

    public static void main(String[] args) {
        double p = Any.aDouble();
        Any.assume(p >= 0 && p <= 1);
        double h = term(p);
        assert h >= 0;
    }
}
