import cortado.Any;

// The detail of an assertion is evaluated only when its condition is false, and may itself throw.
public class AssertionDetail {
    public static void main(String[] args) {
        int x = Any.anInt();
        try {
            assert x != 0 : "x is " + 10 / x;
        } catch (AssertionError e) {
            assert e.getMessage().equals("x is 10");
        }
    }
}
