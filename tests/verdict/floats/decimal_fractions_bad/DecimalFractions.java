import cortado.Any;

// Decimal fractions are rounded, constants at compile time like values at run time.
public class DecimalFractions {
    public static void main(String[] args) {
        double tenth = Any.aBoolean() ? 0.1 : 0.1000;
        double sum = tenth + 0.2;
        assert sum == 0.3;
        assert Math.abs(sum - 0.3) < 1e-15;
        assert 0.1f + 0.2f == 0.3f;
        assert (double) 0.1f != tenth;
    }
}
