import cortado.Any;

// The condition is one pattern only.
public class Alone {
    static Object make(int kind) {
        return kind == 0 ? "text" : kind == 1 ? (Object) 'c' : 7L;
    }

    public static void main(String[] args) {
        Object o = make(Any.anInt(0, 2));
        if (o instanceof Long number) {
            assert number > 8 : "small";
        }
        assert !(o instanceof Character c && c == 'c');
    }
}
