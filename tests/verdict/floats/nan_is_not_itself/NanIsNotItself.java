import cortado.Any;

// NaN is the one value that differs from itself (JLS 15.21.1).
public class NanIsNotItself {
    public static void main(String[] args) {
        double d = Any.aDouble();
        assert d == d || Double.isNaN(d);
    }
}
