import cortado.Any;

// The conversions of string concatenation (JLS 5.1.11).
public class Concatenation {
    public static void main(String[] args) {
        boolean b = Any.aBoolean();
        String nothing = null;
        char c = 'c';
        String s = "<" + b + nothing + (c + 1) + 2L + 1.0f + -0.0 + ">";
        assert s.equals(b ? "<truenullc121.0-0.0>" : "<falsenullc121.0-0.0>");
        assert (1 + 2 + "x" + 1 + 2).equals("3x12");
        s += c;
        assert s.endsWith(">c");
    }
}
