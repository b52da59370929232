import cortado.Any;

// Addition commutes and is monotonic, but adding a positive number need not increase the sum.
public class AdditionCommutes {
    public static void main(String[] args) {
        float a = Any.aFloat();
        float b = Any.aFloat();
        float sum = a + b;
        assert sum == b + a || sum != sum;
        Any.assume(b > 0.0f);
        assert sum >= a || sum != sum;
    }
}
