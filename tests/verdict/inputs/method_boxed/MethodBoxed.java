// Boxed parameters are not null.
public class MethodBoxed {
    public static long add(Integer a, Long b, Boolean negate, Character c) {
        assert a != null && b != null && negate != null && c != null;
        long x = negate ? -b : b;
        long sum = a + x;
        assert !negate || sum == a - b;
        assert c.charValue() >= 0 && c.compareTo('\0') >= 0;
        return sum;
    }
}
