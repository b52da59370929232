import cortado.Any;

// Every float is a double, not every double is a float.
public class WideningIsExact {
    public static void main(String[] args) {
        float f = Any.aFloat();
        double d = f + Any.aDouble();
        assert (float) d == d || d != d;
    }
}
