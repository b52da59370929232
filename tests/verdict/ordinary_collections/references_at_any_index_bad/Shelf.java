import cortado.Any;
import java.util.Arrays;

// Stores and loads of references at indices that are inputs, in any order.
public class Shelf {
    public static void main(String[] args) {
        String[] shelf = new String[4];
        int i = Any.anInt(0, 3);
        int j = Any.anInt(0, 3);
        shelf[i] = "first";
        shelf[j] = "second";
        shelf[2] = "third";
        assert shelf[j].equals(j == 2 ? "third" : "second");
        assert shelf[i].equals(i == 2 ? "third" : i == j ? "second" : "first");
        int books = 0;
        for (String s : shelf) {
            if (s != null) {
                books++;
            }
        }
        assert books == (i == j ? 1 : 2) + (i == 2 ? 0 : 1);
        String[] copy = shelf.clone();
        shelf[j] = null;
        assert copy[j] != null && Arrays.asList(shelf).contains(null);
        Object[] objects = shelf;
        try {
            objects[i] = 1;
            assert false;
        } catch (ArrayStoreException e) {
            assert shelf[j] == null;
        }
    }
}
