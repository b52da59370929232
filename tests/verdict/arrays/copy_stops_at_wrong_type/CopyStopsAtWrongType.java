import cortado.Any;

// When arraycopy meets an element of the wrong type, what came before it is copied.
public class CopyStopsAtWrongType {
    public static void main(String[] args) {
        Object[] from = {"a", "b", "c"};
        int wrong = Any.anInt(0, 2);
        from[wrong] = 1;
        String[] to = new String[3];
        try {
            System.arraycopy(from, 0, to, 0, 3);
            assert false;
        } catch (ArrayStoreException e) {
            assert wrong == 0 || to[wrong - 1] != null;
            assert to[wrong] == null;
            assert to[2] == null;
        }
    }
}
