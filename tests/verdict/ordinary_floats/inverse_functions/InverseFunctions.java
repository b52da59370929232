import cortado.Any;

// The exponential undoes a logarithm only nearly.
public class InverseFunctions {
    public static void main(String[] args) {
        double x = Any.aDouble();
        Any.assume(x >= 1 && x <= 1000);
        assert Math.exp(Math.log(x)) == x;
    }
}
