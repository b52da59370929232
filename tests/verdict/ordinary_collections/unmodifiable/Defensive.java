import cortado.Any;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

// A list that is handed out must not let its owner be changed.
public class Defensive {
    private final List<String> names = new ArrayList<>();

    List<String> names() {
        return Collections.unmodifiableList(names);
    }

    public static void main(String[] args) {
        Defensive d = new Defensive();
        d.names.add("ada");
        boolean hostile = Any.aBoolean();
        List<String> view = d.names();
        if (hostile) {
            try {
                view.add("eve");
                assert false : "changed";
            } catch (UnsupportedOperationException e) {
                assert view.size() == 1;
            }
        } else {
            d.names.add("bob");
            assert view.size() == 2 && view.get(1).equals("bob");
        }
        List<String> copy = List.copyOf(d.names);
        d.names.clear();
        assert !copy.isEmpty();
    }
}
