import cortado.Any;

// Overloads are chosen at compile time, by the static types of the arguments.
public class Overloads {
    static String f(Object o) {
        return "object";
    }

    static String f(String s) {
        return "string";
    }

    static String f(long n) {
        return "long";
    }

    static String f(Integer n) {
        return "boxed";
    }

    public static void main(String[] args) {
        Object o = Any.aBoolean() ? "text" : Integer.valueOf(3);
        assert f(o).equals("object");
        int n = Any.anInt();
        assert f(n).equals("boxed");
        assert f((char) n).equals("long");
        assert f((Integer) n).equals("boxed");
    }
}
