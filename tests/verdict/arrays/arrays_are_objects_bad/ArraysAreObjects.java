import cortado.Any;

// Arrays have classes, implement Cloneable, and compare by identity.
public class ArraysAreObjects {
    public static void main(String[] args) {
        int x = Any.anInt();
        Object a = new int[] {x};
        Object b = new int[] {x};
        assert a instanceof int[] && a instanceof Cloneable && !(a instanceof Object[]);
        assert a.getClass() == b.getClass() && a.getClass().getName().equals("[I");
        assert a.equals(b);
        assert java.util.Arrays.equals((int[]) a, (int[]) b);
    }
}
