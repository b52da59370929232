import cortado.Any;
import java.util.Map;
import java.util.Optional;

// Looks up a chain of values of which any link may be missing.
public class Lookup {
    static final Map<String, String> MANAGER = Map.of("ann", "bob", "bob", "cid");
    static final Map<String, Integer> ROOM = Map.of("bob", 12, "cid", 7);

    static Optional<Integer> roomOfManager(String name) {
        return Optional.ofNullable(MANAGER.get(name)).map(ROOM::get).filter(r -> r < 10);
    }

    public static void main(String[] args) {
        String[] names = {"ann", "bob", "cid", null};
        String name = names[Any.anInt(0, 2)];
        Optional<Integer> room = roomOfManager(name);
        assert room.isPresent() == name.equals("bob");
        assert room.orElse(-1) == (name.equals("bob") ? 7 : -1);
        String text = room.map(r -> "room " + r).orElseGet(() -> "none");
        assert text.length() >= 4;
        assert room.or(() -> Optional.of(1)).get() > 0;
    }
}
