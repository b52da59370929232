import cortado.Any;

// Literals and constant expressions are interned, computed strings are not (JLS 3.10.5).
public class Interning {
    static final String HEL = "hel";

    public static void main(String[] args) {
        String lo = Any.aBoolean() ? "lo" : "LO".toLowerCase();
        String hello = "hello";
        assert hello == HEL + "lo";
        assert hello == "hel" + "lo";
        assert hello.equals(HEL + lo);
        assert hello == HEL + lo;
        assert new String(hello) != hello;
    }
}
