import cortado.Any;

// An assertion that declares a variable, and an exception behind one.
public class Shape {
    static Object make(boolean text) {
        if (text) {
            return "abcd";
        }
        return 7;
    }

    public static void main(String[] args) {
        Object o = make(Any.aBoolean());
        assert o instanceof Integer || o instanceof String s && s.length() > 4;
        int n = o instanceof String s ? 12 / s.length() : 1;
        assert n == 1 || n == 3;
    }
}
