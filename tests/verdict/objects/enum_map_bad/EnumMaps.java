import cortado.Any;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;

// EnumMap and EnumSet keep the order of declaration.
public class EnumMaps {
    enum Day {
        MON,
        TUE,
        WED
    }

    public static void main(String[] args) {
        int x = Any.anInt();
        Map<Day, Integer> m = new EnumMap<>(Day.class);
        m.put(Day.WED, x);
        m.put(Day.MON, x + 1);
        assert m.keySet().iterator().next() == Day.WED;
        assert m.get(Day.WED) == x && m.get(Day.TUE) == null;
        assert EnumSet.complementOf(EnumSet.of(Day.MON)).size() == 2;
    }
}
