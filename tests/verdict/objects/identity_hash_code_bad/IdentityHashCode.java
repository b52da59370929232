import cortado.Any;

// Identity hash codes never change, ignore overriding, and are zero for null.
public class IdentityHashCode {
    final int x;

    IdentityHashCode(int x) {
        this.x = x;
    }

    @Override
    public int hashCode() {
        return x;
    }

    public static void main(String[] args) {
        IdentityHashCode o = new IdentityHashCode(Any.anInt());
        int h = System.identityHashCode(o);
        Object plain = new Object();
        assert o.hashCode() == o.x;
        assert h == System.identityHashCode(o);
        assert plain.hashCode() == System.identityHashCode(plain);
        assert System.identityHashCode(null) != 0;
    }
}
