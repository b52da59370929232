import java.util.*;

/** A set of objects by identity tells boxes apart that the JDK does not keep. */
public class Seen {
    public static void main(String[] args) {
        int value = cortado.Any.anInt(-1000, 1000);
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Integer first = value;
        Integer second = value;
        seen.add(first);
        assert seen.contains(first);
        boolean again = !seen.add(second);
        assert again == (value >= -128 && value <= 127);
        assert seen.size() == (again ? 1 : 2);
    }
}
