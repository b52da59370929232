// The remaining boxes.
public class MethodBoxedSmall {
    public static void check(Byte b, Short s, Float f, Double d) {
        assert b.intValue() <= 127 && s.intValue() >= -32768;
        assert f.isNaN() || f.compareTo(f) == 0;
        assert d.doubleValue() == d.doubleValue();
    }
}
