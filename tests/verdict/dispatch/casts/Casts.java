import cortado.Any;

// A cast checks the class of the object; null passes.
public class Casts {
    public static void main(String[] args) {
        int k = Any.anInt(0, 3);
        Object o = k == 0 ? "s" : k == 1 ? Integer.valueOf(1) : k == 2 ? null : new int[1];
        if (k == 0 || k == 2) {
            String s = (String) o;
            assert s == null || s.length() == 1;
        }
    }
}
