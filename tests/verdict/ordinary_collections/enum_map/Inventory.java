import cortado.Any;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;

// Stock by kind, in an EnumMap.
public class Inventory {
    enum Kind { NUT, BOLT, SCREW, NAIL }

    private final Map<Kind, Integer> stock = new EnumMap<>(Kind.class);

    void add(Kind kind, int n) {
        stock.merge(kind, n, Integer::sum);
    }

    boolean take(Kind kind, int n) {
        int there = stock.getOrDefault(kind, 0);
        if (there < n) {
            return false;
        }
        stock.put(kind, there - n);
        return true;
    }

    public static void main(String[] args) {
        Inventory inventory = new Inventory();
        Kind kind = Kind.values()[Any.oneOf(0, 1, 3)];
        int n = Any.anInt();
        inventory.add(Kind.BOLT, 7);
        inventory.add(Kind.NUT, 3);
        Any.assume(n >= 0);
        boolean taken = inventory.take(kind, n);
        int left = inventory.stock.values().stream().mapToInt(Integer::intValue).sum();
        assert left == (taken ? 10 - n : 10);
        assert left <= 10;
        EnumSet<Kind> missing = EnumSet.complementOf(EnumSet.copyOf(inventory.stock.keySet()));
        assert missing.contains(Kind.SCREW) && !missing.contains(Kind.BOLT);
    }
}
