import cortado.Any;
import java.util.Map;
import java.util.TreeMap;

// Counts how often each mark was given; the counts add up.
public class WordCount {
    static Map<String, Integer> count(String[] marks) {
        Map<String, Integer> counts = new TreeMap<>();
        for (String mark : marks) {
            counts.merge(mark, 1, Integer::sum);
        }
        return counts;
    }

    public static void main(String[] args) {
        String[] names = {"poor", "fair", "good"};
        String[] marks = new String[4];
        for (int i = 0; i < marks.length; i++) {
            marks[i] = names[Any.anInt(0, 2)];
        }
        Map<String, Integer> counts = count(marks);
        int sum = 0;
        String before = "";
        for (Map.Entry<String, Integer> e : counts.entrySet()) {
            assert before.compareTo(e.getKey()) < 0;
            before = e.getKey();
            sum += e.getValue();
        }
        assert sum == marks.length;
    }
}
