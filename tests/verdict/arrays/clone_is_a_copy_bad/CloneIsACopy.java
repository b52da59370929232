import cortado.Any;

// clone() of an array makes a new one of the same class.
public class CloneIsACopy {
    public static void main(String[] args) {
        long x = Any.aLong();
        long[] a = {x, x + 1};
        long[] b = a;
        b[0]++;
        assert a[0] == x;
        assert b[0] == a[1];
        Object[] names = new String[] {"a"};
        assert names.clone().getClass() == String[].class;
    }
}
