import cortado.Any;

// Boxes of small numbers are shared (JLS 5.1.7).
public class IntegerCache {
    public static void main(String[] args) {
        int x = Any.anInt(-130, 130);
        Integer a = x;
        Integer b = x;
        assert a.equals(b) && a.intValue() == x;
        assert a == b || x < -128 || x > 127;
    }
}
