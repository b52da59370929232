import cortado.Any;

// A number without a fraction is whole.
public class WholeNumber {
    public static void main(String[] args) {
        double x = Any.aDouble();
        Any.assume(x >= -1e9 && x <= 1e9);
        if (x % 0.5 == 0) {
            assert x == Math.floor(x);
            assert x == (int) x;
        }
    }
}
