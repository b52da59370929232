import cortado.Any;

// Arrays are covariant, so each store of a reference checks the element type (JLS 10.5).
public class StoreCheck {
    public static void main(String[] args) {
        boolean narrow = Any.aBoolean();
        Object[] a = narrow ? new Integer[2] : new Object[2];
        a[0] = null;
        a[1] = "text";
        assert a[1].equals("text");
    }
}
