import cortado.Any;

// True, but facts about one function at a time do not show it, and no input breaks it.
public class UndoneLogarithm {
    public static void main(String[] args) {
        double x = Any.aDouble();
        Any.assume(x >= 1 && x <= 10);
        assert Math.abs(Math.exp(Math.log(x)) - x) < 1e-9;
    }
}
