import cortado.Any;
import java.util.ArrayList;
import java.util.List;

// An unchecked cast fails where the element is used.
public class HeapPollution {
    @SuppressWarnings({"unchecked", "rawtypes"})
    public static void main(String[] args) {
        List<String> strings = new ArrayList<>();
        List raw = strings;
        int x = Any.anInt();
        raw.add(x > 0 ? "positive" : x);
        Object fine = strings.get(0);
        assert fine != null;
        String s = strings.get(0);
        assert s.length() > 4;
    }
}
