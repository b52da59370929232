import cortado.Any;

// instanceof with a pattern binds only on success; null is an instance of nothing.
public class InstanceofPatterns {
    static int measure(Object o) {
        if (o instanceof String s && s.length() > 1) {
            return s.length();
        }
        if (o instanceof Integer i) {
            return i;
        }
        return o instanceof Object ? -1 : -2;
    }

    public static void main(String[] args) {
        int x = Any.anInt(0, 9);
        assert measure("abc") == 3 && measure("a") == -1;
        assert measure(x) == x;
        assert measure(null) == -2;
    }
}
