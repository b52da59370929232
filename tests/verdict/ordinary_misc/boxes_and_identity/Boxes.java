import cortado.Any;

// Boxes are equal by value, and identical only when small.
public class Boxes {
    public static void main(String[] args) {
        int n = Any.anInt();
        Integer a = n;
        Integer b = n;
        assert a.equals(b) && a.hashCode() == b.hashCode() && a.compareTo(b) == 0;
        assert a == b || n < -128 || n > 127;
        Long big = (long) n;
        assert !big.equals(a) && big == n;
        Object o = true ? 1 : "s";
        assert o instanceof Integer;
        Object promoted = Any.aBoolean() ? 1 : 2.0;
        assert promoted instanceof Double;
        String literal = "text";
        String made = new String("text");
        assert literal != made && literal == made.intern() && literal.equals(made);
        assert "te" + "xt" == literal;
        Character c = 'x';
        assert c == 'x' && Character.valueOf('x') == c;
    }
}
