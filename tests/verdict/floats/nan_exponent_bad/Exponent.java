import cortado.Any;

// All NaNs have the same exponent.
public class Exponent {
    public static void main(String[] args) {
        float x = Any.aFloat();
        int e = Math.getExponent(x + 1);
        assert e <= 128 && e >= -127;
        assert !Float.isNaN(x) || e == 127;
    }
}
