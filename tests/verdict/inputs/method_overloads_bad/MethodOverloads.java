// The types choose among overloaded methods.
public class MethodOverloads {
    public static void f(int x) {
        assert x > 0;
    }

    public static void f(long x) {
        assert x != 1L << 40;
    }
}
