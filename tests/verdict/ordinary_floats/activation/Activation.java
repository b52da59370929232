import cortado.Any;

// tanh 1 is 0.7615…
public class Activation {
    public static void main(String[] args) {
        double x = Any.aDouble();
        Any.assume(Math.abs(x) <= 50);
        double y = Math.tanh(x);
        assert y >= -1 && y <= 1;
        if (x > 1) assert y > 0.76;
    }
}
