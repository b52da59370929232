import cortado.Any;

// A boxed variable is replaced, not changed.
public class BoxedArithmetic {
    public static void main(String[] args) {
        int x = Any.anInt();
        Integer a = x;
        Integer b = a;
        a++;
        assert b == x;
        assert a == x + 1;
        Long sum = 0L;
        sum += a;
        assert sum == (long) a;
    }
}
