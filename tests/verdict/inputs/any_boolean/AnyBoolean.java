import cortado.Any;

// A boolean is one of two.
public class AnyBoolean {
    public static void main(String[] args) {
        boolean a = Any.aBoolean();
        boolean b = Any.aBoolean();
        assert (a ^ b) == (a != b);
        assert (a | b) == !(!a & !b);
    }
}
