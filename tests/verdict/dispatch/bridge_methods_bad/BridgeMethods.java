import cortado.Any;

// A generic method is overridden through a bridge that casts its argument.
public class BridgeMethods {
    interface Sink<T> {
        int put(T t);
    }

    static class Lengths implements Sink<String> {
        public int put(String s) {
            return s.length();
        }
    }

    @SuppressWarnings("unchecked")
    public static void main(String[] args) {
        Sink<Object> raw = (Sink<Object>) (Sink<?>) new Lengths();
        Object o = Any.aBoolean() ? "four" : 5;
        assert raw.put(o) == 4;
    }
}
