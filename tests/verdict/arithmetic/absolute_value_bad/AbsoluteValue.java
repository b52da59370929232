import cortado.Any;

// Math.abs has one negative result.
public class AbsoluteValue {
    public static void main(String[] args) {
        int x = Any.anInt();
        int a = Math.abs(x);
        assert a >= 0;
    }
}
