import java.util.Enumeration;
import java.util.Iterator;

// Iterators are those of lists.
public class Iterating {
    public static int count(Iterator<String> names, Enumeration<Integer> numbers) {
        int count = 0;
        while (names.hasNext() && numbers.hasMoreElements()) {
            if (names.next() != null) {
                count += numbers.nextElement() == 5 ? 2 : 1;
            }
        }
        assert count <= 6;
        return count;
    }
}
