import cortado.Any;
import java.util.List;

// List.of refuses changes and nulls.
public class ImmutableLists {
    public static void main(String[] args) {
        String s = Any.aBoolean() ? "a" : "b";
        List<String> list = List.of("x", s);
        try {
            list.add("y");
            assert false;
        } catch (UnsupportedOperationException e) {
            assert list.size() == 2;
        }
    }
}
