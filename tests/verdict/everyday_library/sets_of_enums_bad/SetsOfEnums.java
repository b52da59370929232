import cortado.Any;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;

// EnumMap, EnumSet and BitSet, one key of which is an input.
public class SetsOfEnums {
    enum Color { RED, GREEN, BLUE }

    public static void main(String[] args) {
        Map<Color, Integer> counts = new EnumMap<>(Color.class);
        counts.put(Color.BLUE, 3);
        counts.merge(Color.RED, 5, Integer::sum);
        assert counts.toString().equals("{RED=5, BLUE=3}");
        Color color = Any.oneOf(Color.class);
        counts.merge(color, 1, Integer::sum);
        assert counts.size() == 2;
        assert EnumSet.complementOf(EnumSet.of(color)).size() == 2;
        int index = Any.anInt(0, 63);
        BitSet bits = new BitSet();
        bits.set(index);
        assert bits.length() == index + 1 && bits.cardinality() == 1;
    }
}
