import cortado.Any;

// Adding a half rounds too: 0.49999999999999994 + 0.5 is one.
public class RoundingUp {
    public static void main(String[] args) {
        double x = Any.aDouble();
        Any.assume(x >= 0 && x <= 1000);
        long rounded = Math.round(x);
        assert rounded == (long) Math.floor(x) || rounded == (long) Math.ceil(x);
    }
}
